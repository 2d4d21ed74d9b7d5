import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { ComplaintState } from '@zhuiyuan/contract/scan/log/complaint';
import { RecallState, QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { DeliverStatus, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import { usualTransitDays } from '@zhuiyuan/contract/movement/sign/sign-list';
import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { Review } from '@zhuiyuan/contract/kit/review';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import type { Todo } from '@zhuiyuan/contract/stats/home';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';
import { count, countLotteryTodo, toNumbers, type Counts } from './find-lottery-todo.ts';
import { lotsOfLiveProducts } from '../trace/lot/lots-of-live-products.ts';

const inReview = 0;
const failed = 5;
const soonDays = 30;

/** What waits for this person: a number is left out where he may not act on it. */
export const findTodo = async (db: Db, operator: Operator): Promise<Todo> => {
  const lots = () => lotsOfLiveProducts(db);
  const nearlyUsed = live(db, 'firm')
    .where('codeQuota', 'is not', null)
    .where(sql<boolean>`code_used > code_quota * 0.9`);
  const counts: Counts = {
    ...(operator.may(firmApi.review.may) && {
      auditFirmNum: count(live(db, 'firm').where('audit', '=', Review.waiting)),
    }),
    ...(operator.may(firmApi.quota.may) && { quotaFirmNum: count(nearlyUsed) }),
    ...(operator.firmId !== null && operator.may(taskApi.save.may) && { ownQuotaNum: count(nearlyUsed) }),
    ...(operator.may('admin:identity:shop:audit') && {
      auditShopNum: count(live(db, 'shop').where('audit', '=', inReview)),
    }),
    ...(operator.may('admin:identity:task:audit') && {
      auditTaskNum: count(db.selectFrom('task').where('phase', '=', inReview)),
    }),
    ...(operator.may('admin:identity:task:retry') && {
      failedTaskNum: count(db.selectFrom('task').where('phase', '=', failed)),
    }),
    ...(operator.may('admin:identity:lot:qc') && { qcLotNum: count(lots().where('qcState', '=', QcState.waiting)) }),
    ...(operator.may('admin:identity:lot:list') && {
      expireLotNum: count(
        lots().where(sql<boolean>`expire_date between current_date and current_date + ${sql.lit(soonDays)}::int`),
      ),
      recallLotNum: count(lots().where('recallState', '=', RecallState.recalled)),
    }),
    ...(operator.may('admin:identity:deliver:sign') && {
      lateDeliverNum: count(
        db
          .selectFrom('deliver')
          .where('status', '=', DeliverStatus.shipped)
          .where(sql<boolean>`ship_at < now() - make_interval(days => ${sql.lit(usualTransitDays)})`),
      ),
      deliverDiffNum: count(db.selectFrom('deliverDiff').where('state', '=', DiffState.open)),
    }),
    ...(operator.may(needApplyApi.audit.may) && {
      needApplyNum: count(live(db, 'needApply').where('status', '=', ApplyStatus.waiting)),
    }),
    ...(operator.may('admin:identity:select:complaint') && {
      complaintNum: count(db.selectFrom('complaint').where('state', '=', ComplaintState.waiting)),
    }),
    ...(operator.may('admin:identity:select:log') && {
      riskNum: count(db.selectFrom('riskEvent').where('status', '=', RiskStatus.waiting)),
    }),
    ...(operator.may(policeEventApi.accept.may) && {
      policeNum: count(db.selectFrom('policeEvent').where('status', '=', RiskStatus.waiting)),
    }),
  };
  return toNumbers({ ...counts, ...countLotteryTodo(db, operator) });
};
