import { OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import type { RankRow, TraceNumbers, Trend, TrendPeriod } from '@zhuiyuan/contract/stats/home';
import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { countedScans, ofAnyFirm } from './scan-days.ts';
import { layOutTrend, trendRanges } from './lay-out-trend.ts';

/**
 * Codes issued, activated and scanned, and warnings raised, today and yesterday until this time of day; items shipped are kept by
 * the day, so theirs are of the whole of yesterday.
 */
export const traceNumbers = async (db: Db): Promise<TraceNumbers> => {
  const day = shanghaiToday();
  const today = sql`${day}::timestamptz`;
  const yesterday = sql`${addDays(day, -1)}::timestamptz`;
  const sameTime = sql`${shanghaiNow()}::timestamptz - interval '1 day'`;
  const [issued, activated, shipped, scanned, warned] = await Promise.all([
    db
      .selectFrom('task')
      .where('createdAt', '>=', sql<string>`${yesterday}`)
      .where('phase', '<>', TaskPhase.cancelled)
      .select([
        sql<number>`coalesce(sum(item_count + box_count + case_count) filter (where created_at >= ${today}), 0)::bigint`.as(
          'codeNum',
        ),
        sql<number>`coalesce(sum(item_count + box_count + case_count) filter (where created_at <= ${sameTime}), 0)::bigint`.as(
          'yesterdayCodeNum',
        ),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('codeOp')
      .where('createdAt', '>=', sql<string>`${yesterday}`)
      .where('opType', '=', OpType.activate)
      .where('reversedBy', 'is', null)
      .select([
        sql<number>`coalesce(sum((result ->> 'ok')::bigint) filter (where created_at >= ${today}), 0)::bigint`.as(
          'activeNum',
        ),
        sql<number>`coalesce(sum((result ->> 'ok')::bigint) filter (where created_at <= ${sameTime}), 0)::bigint`.as(
          'yesterdayActiveNum',
        ),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('moveDay')
      .where('day', '>=', addDays(day, -1))
      .select([
        sql<number>`coalesce(sum(ship_qty) filter (where day = ${day}::date), 0)::bigint`.as('shipNum'),
        sql<number>`coalesce(sum(ship_qty) filter (where day < ${day}::date), 0)::bigint`.as('yesterdayShipNum'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('scanLog')
      .where(ofAnyFirm)
      .where('at', '>=', sql<string>`${yesterday}`)
      .select([
        sql<number>`count(*) filter (where is_counted and at >= ${today})`.as('scanNum'),
        sql<number>`count(*) filter (where is_counted and at <= ${sameTime})`.as('yesterdayScanNum'),
        sql<number>`count(*) filter (where is_counted and verdict = 'FIRST' and at >= ${today})`.as('firstNum'),
        sql<number>`count(*) filter (where is_counted and verdict = 'FIRST' and at <= ${sameTime})`.as(
          'yesterdayFirstNum',
        ),
        sql<number>`count(distinct device) filter (where is_counted and at >= ${today})`.as('scanUser'),
        sql<number>`count(distinct device) filter (where is_counted and at <= ${sameTime})`.as('yesterdayScanUser'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('policeEvent')
      .where('createdAt', '>=', sql<string>`${yesterday}`)
      .select([
        sql<number>`count(*) filter (where created_at >= ${today})`.as('policeNum'),
        sql<number>`count(*) filter (where created_at <= ${sameTime})`.as('yesterdayPoliceNum'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...issued, ...activated, ...shipped, ...scanned, ...warned };
};

/** Counted scans of a period and of the one before it. */
export const scanTrend = async (db: Db, period: TrendPeriod): Promise<Trend> => {
  const now = shanghaiToday();
  const { current, previous } = trendRanges(period, now);
  const length = period === 'year' ? 'yyyy-MM'.length : 'yyyy-MM-dd'.length;
  const rows = await db
    .selectFrom(countedScans(db, { start: previous.start, end: current.end }).as('counted'))
    .select([sql<string>`left(day, ${sql.lit(length)})`.as('bucket'), sql<number>`sum(scans)::bigint`.as('scans')])
    .groupBy('bucket')
    .execute();
  return layOutTrend(period, now, new Map(rows.map(({ bucket, scans }) => [bucket, scans])));
};

/** The eight products scanned most in the last 30 days, with their scans of the 30 days before. */
export const productRank = async (db: Db): Promise<RankRow[]> => {
  const { current, previous } = trendRanges('lately30', shanghaiToday());
  return db
    .selectFrom(countedScans(db, { start: previous.start, end: current.end }).as('counted'))
    .innerJoin('product', 'product.id', 'counted.productId')
    .select([
      'product.id',
      'product.storeName as name',
      sql<number>`coalesce(sum(scans) filter (where day >= ${current.start}), 0)::bigint`.as('value'),
      sql<number>`coalesce(sum(scans) filter (where day < ${current.start}), 0)::bigint`.as('previous'),
    ])
    .groupBy('product.id')
    .having(sql<boolean>`sum(scans) filter (where day >= ${current.start}) > 0`)
    .orderBy('value', 'desc')
    .orderBy('product.id')
    .limit(8)
    .execute();
};
