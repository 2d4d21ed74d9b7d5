import { DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('shipping', () => {
  test('a range, a box and a code in one document: custody, stock, lot, log and sums follow', async () => {
    const { pack, ship, line, items, box, agent, stockOf, docOf, linesOf, logOf, lotId, productId, token, item } =
      await makeMoveWorld(app);
    await pack(1, 1, 6);
    const { data, code, message } = await ship([
      await line(items, 101, 200),
      { code: await box(1) },
      { code: await item(10) },
    ]);
    expect([code, message]).toEqual([200, 'ok']);
    expect(data.itemQty).toBe(107);
    expect(data.deliverNo).toMatch(/^FH\d{8}-\d{4}$/);
    expect(await docOf(data.id)).toMatchObject({
      itemQty: 107,
      boxQty: 1,
      caseQty: 0,
      signQty: 0,
      status: DeliverStatus.shipped,
      toKind: 1,
      toId: agent,
    });
    expect((await linesOf(data.id)).map(({ mode, itemQty }) => [mode, itemQty])).toEqual([
      [2, 6],
      [1, 1],
      [3, 100],
    ]);
    expect(await stockOf(agent)).toEqual([{ productId, lotId, transitQty: 107, handQty: 0, inQty: 0, outQty: 0 }]);
    const lot = await app.db.selectFrom('lot').where('id', '=', lotId).select('shipCnt').executeTakeFirst();
    expect(lot).toEqual({ shipCnt: 107 });
    expect((await logOf(data.id)).map(({ act, itemQty }) => [act, itemQty])).toEqual([
      [DeliverAct.create, 107],
      [DeliverAct.ship, 100],
      [DeliverAct.ship, 6],
      [DeliverAct.ship, 1],
    ]);
    const inBox = await app.data(token, identityApi.info, { code: await item(3) });
    expect(inBox).toMatchObject({ shipStatus: 1 });
  });

  test('signing for all of it, and sending it on', async () => {
    const { ship, sign, line, items, agent, below, shop, stockOf, docOf, productId, lotId, to } =
      await makeMoveWorld(app);
    const { data } = await ship([await line(items, 1, 50)]);
    expect((await sign(data.id)).data).toEqual({ signed: 50, remain: 0, extra: 0 });
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.signed, signQty: 50 });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 50, inQty: 50 }]);
    const on = await ship([await line(items, 1, 20)], to(below, { fromKind: 1, fromId: agent }));
    expect(on.code).toBe(200);
    expect(await stockOf(agent)).toEqual([{ productId, lotId, transitQty: 0, handQty: 30, inQty: 50, outQty: 20 }]);
    const toShop = await ship([await line(items, 21, 30)], { fromKind: 1, fromId: agent, toKind: 2, toId: shop });
    expect(toShop.code).toBe(200);
    await sign(toShop.data.id);
    const reviewed = await app.db.selectFrom('shop').where('id', '=', shop).select('audit').executeTakeFirst();
    expect(reviewed).toEqual({ audit: 4 });
  });

  test('taking it back: stock, lot, order and custody are as before', async () => {
    const { ship, cancel, line, items, agent, stockOf, docOf, lotId, boxes, pack } = await makeMoveWorld(app);
    await pack(1, 1, 6);
    const { data } = await ship([await line(items, 101, 200), await line(boxes, 1)]);
    const answer = await cancel(data.id);
    expect(answer.data).toEqual({ itemQty: 106, signedQty: 0 });
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.cancelled, itemQty: 0, boxQty: 0 });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 0 }]);
    const lot = await app.db.selectFrom('lot').where('id', '=', lotId).select('shipCnt').executeTakeFirst();
    expect(lot).toEqual({ shipCnt: 0 });
    expect((await cancel(data.id)).code).toBe(61072);
    expect((await ship([await line(items, 101, 200), await line(boxes, 1)])).code).toBe(200);
  });
});
