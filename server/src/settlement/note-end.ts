import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes that a remittance was paid or rejected, in the transaction that did it: neither is ever taken back. */
export const noteEnd = async (db: Db, { id, firmId }: { id: number; firmId: number }): Promise<void> => {
  await sql`
    insert into remit_end (firm_id, remit_id, status, amount, person)
    select firm_id, id, status, amount, case status when ${sql.lit(RemitStatus.paid)} then paid_by else reject_by end
    from remit where firm_id = ${firmId} and id = ${id}`.execute(db);
};
