import { assetsApi } from '@zhuiyuan/contract/fund/pool/assets';
import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { live } from '../../kit/db/live.ts';
import { serve } from '../../kit/http/serve.ts';
import type { DayAmount } from '../money-returned.ts';
import { asLedgerRows, matchingLedger } from './find-ledger.ts';
import { isLow } from './find-pools.ts';

const trendDays = 30;
/** Days whose average says how fast money goes. */
const speedDays = 7;
const recentRows = 20;
const mostLow = 20;

/** 资产概览: what all pools hold, and how fast it goes. */
export const mountAssets = (app: App): void => {
  serve(app, assetsApi, {
    overview: ({ input, db }) => readOverview(db, input.firmId),

    trend: async ({ input, db }) => {
      const today = shanghaiToday();
      const found = new Map((await sumDays(db, trendDays, input.firmId)).map((row) => [row.day, row]));
      return Array.from({ length: trendDays }, (_, at) => addDays(today, at + 1 - trendDays)).map((day) => ({
        day,
        paid: found.get(day)?.paid ?? 0,
        returned: found.get(day)?.returned ?? 0,
      }));
    },

    recent: ({ input, db }) => asLedgerRows(matchingLedger(db, input)).limit(recentRows).execute(),
  });
};

/** What was paid and returned on each of the last days, today included; days without either are left out. */
const sumDays = async (db: Db, days: number, firmId: number | undefined) => {
  const since = sql<string>`(current_date - ${days - 1}::int)::timestamptz`;
  const paid = await db
    .selectFrom('fundLedger')
    .select([sql<string>`at::date`.as('day'), sql<number>`sum(outside)::bigint`.as('amount')])
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .where('type', '=', sql.lit(LedgerType.pay))
    .where('at', '>=', since)
    .groupBy(sql`at::date`)
    .execute();
  const returned = await ask(db, 'money.returned', { firmId, days });
  const at = (rows: readonly DayAmount[]) => new Map(rows.map((row) => [row.day, row.amount]));
  const [paidAt, returnedAt] = [at(paid), at(returned)];
  return [...new Set([...paidAt.keys(), ...returnedAt.keys()])].map((day) => ({
    day,
    paid: paidAt.get(day) ?? 0,
    returned: returnedAt.get(day) ?? 0,
  }));
};

/** Whole days that `balance` lasts where `paid` went in {@link speedDays}; nothing where none did. */
const toDaysLeft = (balance: number, paid: number): number | null =>
  paid > 0 ? Math.floor((balance * speedDays) / paid) : null;

const readOverview = async (db: Db, firmId: number | undefined) => {
  const pools = await live(db, 'pool')
    .select([sql<number>`count(*)`.as('poolCount'), sql<number>`coalesce(sum(balance), 0)::bigint`.as('balance')])
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .executeTakeFirstOrThrow();
  const budgets = await db
    .selectFrom('activityBudget')
    .select([
      sql<number>`coalesce(sum(remain + reserved), 0)::bigint`.as('allocated'),
      sql<number>`count(*) filter (where remain + reserved > 0 and not exists (
        select from pool where pool.firm_id = activity_budget.firm_id and pool.remit_budget_id = activity_budget.activity_id))`.as(
        'activityCount',
      ),
      sql<number>`coalesce(sum(reserved), 0)::bigint`.as('reserved'),
      sql<number>`coalesce(sum(paid), 0)::bigint`.as('paidTotal'),
    ])
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .executeTakeFirstOrThrow();
  const { waitingCount } = await db
    .selectFrom('fundRequest')
    .select(sql<number>`count(*)`.as('waitingCount'))
    .where('status', '=', sql.lit(RequestStatus.waiting))
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .executeTakeFirstOrThrow();
  const today = shanghaiToday();
  const days = new Map((await sumDays(db, speedDays + 1, firmId)).map((row) => [row.day, row]));
  const paidBefore = [...days.values()].reduce((sum, { day, paid }) => sum + (day < today ? paid : 0), 0);
  return {
    asOf: shanghaiNow(),
    ...pools,
    ...budgets,
    paidToday: days.get(today)?.paid ?? 0,
    paidYesterday: days.get(addDays(today, -1))?.paid ?? 0,
    returnedToday: days.get(today)?.returned ?? 0,
    returnedYesterday: days.get(addDays(today, -1))?.returned ?? 0,
    paidDaily: Math.round(paidBefore / speedDays),
    daysLeft: toDaysLeft(pools.balance, paidBefore),
    waitingCount,
    low: await findLow(db, firmId),
  };
};

/** Pools below their line, with how long each lasts. */
const findLow = async (db: Db, firmId: number | undefined) => {
  const rows = await live(db, 'pool')
    .select((row) => [
      'pool.id',
      'pool.name',
      'pool.balance',
      'pool.warnAmount',
      row
        .selectFrom('fundLedger')
        .select(sql<number>`coalesce(sum(outside), 0)::bigint`.as('paid'))
        .whereRef('fundLedger.firmId', '=', 'pool.firmId')
        .whereRef('fundLedger.poolId', '=', 'pool.id')
        .where('fundLedger.type', '=', sql.lit(LedgerType.pay))
        .where('fundLedger.at', '>=', sql<string>`(current_date - ${speedDays}::int)::timestamptz`)
        .where('fundLedger.at', '<', sql<string>`current_date::timestamptz`)
        .$asScalar()
        .$notNull()
        .as('paid'),
    ])
    .where(isLow)
    .$if(firmId !== undefined, (all) => all.where('pool.firmId', '=', firmId!))
    .orderBy(sql`pool.balance - pool.warn_amount`)
    .orderBy('pool.id')
    .limit(mostLow)
    .execute();
  return rows.map(({ paid, ...pool }) => ({ ...pool, daysLeft: toDaysLeft(pool.balance, paid) }));
};
