import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes that claims were closed, in the transaction that closed them: none is opened again. */
export const noteEnds = async (db: Db, firmId: number, drawIds: readonly number[]): Promise<void> => {
  await sql`
    insert into claim_end (draw_id, firm_id, close_reason)
    select draw_id, firm_id, close_reason from claim
    where firm_id = ${firmId} and draw_id = any(${[...drawIds]}::bigint[]) and status = ${sql.lit(ClaimStatus.closed)}
    order by draw_id`.execute(db);
};
