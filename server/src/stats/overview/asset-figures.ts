import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BillState, ReconState, returnedCodes } from '@zhuiyuan/contract/payout/payout-enums';
import {
  assetFiguresApi,
  type Outcome,
  type ReconLight,
  type ShareRow,
} from '@zhuiyuan/contract/stats/overview/asset-figures';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';

const shownActivities = 8;
/** Days of the failure rate and of the bills. */
const days = 7;

/** 资产概览: who was paid, how often that fails, and whether the bills agree. */
export const mountAssetFigures = (app: App): void => {
  serve(app, assetFiguresApi, {
    share: ({ input, db }) => sharePaid(db, input.firmId),
    failure: async ({ input, db }) => ({
      asOf: shanghaiNow(),
      now: await countOutcome(db, input.firmId, 0),
      before: await countOutcome(db, input.firmId, days),
    }),
    recon: ({ input, db }) => findLights(db, input.firmId),
  });
};

const sharePaid = async (db: Db, firmId: number | undefined): Promise<ShareRow[]> => {
  const rows = await db
    .selectFrom('activityBudget')
    .innerJoin('pool as ofPool', 'ofPool.id', 'activityBudget.poolId')
    .leftJoin('activity', 'activity.id', 'activityBudget.activityId')
    .leftJoin('redActive', 'redActive.id', 'activityBudget.activityId')
    // What pools pay to shops and dealers stands in a budget of its own in each of them: no activity.
    .select([
      sql<number | null>`nullif(activity_budget.activity_id, of_pool.remit_budget_id)`.as('activityId'),
      sql<string>`coalesce(activity.act_name, red_active.name, case
        when activity_budget.activity_id = of_pool.remit_budget_id then '门店与经销商打款' else '已删除的活动' end)`.as(
        'name',
      ),
      sql<boolean>`red_active.id is not null`.as('isRed'),
      sql<number>`sum(activity_budget.paid)::bigint`.as('paid'),
    ])
    .where('activityBudget.paid', '>', 0)
    .$if(firmId !== undefined, (all) => all.where('activityBudget.firmId', '=', firmId!))
    .groupBy([sql`1`, sql`2`, sql`3`])
    .orderBy('paid', 'desc')
    .orderBy('activityId')
    .execute();
  const rest = rows.slice(shownActivities).reduce((sum, { paid }) => sum + paid, 0);
  return [
    ...rows.slice(0, shownActivities),
    ...(rest > 0 ? [{ activityId: null, name: '其他', isRed: false, paid: rest }] : []),
  ];
};

/** The outcomes of {@link days} that ended `ago` days before now. */
const countOutcome = async (db: Db, firmId: number | undefined, ago: number): Promise<Outcome> => {
  const start = sql<string>`(current_date - ${days + ago - 1}::int)::timestamptz`;
  const end = sql<string>`now() - make_interval(days => ${ago}::int)`;
  const { received } = await db
    .selectFrom('redInfo')
    .select(sql<number>`count(*)`.as('received'))
    .where('receivedAt', '>=', start)
    .where('receivedAt', '<', end)
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .executeTakeFirstOrThrow();
  const { failed } = await db
    .selectFrom('payout')
    .select(sql<number>`count(*)`.as('failed'))
    .where('state', '=', sql.lit(BillState.fail))
    .where('postedAt', 'is not', null)
    .where('errCode', 'not in', [...returnedCodes])
    .where('finishedAt', '>=', start)
    .where('finishedAt', '<', end)
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .executeTakeFirstOrThrow();
  return { failed, received, rate: failed + received > 0 ? failed / (failed + received) : null };
};

const findLights = async (db: Db, firmId: number | undefined): Promise<ReconLight[]> => {
  const today = shanghaiToday();
  const first = addDays(today, -days);
  const bills = await db
    .selectFrom('reconDay')
    .select([sql<string>`bill_date`.as('day'), sql<number>`count(*)`.as('bills')])
    .where('billDate', '>=', first)
    .where('billDate', '<', today)
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .groupBy('billDate')
    .execute();
  const diffs = await db
    .selectFrom('reconDiff')
    .select([
      sql<string>`bill_date`.as('day'),
      sql<number>`count(*)`.as('diffCount'),
      sql<number>`count(*) filter (where state = ${sql.lit(ReconState.open)})`.as('openCount'),
    ])
    .where('billDate', '>=', first)
    .where('billDate', '<', today)
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .groupBy('billDate')
    .execute();
  return Array.from({ length: days }, (_, at) => {
    const day = addDays(first, at);
    const billed = bills.find((row) => row.day === day)?.bills ?? 0;
    const { diffCount, openCount } = diffs.find((row) => row.day === day) ?? { diffCount: 0, openCount: 0 };
    return { day, light: toLight(billed, diffCount, openCount), bills: billed, diffCount, openCount };
  });
};

const toLight = (bills: number, diffCount: number, openCount: number): ReconLight['light'] => {
  if (openCount > 0) return 3;
  if (bills === 0) return 0;
  return diffCount > 0 ? 2 : 1;
};
