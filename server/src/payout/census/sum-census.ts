import type { CensusDay, CensusSummary } from '@zhuiyuan/contract/payout/census';
import type { censusApi } from '@zhuiyuan/contract/payout/census';
import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { Delivery, PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { boundedDays, countByDay, type Counted } from '../records/count-payouts.ts';
import { payoutStatus } from '../records/find-payouts.ts';

export type CensusFilters = InputOf<typeof censusApi.summary>;

/** The payouts that are counted; a pool is the one of its merchant. */
const matching: Matching<'redInfo', CensusFilters> = matchingBy('redInfo', (db) => db.selectFrom('redInfo'), {
  firmId: eq,
  activityId: eq,
  poolId: by(
    (id: number) => [id],
    (row, id) =>
      row('redInfo.mchConfId', '=', row.selectFrom('pool').select('pool.mchConfId').where('pool.id', '=', id)),
  ),
  dateLimit: at(within, 'createdAt'),
});

/** The most days that are counted at once. */
const mostDays = 366;

const counted = (db: Db, filters: CensusFilters) => {
  const { dateLimit } = boundedDays(filters.dateLimit, mostDays);
  return matching(db, { ...filters, dateLimit });
};

const sums = [sql<number>`count(*)`.as('count'), sql<number>`sum(red_info.amount)::bigint`.as('amount')] as const;

/** Where each status is counted. */
const groups = {
  [PayoutStatus.SENDING]: 'wait',
  [PayoutStatus.SENT]: 'wait',
  [PayoutStatus.RECEIVED]: 'received',
  [PayoutStatus.RFUND_ING]: 'refund',
  [PayoutStatus.REFUND]: 'refund',
  [PayoutStatus.FAILED]: 'failed',
  [PayoutStatus.REJECTED]: 'rejected',
} as const;

/** Those that reached the receiver, whatever he did then. */
const wasSent: ReadonlySet<string> = new Set([Delivery.SENT, Delivery.RECEIVED, Delivery.RFUND_ING, Delivery.REFUND]);

const none = {
  count: 0,
  amount: 0,
  waitCount: 0,
  waitAmount: 0,
  receivedCount: 0,
  receivedAmount: 0,
  refundCount: 0,
  refundAmount: 0,
  failedCount: 0,
  failedAmount: 0,
  rejectedCount: 0,
  rejectedAmount: 0,
};

const rate = (part: number, of: number): number | null => (of > 0 ? part / of : null);

const toFigures = (rows: readonly Counted[]): Omit<CensusDay, 'day'> => {
  const sum = { ...none };
  let sentCount = 0;
  for (const { status: one, count, amount } of rows) {
    sum.count += count;
    sum.amount += amount;
    if (wasSent.has(one)) sentCount += count;
    sum[`${groups[one]}Count`] += count;
    sum[`${groups[one]}Amount`] += amount;
  }
  return {
    ...sum,
    receivedRate: rate(sum.receivedCount, sentCount),
    failedRate: rate(sum.failedCount, sum.failedCount + sum.receivedCount),
  };
};

/** The figures of all payouts that are counted. */
export const sumAll = async (db: Db, filters: CensusFilters): Promise<CensusSummary> => {
  const rows = await counted(db, filters)
    .select([
      payoutStatus.as('status'),
      ...sums,
      sql<number | null>`round(avg(extract(epoch from red_info.received_at - red_info.created_at)))::bigint`.as(
        'seconds',
      ),
    ])
    .groupBy(payoutStatus)
    .execute();
  const figures = toFigures(rows);
  return {
    ...figures,
    averageAmount: figures.count > 0 ? Math.round(figures.amount / figures.count) : null,
    averageSeconds: rows.find((row) => row.status === Delivery.RECEIVED)?.seconds ?? null,
    asOf: shanghaiNow(),
  };
};

/** Every day of the time, the oldest first, by the status payouts have now. */
const daysOf = (db: Db, filters: CensusFilters) =>
  countByDay(counted(db, filters), boundedDays(filters.dateLimit, mostDays).days);

export const trendOf = async (db: Db, filters: CensusFilters) =>
  (await daysOf(db, filters)).map((day) => ({ ...day, failedRate: toFigures(day.counted).failedRate }));

/** Days on which something was opened, the newest first. */
export const sumDays = async (db: Db, filters: CensusFilters): Promise<CensusDay[]> =>
  (await daysOf(db, filters))
    .filter((day) => day.counted.length > 0)
    .map(({ day, counted: rows }) => ({ day, ...toFigures(rows) }))
    .toReversed();

interface Part {
  name: string;
  count: number;
  amount: number;
}

/** Amounts in yuan from which a part begins. */
const steps = [0, 1, 2, 5, 10, 50];
const stepNames = ['0–1 元', '1–2 元', '2–5 元', '5–10 元', '10–50 元', '50 元以上'];

const shownActivities = 10;
const shownReasons = 20;

/** The first so many, and the rest as one. */
const withRest = (rows: readonly Part[], most: number): Part[] => {
  const rest = rows.slice(most);
  const sum = (key: 'count' | 'amount') => rest.reduce((total, row) => total + row[key], 0);
  return [
    ...rows.slice(0, most),
    ...(rest.length > 0 ? [{ name: '其他', count: sum('count'), amount: sum('amount') }] : []),
  ];
};

/** How payouts spread over amounts, activities, ways of paying and sources. An amount belongs to the part it begins. */
export const spread = async (db: Db, filters: CensusFilters) => {
  const all = counted(db, filters);
  const step = sql<number>`width_bucket(red_info.amount, array[${sql.join(steps.map((yuan) => sql.lit(yuan * 100)))}]::bigint[])`;
  const amounts = await all
    .select([step.as('step'), ...sums])
    .groupBy(step)
    .execute();
  const activities = await all
    .select([
      sql<string>`max(red_info.act_name)`.as('name'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(red_info.amount)::bigint`.as('amount'),
    ])
    .groupBy('redInfo.activityId')
    .orderBy('amount', 'desc')
    .execute();
  const payKinds = await all
    .select(['redInfo.payKind as key', ...sums])
    .groupBy('redInfo.payKind')
    .execute();
  const sources = await all
    .select(['redInfo.source as key', ...sums])
    .groupBy('redInfo.source')
    .execute();
  const named = (
    of: { label: (key: unknown) => string },
    rows: readonly { key: number; count: number; amount: number }[],
  ) => rows.map(({ key, ...row }) => ({ name: of.label(key), ...row }));
  return {
    amounts: stepNames.map((name, nth) => {
      const found = amounts.find((row) => row.step === nth + 1);
      return { name, count: found?.count ?? 0, amount: found?.amount ?? 0 };
    }),
    activities: withRest(
      activities.map((row) => ({ ...row, name: row.name || '未归属活动' })),
      shownActivities,
    ),
    payKinds: named(RedPayKind, payKinds),
    sources: named(PaySource, sources),
  };
};

/** Why payouts failed; those that a person took back did not. */
export const sumReasons = async (db: Db, filters: CensusFilters): Promise<Part[]> => {
  const rows = await counted(db, filters)
    .where('redInfo.status', '=', sql.lit(Delivery.FAILED))
    .where('redInfo.attemptNo', '>', 0)
    .select([sql<string>`red_info.reason`.as('name'), ...sums])
    .groupBy('redInfo.reason')
    .orderBy('count', 'desc')
    .execute();
  return withRest(
    rows.map((row) => ({ ...row, name: row.name || '未说明原因' })),
    shownReasons,
  );
};
