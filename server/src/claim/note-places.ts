import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes where prizes are to be sent, in the transaction that asks for it: neither the receiver nor the place of an order ever changes. */
export const notePlaces = async (db: Db, firmId: number, redeemNos: readonly string[]): Promise<void> => {
  await sql`
    insert into redemption_place (redemption_id, firm_id, digest)
    select id, firm_id, digest_place(redemption) from redemption
    where firm_id = ${firmId} and redeem_no = any(${[...redeemNos]}::text[]) order by id`.execute(db);
};
