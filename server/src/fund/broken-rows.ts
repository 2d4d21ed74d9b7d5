import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { Fault } from './check-fund.ts';

/** So many faults of a rule are told of each firm. */
export const mostFaults = 200;

const most = sql.lit(Number.MAX_SAFE_INTEGER);

/**
 * The faults that a statement answers (`firm_id`, `pool_id`, `detail`, `difference`), some of each firm: junk of one hides nothing of
 * another. A difference that no number of ours holds is the largest that one does.
 */
export const findBroken = async (db: Db, statement: RawBuilder<unknown>): Promise<Fault[]> => {
  const { rows } = await sql<Fault>`
    select firm_id, pool_id, detail, least(greatest(coalesce(difference, 0), -${most}), ${most})::bigint as difference
    from (select *, row_number() over (partition by firm_id) as nth from (${statement}) faults) numbered
    where nth <= ${sql.lit(mostFaults)}`.execute(db);
  return rows;
};
