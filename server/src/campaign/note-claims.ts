import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes until when claims stay open and by which code they are collected, in the transaction that opens or changes them. */
export const noteClaims = async (db: Db, drawIds: readonly number[]): Promise<void> => {
  await sql`
    insert into claim_note (firm_id, draw_id, expire_at, code)
    select firm_id, draw_id, expire_at, digest_ver_code(claim) from claim
    where firm_id is not null and draw_id = any(${[...drawIds]}::bigint[]) order by draw_id`.execute(db);
};
