import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { overviewMetrics, type OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { readBases, type Firms } from '../read/read-bases.ts';
import type { Span, StatTime } from '../read/span.ts';
import type { Base } from '../read/kept.ts';

type Sql = RawBuilder<unknown>;

/** The numbers of firms as an array; `db` of what is asked sees all of them. */
export const toFirms = (firms: Firms): Sql =>
  firms === 'all' ? sql`(array(select id from firm) || 0::bigint)` : sql`${[...firms]}::bigint[]`;

/** The moments of a span: from its first day to the end of its last, or to what is in the figures, or to the clock it ends at. */
export const isIn = (column: Sql, { start, end, until }: Span, asOf: string): Sql =>
  sql`${column} < least((${end}::date + 1)::timestamptz, ${until ?? asOf}::timestamptz)
    ${start === null ? sql`` : sql`and ${column} >= ${start}::date::timestamptz`}`;

/** 排除: somebody found that it was none. */
const excluded = 2;

/**
 * Codes by where they were first asked about outside of where their dealer may sell, each once: by the whole, a province or a city. Places
 * of addresses and what was found to be none do not count.
 */
export const countCrossed = async (
  db: Db,
  { firms, span, asOf }: { firms: Firms; span: Span; asOf: string },
  by: 'all' | 'province' | 'city' | 'agent_id' = 'all',
): Promise<Map<number, number>> => {
  const key = by === 'all' ? sql`0::bigint` : sql`(${sql.ref(by)})::bigint`;
  const { rows } = await sql<{ key: number; n: number }>`
    select ${key} as key, count(*) as n from (
      select distinct on (firm_id, seg, serial) at, province, city, agent_id from cross_hit
      where firm_id = any (${toFirms(firms)}) and geo_source = ${sql.lit(GeoSource.gps)} and confirmed <> ${sql.lit(excluded)}
      order by firm_id, seg, serial, at
    ) first where ${isIn(sql`at`, span, asOf)} group by 1`.execute(db);
  return new Map(rows.map((row) => [row.key, row.n]));
};

/** Set aside and paid of what activities that are not over were given; null where they were given nothing. */
const readBudgetRate = async (db: Db, firms: Firms): Promise<number | null> => {
  const { rows } = await sql<{ rate: string | null }>`
    select (sum(b.reserved + b.paid) / nullif(sum(b.budget), 0))::float8 as rate from activity_budget b join pool on pool.id = b.pool_id
    where b.firm_id = any (${toFirms(firms)}) and b.closed_at is null and b.activity_id is distinct from pool.remit_budget_id`.execute(
    db,
  );
  return rows[0]!.rate === null ? null : Number(rows[0]!.rate);
};

/** Consumers that are on the black list now. */
const countListed = async (db: Db, firms: Firms): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from blacklist where firm_id = any (${toFirms(firms)}) and kind = ${sql.lit(BanKind.person)} and net is null
      and not is_white and (expire_at is null or expire_at > now())`.execute(db);
  return rows[0]!.n;
};

const sumBase = async (db: Db, firms: Firms, { asOf }: StatTime, span: Span, base: Base): Promise<number> =>
  (await readBases(db, { firms, span, asOf, place: { dim: 'firm', id: 0 }, by: 'all' }, [base])).get(0)?.[base] ?? 0;

/** What is counted beside the statistics, as a card: opened boxes and codes that crossed are held against the period before. */
export const readBeside = async (
  db: Db,
  { firms, time }: { firms: Firms; time: StatTime },
  codes: readonly OverviewCode[],
) => {
  const { range, before, asOf } = time;
  const read = async (code: OverviewCode, span: Span | null): Promise<number | null> => {
    if (code === 'budgetRate') return span === range ? readBudgetRate(db, firms) : null;
    if (code === 'blackCnt') return span === range ? countListed(db, firms) : null;
    if (!span) return null;
    if (code === 'crossCode') return (await countCrossed(db, { firms, span, asOf })).get(0) ?? 0;
    return sumBase(db, firms, time, span, 'unpack_cnt');
  };
  return Promise.all(
    codes.map(async (code) => {
      const { label, unit } = overviewMetrics[code];
      const [value, prev] = [await read(code, range), await read(code, before)];
      const ratio = value === null || prev === null || prev === 0 ? null : (value - prev) / prev;
      return { code, label, unit, value, prev, ratio };
    }),
  );
};
