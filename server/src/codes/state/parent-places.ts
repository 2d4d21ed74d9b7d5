import { SpanKind, PackState } from './code-states.ts';
import { sql } from 'kysely';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';

export interface Place {
  seg: number;
  serial: number;
}

export const placeKey = ({ seg, serial }: Place): string => `${seg}.${serial}`;

interface Parent extends Place {
  ofSeg: number;
  ofSerial: number;
  level: number;
  keyV: string | null;
}

const findParents = compileOnce<{ firms: number[]; segs: number[]; serials: number[] }, Parent>(
  (db, { firms, segs, serials }) =>
    sql<Parent>`
    select x.of_seg, x.of_serial, x.seg, x.serial, parent.level, parent.key_v from (
      select p.seg as of_seg, p.serial as of_serial,
        case when u.pack_state = ${sql.lit(PackState.packed)} then u.parent_seg when u.pack_state = ${sql.lit(PackState.unpacked)} then null
          when s.parent_seg is not null then s.parent_seg else (k.payload ->> 'parentSeg')::int end as seg,
        case when u.pack_state = ${sql.lit(PackState.packed)} then u.parent_serial when u.pack_state = ${sql.lit(PackState.unpacked)} then null
          when s.parent_seg is not null then (p.serial - 1) / s.parent_ratio + 1 else (k.payload ->> 'parentSerial')::bigint end as serial
      from unnest(${segs}::int[], ${serials}::bigint[]) p(seg, serial)
      join segment s on s.seg = p.seg and s.firm_id = any(${firms}::bigint[])
      left join code_unit u on u.seg = p.seg and u.serial = p.serial
      left join lateral (select payload from code_span where seg = p.seg and kind = ${sql.lit(SpanKind.pack)} and span @> p.serial limit 1) k
        on s.parent_seg is null and coalesce(u.pack_state, 0) = ${sql.lit(PackState.unsaid)}) x
    join segment parent on parent.seg = x.seg`.compile(db),
);

/** What directly holds each of some codes: what was done with the code itself, else its run, else the rule of its segment. One query. */
export const parentPlaces = async (
  db: Db,
  firmId: number | readonly number[],
  places: readonly Place[],
): Promise<Map<string, Place & { level: number; keyV: string | null }>> => {
  if (places.length === 0) return new Map();
  const rows = await findParents.run(db, {
    firms: [firmId].flat(),
    segs: places.map(({ seg }) => seg),
    serials: places.map(({ serial }) => serial),
  });
  return new Map(
    rows.map(({ ofSeg, ofSerial, ...parent }) => [placeKey({ seg: ofSeg, serial: ofSerial }), parent] as const),
  );
};
