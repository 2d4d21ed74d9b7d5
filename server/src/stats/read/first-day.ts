import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Grain } from '../figures/dims.ts';
import type { Firms } from './question.ts';

/** The first day that any figure of these firms tells of; null where there are none. */
export const firstDay = async (db: Db, firms: Firms): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select min(first)::text as day from (
      select (select min(day) from stat_day where stat_day.firm_id = one.firm_id and grain = ${sql.lit(Grain.day)}) as first
      from unnest(${firms === 'all' ? sql`array(select id from firm) || 0::bigint` : sql`${[...firms]}::bigint[]`}) one(firm_id)
    ) days`.execute(db);
  return rows[0]!.day;
};
