import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeAgent, makeFirm } from '../../../test/factories/parties.ts';
import { makeGoods, makeNeedOrder } from '../../../test/factories/replenish.ts';
import { findOpenOrder, readRemaining } from './open-order.ts';
import { moveOrder } from './move-order.ts';

let app: TestApp;
let firmId: number;
let agentId: number;
const products: number[] = [];

beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  for (let at = 0; at < 3; at += 1) products.push(await makeGoods(app, firmId));
});
afterAll(() => app.close());

/** An order of 10 of the first product and 5 of the second. */
const makeOrder = () =>
  makeNeedOrder(app, { firmId, agentId }, [
    [products[0]!, 10],
    [products[1]!, 5],
  ]);
const readOrder = (id: number) =>
  app.db
    .selectFrom('needOrder')
    .where('id', '=', id)
    .select(['status', 'shipQty', 'signQty', 'closedAt'])
    .executeTakeFirstOrThrow();

it('follows what is shipped and signed, part by part, and counts no product that was not ordered', async () => {
  const id = await makeOrder();
  await moveOrder(app.dbOfFirm(firmId), id, [
    { productId: products[0]!, ship: 4 },
    { productId: products[0]!, ship: 2 },
    { productId: products[2]!, ship: 9 },
  ]);
  expect(await readOrder(id)).toMatchObject({ status: OrderStatus.shipped, shipQty: 6, signQty: 0 });
  expect([...(await readRemaining(app.dbOfFirm(firmId), id))]).toEqual([
    [products[0], 4],
    [products[1], 5],
  ]);
  await moveOrder(app.db, id, [{ productId: products[0]!, sign: 6 }]);
  expect(await readOrder(id)).toMatchObject({ status: OrderStatus.shipped, signQty: 6 });
  await moveOrder(app.db, id, [
    { productId: products[0]!, ship: 7 },
    { productId: products[1]!, ship: 5 },
  ]);
  expect((await readRemaining(app.db, id)).get(products[0]!)).toBe(0);
  expect(await readOrder(id)).toMatchObject({ status: OrderStatus.shipped, shipQty: 18 });
  await moveOrder(app.db, id, [
    { productId: products[0]!, sign: 7 },
    { productId: products[1]!, sign: 5 },
  ]);
  expect(await readOrder(id)).toMatchObject({ status: OrderStatus.signed, shipQty: 18, signQty: 18 });
});

it('goes back to the beginning when everything shipped was taken back, and is open again', async () => {
  const id = await makeOrder();
  await moveOrder(app.db, id, [{ productId: products[0]!, ship: 3 }]);
  await app.db
    .updateTable('needOrder')
    .set({ closedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  expect(await findOpenOrder(app.db, { firmId, orderId: id, toKind: Holder.agent, toId: agentId })).toBeUndefined();
  await moveOrder(app.db, id, [{ productId: products[0]!, ship: -3 }]);
  expect(await readOrder(id)).toEqual({ status: OrderStatus.none, shipQty: 0, signQty: 0, closedAt: null });
  expect(await findOpenOrder(app.db, { firmId, orderId: id, toKind: Holder.agent, toId: agentId })).toMatchObject({
    id,
    supplierKind: Holder.firm,
    supplierId: 0,
  });
  await expect(moveOrder(app.db, id, [{ productId: products[0]!, ship: -1 }])).rejects.toThrow(
    /need_order_product_check/,
  );
});

it('is open for its own receiver and firm alone', async () => {
  const orderId = await makeOrder();
  const other = await makeAgent(app, firmId);
  const ask = { firmId, orderId, toKind: Holder.agent as number, toId: agentId };
  expect(await findOpenOrder(app.db, ask)).toMatchObject({ id: orderId });
  expect(await findOpenOrder(app.db, { ...ask, toId: other })).toBeUndefined();
  expect(await findOpenOrder(app.db, { ...ask, toKind: Holder.shop })).toBeUndefined();
  expect(await findOpenOrder(app.db, { ...ask, firmId: await makeFirm(app) })).toBeUndefined();
  await app.db.updateTable('needOrder').set({ status: OrderStatus.cancelled }).where('id', '=', orderId).execute();
  expect(await findOpenOrder(app.db, ask)).toBeUndefined();
});

it('counts two shipments at once without losing one', async () => {
  const id = await makeOrder();
  await Promise.all(
    Array.from({ length: 6 }, () =>
      app.db.transaction().execute((db) => moveOrder(db, id, [{ productId: products[1]!, ship: 1 }])),
    ),
  );
  expect(await readOrder(id)).toMatchObject({ shipQty: 6, status: OrderStatus.shipped });
});
