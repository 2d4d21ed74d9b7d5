import type { Db } from '../../kit/db/database.ts';

/** A shipping document as operations on it need it. */
export interface Doc {
  id: number;
  firmId: number;
  deliverNo: string;
  bizType: number;
  fromKind: number;
  fromId: number;
  toKind: number;
  toId: number;
  orderId: number | null;
  status: number;
  itemQty: number;
  signQty: number;
  reason: string;
}

/**
 * Locks some documents and the orders they are for, each in ascending order: after the operation itself, before any segment of
 * codes. Answers them by number; those of another firm are not among them.
 */
export const lockDocs = async (
  db: Db,
  ids: readonly number[],
  orderIds: readonly number[] = [],
): Promise<Map<number, Doc>> => {
  const docs =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deliver')
          .where('id', 'in', [...new Set(ids)])
          .select([
            'id',
            'firmId',
            'deliverNo',
            'bizType',
            'fromKind',
            'fromId',
            'toKind',
            'toId',
            'orderId',
            'status',
            'itemQty',
            'signQty',
            'reason',
          ])
          .orderBy('id')
          .forNoKeyUpdate()
          .execute();
  const orders = [...new Set([...orderIds, ...docs.flatMap(({ orderId }) => orderId ?? [])])];
  if (orders.length > 0)
    await db.selectFrom('needOrder').where('id', 'in', orders).select('id').orderBy('id').forNoKeyUpdate().execute();
  return new Map(docs.map((doc) => [doc.id, doc]));
};
