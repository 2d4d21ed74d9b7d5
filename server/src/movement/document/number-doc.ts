import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ofAllFirms, type Db } from '../../kit/db/database.ts';

const prefixes: Record<number, string> = { [BizType.ship]: 'FH', [BizType.takeBack]: 'TH', [BizType.transfer]: 'DB' };

/** What stands for a number until the document has its own: unlike any other. */
export const noNumberYet = (): string => `~${randomUUID().replaceAll('-', '').slice(0, 20)}`;

/**
 * Gives a document its number: the kind, the day, and how many of that kind the firm has had that day. Where another firm has that
 * very number its own follows. The last step of a transaction: others wait for their number meanwhile.
 */
export const numberDoc = async (db: Db, { id, firmId, bizType }: { id: number; firmId: number; bizType: number }) => {
  const day = `${prefixes[bizType]!}${shanghaiToday().replaceAll('-', '')}`;
  await sql`select pg_advisory_xact_lock(hashtext('deliver.deliver_no'), 0)`.execute(db);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(split_part(deliver_no, '-', 2)::int), 0) as last from deliver
    where firm_id = ${firmId} and left(deliver_no, 10) = ${day} and deliver_no ~ ${`^${day}-[0-9]{4,8}(-[0-9]+)?$`}`.execute(
    db,
  );
  const plain = `${day}-${String(rows[0]!.last + 1).padStart(4, '0')}`;
  const taken = await ofAllFirms(db)
    .selectFrom('deliver')
    .where('deliverNo', '=', plain)
    .select('id')
    .executeTakeFirst();
  const deliverNo = taken ? `${plain}-${firmId}` : plain;
  await db.updateTable('deliver').set({ deliverNo }).where('id', '=', id).where('firmId', '=', firmId).execute();
  return deliverNo;
};
