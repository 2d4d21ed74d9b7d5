import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The lines of packets sent by hand as a digest; `table` is their order. */
export const linesDigest = (table: string) => sql<string>`encode(sha256(convert_to(coalesce((
  select string_agg(concat_ws('|', l.id, l.line_no, l.openid, coalesce(l.uid::text, ''), l.amount, l.is_held), ';' order by l.line_no)
  from red_send_line l where l.firm_id = ${sql.ref(`${table}.firm_id`)} and l.send_id = ${sql.ref(`${table}.id`)}
), ''), 'UTF8')), 'hex')`;

/** Notes who gets how much by an order of packets, in the transaction that sends it: it stays so, also while another person has to let it go. */
export const noteSend = async (db: Db, { id, firmId }: { id: number; firmId: number }): Promise<void> => {
  await sql`
    insert into send_note (firm_id, send_id, lines)
    select firm_id, id, ${linesDigest('red_send')} from red_send where firm_id = ${firmId} and id = ${id}`.execute(db);
};
