import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { NeedItemDraft } from '@zhuiyuan/contract/movement/replenish/need-draft';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql, type Selectable } from 'kysely';
import type { NeedOrder } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid, notFound, refuse, stale } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { checkNeed, nextNeedNumber } from './check-need.ts';
import { noteOrder } from './note-order.ts';
import { sumOf, toNeedLines, type NeedLine } from './need-lines.ts';

/** An order as it is written. */
interface OrderDraft {
  agentId: number;
  toAgentId?: number | null | undefined;
  expectDate?: string | null | undefined;
  receiver: string;
  phone: string;
  regionCode?: string | undefined;
  address: string;
  remark: string;
  items: readonly NeedItemDraft[];
}

const headColumns = [
  'agentId',
  'supplierKind',
  'supplierId',
  'expectDate',
  'receiver',
  'phone',
  'regionCode',
  'address',
  'remark',
] as const;

const toColumns = (draft: OrderDraft, lines: readonly NeedLine[]) => ({
  agentId: draft.agentId,
  supplierKind: draft.toAgentId ? Holder.agent : Holder.firm,
  supplierId: draft.toAgentId ?? 0,
  expectDate: draft.expectDate ?? null,
  receiver: draft.receiver,
  phone: draft.phone,
  regionCode: draft.regionCode ?? '',
  address: draft.address,
  remark: draft.remark,
  ...sumOf(lines),
});

/** Columns of an order, locked; 404 where there is none, 409 when `version` is another one. */
export const lockOrder = async <C extends keyof Selectable<NeedOrder>>(
  db: Db,
  id: number,
  columns: readonly C[],
  version?: number,
): Promise<Pick<Selectable<NeedOrder>, C>> => {
  const row = await db
    .selectFrom('needOrder')
    .select(['version', ...(columns as readonly [])])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version) throw stale();
  return row as unknown as Pick<Selectable<NeedOrder>, C>;
};

/** Changes columns of an order and counts the change. */
export const changeOrder = (db: Db, id: number, change: Record<string, unknown>): Promise<Saved> =>
  db
    .updateTable('needOrder')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1), updatedAt: sql`now()` }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();

/** Writes the lines of an order, and how many items of each product they are; a line of the same product and unit stays the same. */
const putLines = async (db: Db, firmId: number, orderId: number, lines: readonly NeedLine[]): Promise<void> => {
  const of = { firmId, orderId };
  const kept = await db
    .insertInto('needOrderItem')
    .values(lines.map((line) => ({ ...line, ...of })))
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'productId', 'unit']).doUpdateSet((row) => ({
        qty: row.ref('excluded.qty'),
        ratio: row.ref('excluded.ratio'),
        price: row.ref('excluded.price'),
      })),
    )
    .returning('id')
    .execute();
  await db
    .deleteFrom('needOrderItem')
    .where('orderId', '=', orderId)
    .where(
      'id',
      'not in',
      kept.map(({ id }) => id),
    )
    .execute();
  await db.deleteFrom('needOrderProduct').where('orderId', '=', orderId).execute();
  const items = new Map<number, number>();
  for (const { productId, qty, ratio } of lines) items.set(productId, (items.get(productId) ?? 0) + qty * ratio);
  await db
    .insertInto('needOrderProduct')
    .values([...items].map(([productId, itemQty]) => ({ ...of, productId, itemQty })))
    .execute();
};

/** Makes an order, of a request (`applyId`) or by itself. */
export const insertOrder = async (
  db: Db,
  draft: OrderDraft,
  { firmId, actor, applyId }: { firmId: number; actor: Actor; applyId?: number },
): Promise<Saved & { orderNo: string }> => {
  // what a request asked for in time may be ordered after the day it was wanted on
  await checkNeed(db, firmId, applyId ? { ...draft, expectDate: null } : draft);
  const kept = applyId ? draft.items.map(({ productId }) => productId) : [];
  const lines = await toNeedLines(db, firmId, draft.items, { kept });
  const saved = await db
    .insertInto('needOrder')
    .values({
      ...toColumns(draft, lines),
      firmId,
      applyId: applyId ?? null,
      orderNo: await nextNeedNumber(db, firmId, 'order'),
      opSrc: actor.opSrc,
      createdBy: actor.operatorId,
    })
    .returning(['id', 'version', 'orderNo'])
    .executeTakeFirstOrThrow();
  await putLines(db, firmId, saved.id, lines);
  await noteOrder(db, { firmId, id: saved.id });
  return saved;
};

/** An order as a change of it is written, locked. */
export const storedOrder = async (db: Db, id: number) => {
  const { supplierKind, supplierId, ...head } = await lockOrder(db, id, headColumns);
  const items = await db
    .selectFrom('needOrderItem')
    .where('orderId', '=', id)
    .select(['productId', 'unit', 'qty', 'price'])
    .orderBy('id')
    .execute();
  return { ...head, toAgentId: supplierKind === Holder.agent ? supplierId : null, items };
};

/**
 * Changes an order of which nothing is shipped (else 61145). It keeps its dealer and supplier where it came of a request or something
 * was paid, and costs no less than was paid. 409 when `version` is not the row's.
 */
export const updateOrder = async (
  db: Db,
  id: number,
  draft: OrderDraft,
  version: number | undefined,
): Promise<Saved> => {
  const before = await lockOrder(
    db,
    id,
    ['firmId', 'status', 'applyId', 'payAmount', 'deductAmount', ...headColumns],
    version,
  );
  if (before.status !== OrderStatus.none) throw refuse(moveRefusals.orderState);
  const paid = before.payAmount + before.deductAmount;
  const isBound = before.applyId !== null || paid > 0;
  const toAgentId = before.supplierKind === Holder.agent ? before.supplierId : null;
  if (isBound && draft.agentId !== before.agentId)
    throw invalid('agentId', '订单由要货申请生成或已有付款，不能更换经销商');
  if (isBound && (draft.toAgentId ?? null) !== toAgentId)
    throw invalid('toAgentId', '订单由要货申请生成或已有付款，不能更换供货方');
  await checkNeed(db, before.firmId, draft, { ...before, toAgentId });
  const former = await db.selectFrom('needOrderItem').where('orderId', '=', id).select('productId').execute();
  const lines = await toNeedLines(db, before.firmId, draft.items, { kept: former.map(({ productId }) => productId) });
  if (sumOf(lines).totalAmount < paid) throw invalid('items', `订单金额不能小于已付和已抵扣的${moneyText(paid)}元`);
  await putLines(db, before.firmId, id, lines);
  const saved = await changeOrder(db, id, toColumns(draft, lines));
  await noteOrder(db, { firmId: before.firmId, id });
  return saved;
};
