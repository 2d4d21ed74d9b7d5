import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { PackState, SpanKind } from '../state/code-states.ts';
import { asRows } from '../state/pieces.ts';
import { merged, type Run } from '../state/ranges.ts';
import { lockSegments } from './begin-op.ts';

/** There are three levels. */
const mostClimbs = 2;

/** Boxes that some codes lie in: of each segment all between the first and the last, so that it stays few rows for any number of them. */
const boxesAround = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  // `offset 0`: each run looks into the index by itself; joined as a whole, thousands of runs of one segment would cost their square.
  const { rows } = await sql<Run>`
    with r as (${asRows(runs)})
    select seg, min(a)::int8 as "from", max(b)::int8 as "to" from (
      select s.parent_seg as seg, (r.a - 1) / s.parent_ratio + 1 as a, (r.b - 1) / s.parent_ratio + 1 as b
      from r join segment s on s.seg = r.seg and s.firm_id = ${firmId} and s.parent_seg is not null
      union all
      select u.parent_seg, u.parent_serial, u.parent_serial
      from r cross join lateral (select parent_seg, parent_serial from code_unit
        where seg = r.seg and firm_id = ${firmId} and serial between r.a and r.b and pack_state = ${sql.lit(PackState.packed)} offset 0) u
      union all
      select (s.payload ->> 'parentSeg')::int, (s.payload ->> 'parentSerial')::int8, (s.payload ->> 'parentSerial')::int8
      from r cross join lateral (select payload from code_span
        where seg = r.seg and firm_id = ${firmId} and kind = ${sql.lit(SpanKind.pack)} and span && int8range(r.a, r.b, '[]') offset 0) s
    ) boxes group by seg`.execute(db);
  return rows;
};

/** The segments of some codes and of the boxes they lie in, at every level. */
const segmentsAround = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Set<number>> => {
  const segs = new Set(runs.map(({ seg }) => seg));
  let inner: readonly Run[] = merged(runs);
  for (let climb = 0; climb < mostClimbs && inner.length > 0; climb += 1) {
    inner = await boxesAround(db, firmId, inner);
    for (const { seg } of inner) segs.add(seg);
  }
  return segs;
};

/** Said as the database says that a transaction lost against another one: it begins again. */
const beginAgain = (): Error => Object.assign(new Error('a code was packed elsewhere meanwhile'), { code: '40P01' });

/**
 * Locks the segments of some codes and of all boxes around them, in ascending order: after the operation and its documents, before
 * anything is read that it decides by, counters last. Where a code came into a box of another segment while it was waited for, the
 * transaction begins again.
 */
export const lockRuns = async (db: Db, firmId: number, runs: readonly Run[]): Promise<void> => {
  const segs = await segmentsAround(db, firmId, runs);
  await lockSegments(db, [...segs]);
  for (const seg of await segmentsAround(db, firmId, runs)) if (!segs.has(seg)) throw beginAgain();
};

/**
 * {@link lockRuns} of some codes with what `read` finds in their boxes, which it answers as it is under the locks. `read` answers
 * the codes too, or only what lies in them.
 */
export const lockContents = async (
  db: Db,
  firmId: number,
  codes: readonly Run[],
  read: (db: Db, firmId: number, codes: readonly Run[]) => Promise<Run[]>,
): Promise<Run[]> => {
  const before = [...codes, ...(await read(db, firmId, codes))];
  await lockRuns(db, firmId, before);
  const locked = new Set(before.map(({ seg }) => seg));
  const contents = await read(db, firmId, codes);
  if (contents.some(({ seg }) => !locked.has(seg))) throw beginAgain();
  return contents;
};
