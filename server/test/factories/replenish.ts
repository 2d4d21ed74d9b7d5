import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { noteOrder } from '../../src/movement/replenish/note-order.ts';
import type { App } from '../../src/kit/http/app-context.ts';

let serial = 0;
const next = () => `${Date.now().toString(36)}${(serial += 1)}`;

/** A product of a firm: 6 in a small box, 4 small boxes in a large one. */
export const makeGoods = async (
  { db }: Pick<App, 'db'>,
  firmId: number,
  change: { boxNum?: number; caseNum?: number; price?: number } = {},
): Promise<number> => {
  const { id } = await db
    .insertInto('product')
    .values({
      firmId,
      storeName: `雨前龙井${next()}`,
      productNo: `P${next()}`,
      unit: '盒',
      boxNum: 6,
      caseNum: 4,
      image: '/media/a.png',
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A draft of a dealer's request for two small boxes of a product. */
export const makeNeedApply = async (
  { db }: Pick<App, 'db'>,
  { firmId, agentId, address = '' }: { firmId: number; agentId: number; address?: string },
  productId: number,
): Promise<number> => {
  const { id: applyId } = await db
    .insertInto('needApply')
    .values({ firmId, agentId, address, applyNo: `SQ${next()}`, totalQty: 12, totalAmount: 200 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('needApplyItem')
    .values({ firmId, applyId, productId, qty: 2, unit: NeedUnit.box, ratio: 6, price: 100 })
    .execute();
  return applyId;
};

/** An order of a dealer from his firm: items of products, one yuan each. */
export const makeNeedOrder = async (
  { db }: Pick<App, 'db'>,
  { firmId, agentId }: { firmId: number; agentId: number },
  goods: readonly (readonly [productId: number, items: number])[],
): Promise<number> => {
  const totalQty = goods.reduce((sum, [, items]) => sum + items, 0);
  const { id: orderId } = await db
    .insertInto('needOrder')
    .values({ firmId, agentId, orderNo: `YH${next()}`, totalQty, totalAmount: totalQty * 100 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { firmId, orderId };
  for (const [productId, items] of goods) {
    await db
      .insertInto('needOrderItem')
      .values({ ...line, productId, qty: items, unit: NeedUnit.item, ratio: 1, price: 100 })
      .execute();
    await db
      .insertInto('needOrderProduct')
      .values({ ...line, productId, itemQty: items })
      .execute();
  }
  await noteOrder(db, { firmId, id: orderId });
  return orderId;
};

export const needPermissions = [
  ...['list', 'save', 'update', 'delete', 'submit', 'audit', 'export'].map(
    (verb) => `admin:identity:needApply:${verb}`,
  ),
  ...['list', 'save', 'update', 'ship', 'cancel', 'close', 'pay', 'deduct', 'export', 'print'].map(
    (verb) => `admin:identity:needOrder:${verb}`,
  ),
];

/** What a form of a request or an order sends. */
export const needDraft = (
  agentId: number,
  items: { productId: number; unit: NeedUnit; qty: number; price: number }[],
  change: object = {},
) => ({
  agentId,
  receiver: '周明远',
  phone: '13800001111',
  regionCode: '330106',
  address: '龙井路 18 号',
  items,
  ...change,
});
