import type { ActivityCurve } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound } from '../../kit/refusal.ts';

const { lit } = sql;
const none = lit(PrizeType.none);

/** How far back hours go. */
const hourDays = 3;

/**
 * How an activity went, by hours or days, from its draws, the ledger of its budget and what came back of its prizes. What is left of
 * prizes is reckoned back from now: stock that was added later counts from the beginning.
 */
export const readCurve = async (db: Db, id: number, by: 'day' | 'hour'): Promise<ActivityCurve> => {
  const activity = await live(db, 'activity')
    .where('id', '=', id)
    .select(['firmId', 'publishedAt', 'endedAt', 'autoReturn'])
    .executeTakeFirst();
  if (!activity) throw notFound();
  const { firmId, publishedAt, endedAt, autoReturn } = activity;
  const stock = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .where('prizeType', '<>', PrizeType.none)
    .select([
      sql<number>`coalesce(sum(stock_total), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(remain), 0)::bigint`.as('remain'),
    ])
    .executeTakeFirstOrThrow();
  if (publishedAt === null) return { points: [], stockTotal: stock.total, versions: [], topUps: [] };
  const unit = lit(by);
  // Times of the day in Shanghai, without a zone: `date_trunc` counts in them.
  const local = (time: ReturnType<typeof sql>) => sql`date_trunc(${unit}, ${time} at time zone 'Asia/Shanghai')`;
  const last = sql`coalesce(${endedAt}::timestamptz, now())`;
  const first = sql`greatest(${publishedAt}::timestamptz, ${by === 'hour' ? sql`${last} - make_interval(days => ${lit(hourDays)})` : sql`'-infinity'::timestamptz`})`;
  const { rows: points } = await sql<ActivityCurve['points'][number]>`
    with slot as (
      select generate_series(${local(first)}, ${local(last)}, ${lit(`1 ${by}`)}::interval) as at
    ), drawn as (
      select ${local(sql`drawn_at`)} as at, count(*) as draws, count(*) filter (where prize_type <> ${none}) as wins, sum(amount) as amount
      from draw where firm_id = ${firmId} and activity_id = ${id} group by 1
    ), moved as (
      select ${local(sql`at`)} as at, sum(avail) filter (where type = ${lit(LedgerType.allocate)}) as given, sum(avail) as avail
      from fund_ledger where firm_id = ${firmId} and activity_id = ${id} and at >= ${publishedAt}::timestamptz
        and type <> ${lit(LedgerType.reclaim)} group by 1
    ), back as (
      select ${local(sql`closed_at`)} as at, count(*) as count from claim
      where firm_id = ${firmId} and activity_id = ${id} and close_reason = ${lit(CloseReason.expired)} and ${autoReturn}::boolean
        and closed_at <= ${last} group by 1
    )
    select slot.at at time zone 'Asia/Shanghai' as at,
      coalesce(drawn.draws, 0) as draws, coalesce(drawn.wins, 0) as wins, coalesce(drawn.amount, 0)::bigint as amount,
      coalesce((select sum(given) from moved where moved.at <= slot.at), 0)::bigint as budget_given,
      coalesce((select sum(avail) from moved where moved.at <= slot.at), 0)::bigint as budget_left,
      (${stock.remain}::bigint + coalesce((select sum(later.wins) from drawn later where later.at > slot.at), 0)
        - coalesce((select sum(back.count) from back where back.at > slot.at), 0))::bigint as stock_left
    from slot left join drawn on drawn.at = slot.at order by slot.at`.execute(db);
  const versions = await db
    .selectFrom('weightVersion')
    .where('activityId', '=', id)
    .orderBy('version')
    .select(['version', 'effectiveAt as at'])
    .limit(100)
    .execute();
  const given = await db
    .selectFrom('fundLedger')
    .where('activityId', '=', id)
    .where('type', '=', LedgerType.allocate)
    .where('at', '>', publishedAt)
    .orderBy('id')
    .select(['at', 'avail as amount'])
    .limit(100)
    .execute();
  return { points, stockTotal: stock.total, versions, topUps: given };
};

/** Draws of an activity by province, most first. */
export const countRegions = async (db: Db, id: number) => {
  const regions = await db
    .selectFrom('draw')
    .where('activityId', '=', id)
    .groupBy('province')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('province')
    .select([
      sql<string>`coalesce((select name from city where city.id = province::int), '')`.as('name'),
      ({ fn }) => fn.countAll<number>().as('draws'),
    ])
    .execute();
  return { regions, total: regions.reduce((sum, { draws }) => sum + draws, 0) };
};
