import type { DayRange } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Dim } from '../figures/dims.ts';
import type { FactKind } from '../figures/fact-kind.ts';
import { scanFacts } from '../figures/scan-facts.ts';
import { sumChange } from '../figures/sum-facts.ts';
import { toArray, type Firms } from './question.ts';
import { readMetrics } from './read-metrics.ts';

type Sql = RawBuilder<unknown>;
/** Counted scans by the codes of places; 0 is nowhere. */
type Placed = Map<number, number>;

const byPlace = (source: Sql): FactKind => {
  const { adds, ...kind } = scanFacts(source);
  return { ...kind, under: ['province', 'city'], adds: { scan_pv: adds.scan_pv } };
};

/**
 * Counted scans of days by province and by city as they are at this moment: what the figures have, what only the log knows yet, and scans
 * that changed since they were added, less what they were. `db` sees all firms.
 */
export const placedScans = (
  db: Db,
  firms: Firms,
  { start, end }: DayRange,
): Promise<{ province: Placed; city: Placed }> =>
  // The last round of figures, the log and its changes are read of one state.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const where = transaction as Db;
      const cursor = await where
        .selectFrom('statCursor')
        .select(sql<string>`upto::text`.as('upto'))
        .executeTakeFirst();
      const upto = sql`${cursor?.upto ?? '-infinity'}::timestamptz`;
      const first = sql`(select distinct on (scan_id) scan_id, old from stat_change order by scan_id, number)`;
      const isAdded = sql`(first.old ->> 'at')::timestamptz < ${upto}`;
      const before = sql`(select (jsonb_populate_record(null::scan_log, first.old)).* from ${first} first where ${isAdded})`;
      const now = sql`(
        select scan_log.* from scan_log where firm_id = any (${toArray(firms)}) and at >= greatest(${upto}, ${start}::date::timestamptz)
        union all
        select scan_log.* from ${first} first
        join scan_log on scan_log.id = first.scan_id and scan_log.at = (first.old ->> 'at')::timestamptz where ${isAdded})`;
      const { rows: late } = await sql<{ dim: number; id: number; scans: number }>`
        select dim, id, sum(scan_pv)::bigint as scans from (${sumChange(byPlace(before), byPlace(now))}) late
        where firm_id = any (${toArray(firms)}) and day between ${start}::date and ${end}::date and dim in (${sql.lit(Dim.province)}, ${sql.lit(Dim.city)})
        group by 1, 2`.execute(where);
      const read = async (dim: 'province' | 'city'): Promise<Placed> => {
        const asked = { firms, span: { start, end }, asOf: end };
        const kept = await readMetrics(where, asked, { place: { dim }, by: 'id' }, ['scanPv']);
        const placed: Placed = new Map([...kept].map(([id, { scanPv }]) => [id, scanPv ?? 0]));
        for (const { id, scans } of late.filter((row) => row.dim === Dim[dim]))
          placed.set(id, (placed.get(id) ?? 0) + scans);
        return placed;
      };
      return { province: await read('province'), city: await read('city') };
    });
