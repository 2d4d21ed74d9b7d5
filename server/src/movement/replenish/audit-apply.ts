import { ApplyStatus, type NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { sumOf } from './need-lines.ts';
import { insertOrder } from './order-writes.ts';

/** Takes up a request that was handed in: from now on it can no longer be taken back. */
export const acceptApply = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const { status } = await lockRow(db, 'needApply', id, ['status']);
  if (status !== ApplyStatus.waiting) throw refuse(moveRefusals.applyState);
  return changeRow(db, 'needApply', id, { status: ApplyStatus.reviewing, auditBy: operatorId });
};

/** What is granted of each line, and for how much, by the numbers of the lines; what is not named is granted as it was asked. */
export interface ApplyVerdict {
  pass: boolean;
  items: readonly { id: number; approveQty: number; price?: number }[];
  remark: string;
}

/**
 * Passes a request that was taken up and makes its order, or sends it back. 61130 in another state, 61131 where more is granted than
 * was asked, 61133 where nothing is. Of two at once one has an effect.
 */
export const auditApply = async (
  db: Db,
  id: number,
  { pass, items, remark }: ApplyVerdict,
  actor: Actor,
): Promise<{ orderId: number | null; orderNo: string }> => {
  const apply = await lockRow(db, 'needApply', id, [
    'firmId',
    'status',
    'agentId',
    'toAgentId',
    'expectDate',
    'receiver',
    'phone',
    'regionCode',
    'address',
  ]);
  if (apply.status !== ApplyStatus.reviewing) throw refuse(moveRefusals.applyState);
  const review = { auditBy: actor.operatorId, auditAt: sql<string>`now()`, auditRemark: remark };
  if (!pass) {
    await changeRow(db, 'needApply', id, { ...review, status: ApplyStatus.rejected });
    return { orderId: null, orderNo: '' };
  }
  const asked = await db
    .selectFrom('needApplyItem')
    .where('applyId', '=', id)
    .select(['id', 'productId', sql<NeedUnit>`unit`.as('unit'), 'qty', 'ratio', 'price'])
    .orderBy('id')
    .execute();
  const granted = new Map(items.map((item) => [item.id, item]));
  for (const named of granted.keys()) if (!asked.some((line) => line.id === named)) throw notFound();
  const lines = asked.map((line) => ({
    ...line,
    approveQty: granted.get(line.id)?.approveQty ?? line.qty,
    price: granted.get(line.id)?.price ?? line.price,
  }));
  if (lines.some(({ approveQty, qty }) => approveQty > qty)) throw refuse(moveRefusals.overApplied);
  const ordered = lines.filter(({ approveQty }) => approveQty > 0);
  if (ordered.length === 0) throw refuse(moveRefusals.noProduct);
  for (const { id: itemId, approveQty, price } of lines)
    await db.updateTable('needApplyItem').set({ approveQty, price }).where('id', '=', itemId).execute();
  const { firmId, status: _status, ...head } = apply;
  const order = await insertOrder(
    db,
    {
      ...head,
      remark: '',
      items: ordered.map(({ approveQty, ratio: _ratio, ...line }) => ({ ...line, qty: approveQty })),
    },
    { firmId, actor, applyId: id },
  );
  await changeRow(db, 'needApply', id, { ...review, ...sumOf(lines), status: ApplyStatus.passed });
  return { orderId: order.id, orderNo: order.orderNo };
};
