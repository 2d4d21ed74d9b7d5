import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { drawsOfEvent, scansOfEvent } from './find-targets.ts';

interface EventOf {
  id: number;
  firmId: number;
}

/** Of how many people or phones, and of how many codes, the scans `s` of a statement are. */
export const peopleAndCodes = sql`count(distinct coalesce('u' || s.uid, 'd' || s.device)) as people, count(distinct (s.seg, s.serial)) as codes`;

/** The same of all scans of an event of codes. */
export const countScans = async (
  db: Db,
  type: number,
  { id, firmId }: EventOf,
): Promise<{ people: number; codes: number }> => {
  const { rows } = await sql<{ people: number; codes: number }>`
    select ${peopleAndCodes} from police_event e ${scansOfEvent(type)} where e.firm_id = ${firmId} and e.id = ${id}`.execute(
    db,
  );
  return rows[0]!;
};

/** What was won with all draws of an event of a person, in fen. */
export const sumDraws = async (db: Db, { id, firmId }: EventOf): Promise<number> => {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(d.amount), 0)::bigint as amount from police_event e ${drawsOfEvent} where e.firm_id = ${firmId} and e.id = ${id}`.execute(
    db,
  );
  return rows[0]!.amount;
};
