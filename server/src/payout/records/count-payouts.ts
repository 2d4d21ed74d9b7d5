import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { addDays, readDateLimit, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { matchingPayouts, payoutStatus, type PayoutFilters } from './find-payouts.ts';

/** The most payouts that are counted for figures above a list. */
const mostCounted = 100_000;

/** The most days that are counted at once beside a list. */
const mostDays = 92;

/** How many payouts are in a status, and what they come to in fen. */
export interface Counted {
  status: PayoutStatus;
  count: number;
  amount: number;
}

const counted = [sql<number>`count(*)`.as('count'), sql<number>`sum(amount)::bigint`.as('amount')] as const;

/** Payouts by status; nothing where there are too many to count for a glance. */
export const countPayouts = async (db: Db, filters: PayoutFilters): Promise<Counted[] | null> => {
  const some = matchingPayouts(db, filters)
    .select([payoutStatus.as('status'), 'redInfo.amount'])
    .limit(sql.lit(mostCounted + 1));
  const rows = await db
    .selectFrom(some.as('some'))
    .select(['some.status', ...counted])
    .groupBy('some.status')
    .execute();
  return rows.reduce((sum, { count }) => sum + count, 0) > mostCounted ? null : rows;
};

/** The days of a `dateLimit`, the last thirty where nobody says; refuses more than `most` (62011). The oldest first. */
export const boundedDays = (dateLimit = 'lately30', most = mostDays): { dateLimit: string; days: string[] } => {
  const asked = dateLimit.trim() || 'lately30';
  const range = readDateLimit(asked);
  if (!range) return boundedDays(undefined, most);
  const [first, last] = [range.start.slice(0, 10), range.end.slice(0, 10)];
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    days.push(day);
    if (days.length > most) throw refuse(fundRefusals.tooManyDays, { n: most });
    // There is no day after the last one of the year 9999.
    if (day === last) break;
  }
  const today = shanghaiToday();
  return { dateLimit: asked, days: days.filter((day) => day <= today) };
};

/** Payouts of each of these days by their creation and the status they have now, in the order of the days. */
export const countByDay = async (
  payouts: SelectQueryBuilder<DB, 'redInfo', object>,
  days: readonly string[],
): Promise<{ day: string; counted: Counted[] }[]> => {
  const rows = await payouts
    .select([sql<string>`red_info.created_at::date`.as('day'), payoutStatus.as('status'), ...counted])
    .groupBy([sql`red_info.created_at::date`, payoutStatus])
    .execute();
  const byDay = new Map<string, Counted[]>(days.map((day) => [day, []]));
  for (const { day, ...row } of rows) byDay.get(day)?.push(row);
  return [...byDay].map(([day, found]) => ({ day, counted: found }));
};

/** Payouts of each day of a bounded time, the oldest first. */
export const countDays = (db: Db, { createdIn, ...filters }: PayoutFilters) => {
  const { dateLimit, days } = boundedDays(createdIn);
  return countByDay(matchingPayouts(db, { ...filters, createdIn: dateLimit }), days);
};
