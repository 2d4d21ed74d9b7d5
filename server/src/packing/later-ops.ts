import { sql } from 'kysely';
import { placeKey, type Place } from '../codes/state/parent-places.ts';
import type { Db } from '../kit/db/database.ts';

/**
 * Which of some codes something happened to after a time, by the clock of who did it where he said so: to the code itself, or, for a
 * box, to what went into it or came out.
 */
export const findChangedSince = async (
  db: Db,
  firmId: number,
  places: readonly Place[],
  since: string,
): Promise<ReadonlySet<string>> => {
  const isLater = sql`date_trunc('second', coalesce(i.occurred_at, i.at)) > ${since}::timestamptz`;
  const { rows } = await sql<Place>`
    select p.seg, p.serial from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[]) p(seg, serial)
    where exists (select from code_op_item i where i.firm_id = ${firmId} and i.seg = p.seg and i.span @> p.serial and ${isLater})
      or exists (select from code_op_item i where i.firm_id = ${firmId} and i.after ? 'parentSeg'
        and (i.after ->> 'parentSeg')::int = p.seg and (i.after ->> 'parentSerial')::bigint = p.serial and ${isLater})
      or exists (select from code_op_item i where i.firm_id = ${firmId} and i.before -> 0 ? 'parentSeg'
        and (i.before -> 0 ->> 'parentSeg')::int = p.seg and (i.before -> 0 ->> 'parentSerial')::bigint = p.serial and ${isLater})`.execute(
    db,
  );
  return new Set(rows.map(placeKey));
};
