import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { holdApi } from '@zhuiyuan/contract/campaign/hold/hold';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { reconApi } from '@zhuiyuan/contract/payout/recon';
import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { Todo } from '@zhuiyuan/contract/stats/home';
import { sql, type SelectQueryBuilder } from 'kysely';
import { isLow } from '../fund/pool/find-pools.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';

export type Counts = Partial<Record<keyof Todo, Promise<number>>>;

export const count = async <TB extends keyof DB>(query: SelectQueryBuilder<DB, TB, object>): Promise<number> =>
  (await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n;

export const toNumbers = async (counts: Counts): Promise<Todo> =>
  Object.fromEntries(
    await Promise.all(Object.entries(counts).map(async ([name, number]) => [name, await number] as const)),
  );

const remits = (db: Db, kind: number) =>
  count(db.selectFrom('remit').where('payeeKind', '=', kind).where('status', '=', sql.lit(RemitStatus.waiting)));
const mayRemit = (of: 'storeRemit' | 'dealerRemit') => ({
  any: [`admin:lottery:${of}:audit`, `admin:lottery:${of}:pay`],
});
const orders = (db: Db, status: number) => db.selectFrom('redemption').where('status', '=', sql.lit(status));

/** What of the lottery waits for this person: a number is left out where he may not act on it. */
export const countLotteryTodo = (db: Db, operator: Operator): Counts => ({
  ...(operator.may(poolApi.audit.may) && {
    fundRequestNum: count(
      db.selectFrom('fundRequest').where('status', '=', RequestStatus.waiting).where('createdBy', '<>', operator.id),
    ),
  }),
  ...(operator.may(poolApi.list.may) && {
    lowPoolNum: count(
      live(db, 'pool')
        .where(isLow)
        .where(sql<boolean>`${operator.id} = any(notify_ids)`),
    ),
  }),
  ...(operator.may(holdApi.audit.may) &&
    operator.may(claimApi.list.may) && {
      // The condition of its index, which is of few rows.
      holdNum: count(db.selectFrom('claim').where(sql<boolean>`(hold or reviewed_at is not null) and hold`)),
    }),
  ...(operator.may(redHoldApi.hold.may) && { redHoldNum: count(db.selectFrom('redInfo').where(sql<boolean>`hold`)) }),
  ...(operator.may(mayRemit('storeRemit')) && { shopRemitNum: remits(db, PayeeKind.shop) }),
  ...(operator.may(mayRemit('dealerRemit')) && { dealerRemitNum: remits(db, PayeeKind.agent) }),
  ...(operator.may(redemptionApi.audit.may) && {
    redeemAuditNum: count(orders(db, RedemptionStatus.waiting)),
    redeemShipNum: count(orders(db, RedemptionStatus.passed).where('shippedAt', 'is', null)),
  }),
  ...(operator.may(reconApi.handle.may) && {
    reconDiffNum: count(db.selectFrom('reconDiff').where('state', '=', sql.lit(ReconState.open))),
  }),
  ...(operator.may(activityApi.publish.may) && {
    draftActivityNum: count(
      live(db, 'activity')
        .where('status', '=', sql.lit(ActivityStatus.draft))
        .where('actScene', '=', sql.lit(ActScene.scan)),
    ),
  }),
});
