import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes whose account people of a firm came with, in the transaction that writes them otherwise than one by one. */
export const noteAccounts = async (db: Db, firmId: number, memberIds: readonly number[]): Promise<void> => {
  await sql`
    insert into member_account (member_id, firm_id, account_id)
    select id, firm_id, account_id from member where firm_id = ${firmId} and id = any(${[...memberIds]}::bigint[]) order by id`.execute(
    db,
  );
};
