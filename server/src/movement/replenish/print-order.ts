import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { sql } from 'kysely';
import { lockOrder } from './order-writes.ts';
import { readOrder } from './read-order.ts';

/** An order for paper; counts that it was printed. */
export const printOrder = async (db: Db, id: number, operator: Operator) => {
  await lockOrder(db, id, []);
  await db
    .updateTable('needOrder')
    .set((row) => ({ printCnt: row('printCnt', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const order = await readOrder(db, id);
  const firm = await db
    .selectFrom('firm')
    .where('id', '=', order.firmId)
    .select(['name', 'phone', sql<string>`to_char(now(), 'YYYY-MM-DD HH24:MI:SS')`.as('printedAt')])
    .executeTakeFirstOrThrow();
  const agent = await db
    .selectFrom('agent')
    .where('id', '=', order.agentId)
    .select(['agentNo', 'contact', 'phone'])
    .executeTakeFirstOrThrow();
  const { printedAt, ...ofFirm } = firm;
  return { ...order, firm: ofFirm, agent, printedBy: operator.realName || operator.account, printedAt };
};
