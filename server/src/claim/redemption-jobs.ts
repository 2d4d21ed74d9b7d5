import { RedemptionStatus, unshippedDays } from '@zhuiyuan/contract/claim/redemption-states';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { raiseRisk } from '../scan/log/raise-risk.ts';
import { finishShipped } from './redemption-writes.ts';

/** Finishes what came, every hour; warns each morning of what nobody ships. */
export const mountRedemptionJobs = (app: App): void => {
  app.jobs.work('redemptionFinish', async () => void (await finishShipped(app.background)), {
    cron: '0 20 * * * *',
    expireInSeconds: 1800,
  });
  app.jobs.work('redemptionWarn', () => warnOfUnshipped(app.background.db), {
    cron: '0 10 9 * * *',
    expireInSeconds: 600,
  });
};

/** How many numbers a warning names. */
const named = 20;

/** Raises one warning for each firm with orders that nobody shipped for thirty days. It cancels nothing. */
export const warnOfUnshipped = async (db: Db): Promise<void> => {
  const firms = await db
    .selectFrom('redemption')
    .where('status', 'in', [RedemptionStatus.waiting, RedemptionStatus.passed])
    .where('shippedAt', 'is', null)
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${sql.lit(unshippedDays)})`)
    .groupBy('firmId')
    .select([
      'firmId',
      sql<number>`count(*)::int`.as('count'),
      sql<string[]>`(array_agg(redeem_no order by id))[1:${sql.lit(named)}]`.as('redeemNos'),
    ])
    .execute();
  for (const { firmId, count, redeemNos } of firms)
    await raiseRisk(db, {
      firmId,
      type: RiskType.failedShare,
      level: RiskLevel.usual,
      key: 'redemption unshipped',
      title: `${count}个兑换单超过${unshippedDays}天未发货`,
      detail: { count, redeemNos },
    });
};
