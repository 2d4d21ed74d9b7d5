import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * Notes, in the transaction that opens payouts by these numbers, whose receivers WeChat named as somebody whom the app that pays knows under
 * another account. Of who is known as himself nothing is noted.
 */
export const noteReceivers = async (db: Db, firmId: number, redInfoIds: readonly number[]): Promise<void> => {
  await sql`
    insert into receiver_note (firm_id, uid, app_id, openid)
    select r.firm_id, r.uid, r.app_id, r.openid
    from red_info r join member on member.id = r.uid and member.firm_id = r.firm_id
    where r.firm_id = ${firmId} and r.id = any(${redInfoIds}::bigint[]) and not exists (
      select from account_open_id own where own.account_id = member.account_id and own.app_id = r.app_id and own.open_id = r.openid)`.execute(
    db,
  );
};
