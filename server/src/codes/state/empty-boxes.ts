import { BoxState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Place } from './parent-places.ts';
import type { Db } from '../../kit/db/database.ts';

/** A segment of boxes. */
interface BoxSegment {
  seg: number;
  count: number;
}

interface Emptiness {
  seg: number;
  /** Its boxes were printed with what lies in them. */
  isSet: boolean;
  empties: number;
}

/** How many boxes of each segment are empty: of a set those that were opened, of any other all into which nothing was packed. */
const countEmpties = async (db: Db, firmId: number, segments: readonly BoxSegment[]): Promise<Emptiness[]> => {
  const { rows } = await sql<Emptiness>`
    select s.seg, kind.is_set, case when kind.is_set then filled.empty else s.count - filled.other end as empties
    from segment s
    cross join lateral (select exists (select from segment child where child.firm_id = s.firm_id and child.parent_seg = s.seg) as is_set) kind
    cross join lateral (
      select count(*) filter (where box.box_state = ${sql.lit(BoxState.empty)}) as empty,
        count(*) filter (where box.box_state <> ${sql.lit(BoxState.empty)}) as other
      from box where box.firm_id = s.firm_id and box.seg = s.seg
    ) filled
    where s.firm_id = ${firmId} and s.seg = any(${segments.map(({ seg }) => seg)}::int[])`.execute(db);
  return segments.map(({ seg }) => rows.find((row) => row.seg === seg)!);
};

/** Serials of empty boxes of a segment, from the one with so many empty ones before it. */
const emptySerials = async (
  db: Db,
  firmId: number,
  { seg, isSet }: Emptiness,
  first: number,
  limit: number,
): Promise<number[]> => {
  const { rows } = isSet
    ? await sql<{ serial: number }>`
        select serial from box where firm_id = ${firmId} and seg = ${seg} and box_state = ${sql.lit(BoxState.empty)}
        order by serial limit ${limit} offset ${first}`.execute(db)
    : // As many boxes are empty before a filled one as its serial is greater than its place among the filled ones.
      await sql<{ serial: number }>`
        with filled as (
          select coalesce(array_agg(serial - nth order by nth), '{}') as before from (
            select serial, row_number() over (order by serial) as nth from box
            where firm_id = ${firmId} and seg = ${seg} and box_state <> ${sql.lit(BoxState.empty)}
          ) box
        )
        select nth + 1 + case when before = '{}' then 0 else width_bucket(nth, before) end as serial
        from filled, generate_series(${first}::int8, ${first + limit - 1}::int8) nth order by nth`.execute(db);
  return rows.map(({ serial }) => serial);
};

/** A page of the empty boxes of segments, and how many there are of them all. */
export const findEmptyBoxes = async (
  db: Db,
  firmId: number,
  segments: readonly BoxSegment[],
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; places: Place[] }> => {
  const counts = await countEmpties(db, firmId, segments);
  const total = counts.reduce((sum, { empties }) => sum + empties, 0);
  const places: Place[] = [];
  let before = (page - 1) * limit;
  for (const segment of counts) {
    const { seg, empties } = segment;
    const most = Math.min(limit - places.length, empties - before);
    if (most > 0) {
      for (const serial of await emptySerials(db, firmId, segment, before, most)) places.push({ seg, serial });
      before = 0;
    } else before -= empties;
    if (places.length === limit) break;
  }
  return { total, places };
};
