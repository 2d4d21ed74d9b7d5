import { SpanKind } from '../../codes/state/code-states.ts';
import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { makeGoods, makeNeedOrder, needPermissions } from '../../../test/factories/replenish.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** What is known of custody, stock and lots of a firm, but when and by which step it came about. */
const custodyOf = async (firmId: number) => {
  const { rows: units } = await sql`
    select seg, serial, ship_status, holder_kind, holder_id, deliver_id, ship_at, sign_at from code_unit
    where firm_id = ${firmId} and coalesce(ship_status, ${sql.lit(Shipping.none)}) not in (${sql.lit(Shipping.none)}, ${sql.lit(Shipping.cancelled)}) order by seg, serial`.execute(
    app.db,
  );
  const { rows: spans } = await sql`
    select seg, serial, payload - 'deliverId' as payload, payload ->> 'deliverId' as deliver_id from code_span, generate_series(lower(span), upper(span) - 1) serial
    where firm_id = ${firmId} and kind = ${sql.lit(SpanKind.ship)} and payload ->> 'shipStatus' not in ('0', '2') order by seg, serial`.execute(
    app.db,
  );
  const { rows: stock } = await sql`
    select holder_kind, holder_id, lot_id, transit_qty, hand_qty, in_qty, out_qty from stock
    where firm_id = ${firmId} and (transit_qty, hand_qty, in_qty, out_qty) <> (0, 0, 0, 0) order by 1, 2, 3`.execute(
    app.db,
  );
  const { rows: lots } = await sql`select id, ship_cnt from lot where firm_id = ${firmId} order by id`.execute(app.db);
  return { units, spans, stock, lots };
};

describe('taking back', () => {
  test('gives exactly what held before, of goods that had a holder, and of some that had none', async () => {
    const { ship, sign, cancel, line, items, item, agent, below, to, firmId, pack, boxes } = await makeMoveWorld(app);
    await pack(1, 201, 206);
    const first = await ship([await line(items, 1, 60), { code: await item(70) }, await line(boxes, 1)]);
    await sign(first.data.id);
    const second = await ship([{ code: await item(80) }]);
    await sign(second.data.id);
    const before = await custodyOf(firmId);
    const on = await ship(
      [await line(items, 10, 50), { code: await item(70) }, { code: await item(80) }, await line(boxes, 1)],
      to(below, { fromKind: 1, fromId: agent }),
    );
    expect(on.data.itemQty).toBe(49);
    expect(await custodyOf(firmId)).not.toEqual(before);
    expect((await cancel(on.data.id)).data).toEqual({ itemQty: 49, signedQty: 0 });
    expect(await custodyOf(firmId)).toEqual(before);
    const again = await ship([await line(items, 10, 50)], to(below, { fromKind: 1, fromId: agent }));
    expect(again.code).toBe(200);
  });

  test('takes back once what was taken back before and added to its document again', async () => {
    const { ship, cancel, line, items, item, firmId, token, linesOf } = await makeMoveWorld(app);
    const goods = [await line(items, 1, 40), await line(items, 51, 90), { code: await item(100) }];
    await cancel((await ship(goods)).data.id);
    const before = await custodyOf(firmId);
    const { id } = (await ship(goods)).data;
    for (const { id: lineId } of [...(await linesOf(id))].filter((_line, at) => at !== 1)) {
      expect((await cancel(id, { parts: [{ lineId }] })).code).toBe(200);
    }
    const again = { deliverId: id, lines: [goods[0]!, goods[2]!] };
    expect((await app.call(token, shipApi.scanSave, again as never)).code).toBe(200);
    expect(await cancel(id)).toMatchObject({ code: 200, data: { itemQty: 81, signedQty: 0 } });
    expect(await custodyOf(firmId)).toEqual(before);
    expect((await ship(goods)).code).toBe(200);
  });

  test('part of a range divides its line; what is signed stays and is refused', async () => {
    const { ship, sign, cancel, line, items, item, linesOf, docOf, token, stockOf, agent } = await makeMoveWorld(app);
    const { data } = await ship([await line(items, 1, 100)]);
    const [whole] = await linesOf(data.id);
    const part = (serialFrom: number, serialTo: number) => ({ parts: [{ lineId: whole!.id, serialFrom, serialTo }] });
    expect((await cancel(data.id, part(50, 101))).code).toBe(400);
    expect((await cancel(data.id, part(60, 50))).code).toBe(61042);
    expect((await cancel(data.id, part(41, 50))).data).toEqual({ itemQty: 10, signedQty: 0 });
    expect((await linesOf(data.id)).map(({ from, to, itemQty, status }) => [from, to, itemQty, status])).toEqual([
      [1, 40, 40, 1],
      [41, 50, 10, 2],
      [51, 100, 50, 1],
    ]);
    await sign(data.id, { mode: 'codes', codes: [await item(1)], remark: '先收一件' });
    const alone = (codes: string[]) => app.call(token, shipApi.aloneCancel, { codes, reason: '错发' } as never);
    expect(await alone([await item(1)])).toMatchObject({ code: 61073 });
    expect(await alone([await item(41)])).toMatchObject({ code: 61072 });
    expect(await alone([await item(41), await item(1)])).toMatchObject({ code: 61031 });
    expect((await alone([await item(2), await item(60)])).data).toMatchObject({
      codes: 2,
      itemQty: 2,
      docs: [{ id: data.id }],
    });
    expect((await cancel(data.id)).data).toEqual({ itemQty: 87, signedQty: 1 });
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.signed, itemQty: 1, signQty: 1 });
    expect((await cancel(data.id)).code).toBe(61073);
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 1 }]);
  });

  test('boxes by their codes, with what is known of them beforehand', async () => {
    const { ship, box, pack, token, item, agent } = await makeMoveWorld(app);
    await pack(1, 1, 6);
    const { data } = await ship([{ code: await box(1) }]);
    const codes = [await box(1), await item(1), await item(50)];
    const checked = await app.data(token, shipApi.cancelCheck, { codes, isBox: true } as never);
    expect(checked).toMatchObject([
      { deliverNo: data.deliverNo, itemQty: 6, errCode: 0, status: 1 },
      { errCode: 400 },
      { errCode: 400 },
    ]);
    expect(checked[0]!.toName).toBe(
      (await app.db.selectFrom('agent').where('id', '=', agent).select('name').executeTakeFirstOrThrow()).name,
    );
    const inBox = await app.call(token, shipApi.aloneCancel, { codes: [await item(1)], reason: '错' } as never);
    expect(inBox.code).toBe(61072);
    const cancelled = await app.call(token, shipApi.boxCancel, { codes: [await box(1)], reason: '错发' } as never);
    expect(cancelled.data).toMatchObject({ codes: 1, itemQty: 6 });
  });
});

describe('goods', () => {
  test('go back to whoever sent them, with a reason where shoppers had asked', async () => {
    const { ship, sign, item, items, agent, below, beside, to, stockOf, firmId } = await makeMoveWorld(app);
    const codes = await Promise.all([1, 2, 3].map(async (serial) => ({ code: await item(serial) })));
    await sign((await ship(codes)).data.id);
    await sign((await ship([codes[2]!], to(below, { fromKind: 1, fromId: agent }))).data.id);
    const back = (more: object = {}) => ({ bizType: 2, fromKind: 1, fromId: agent, toKind: 0, ...more });
    expect((await ship([codes[0]!], back({ toKind: 1, toId: beside }))).message).toContain('请退给该方');
    await app.db
      .insertInto('unitScan')
      .values({
        firmId,
        seg: items,
        serial: 1,
        cnt: 1,
        firstAt: sql<string>`now()`,
        lastAt: sql<string>`now()`,
      } as never)
      .execute();
    expect(await ship([codes[0]!], back())).toMatchObject({ code: 400, message: '所退产品已被查询过，请填写退货原因' });
    const returned = await ship([codes[0]!], back({ reason: '包装破损' }));
    expect(returned.data.deliverNo).toMatch(/^TH/);
    expect((await sign(returned.data.id)).data.signed).toBe(1);
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 1, inQty: 3, outQty: 2 }]);
    expect((await ship([codes[0]!], to(beside))).code).toBe(200);
  });

  test('of different senders go back by documents of their own', async () => {
    const { ship, sign, item, agent, beside, to } = await makeMoveWorld(app);
    const [one, two] = [{ code: await item(1) }, { code: await item(2) }];
    await sign((await ship([one])).data.id);
    await sign((await ship([two], to(beside))).data.id);
    await sign((await ship([two], to(agent, { bizType: 3, fromKind: 1, fromId: beside }))).data.id);
    const answer = await ship([one, two], { bizType: 2, fromKind: 1, fromId: agent, toKind: 0 });
    expect(answer).toMatchObject({ code: 61141 });
    expect(answer.message).toContain('货物来自不同的上游，请分开退货');
  });

  test('that came back to their sender go further back to his', async () => {
    const { ship, sign, line, items, boxes, item, pack, agent, below, beside, to } = await makeMoveWorld(app);
    await pack(1, 101, 106);
    const goods = [await line(items, 1, 40), await line(boxes, 1), { code: await item(60) }];
    const move = async (lines: typeof goods, head: object) => {
      const answer = await ship(lines, head);
      if (answer.code === 200) expect((await sign(answer.data.id)).code).toBe(200);
      return answer;
    };
    const back = { bizType: 2, reason: '滞销' };
    await move(goods, to());
    await move(goods, to(below, { fromKind: 1, fromId: agent }));
    await move(goods, to(agent, { fromKind: 1, fromId: below, ...back }));
    // Sent once more and back in part, it is still the firm's.
    await move([goods[2]!], to(below, { fromKind: 1, fromId: agent }));
    await move([goods[2]!], to(agent, { fromKind: 1, fromId: below, ...back }));
    const wrong = await move(goods, to(below, { fromKind: 1, fromId: agent, ...back }));
    expect(wrong.code).toBe(61031);
    expect((wrong.data as unknown as { rows: { errMsg: string }[] }).rows[0]!.errMsg).toContain('请退给该方');
    const home = await move(goods, { fromKind: 1, fromId: agent, toKind: 0, toId: 0, ...back });
    expect(home).toMatchObject({ code: 200, data: { itemQty: 47 } });
    // And out again to another dealer.
    expect((await move(goods, to(beside))).code).toBe(200);
  });

  test('are moved by staff between any two', async () => {
    const { ship, sign, item, agent, beside, to, stockOf } = await makeMoveWorld(app);
    const one = { code: await item(1) };
    await sign((await ship([one])).data.id);
    const moved = await ship([one], to(beside, { bizType: 3, fromKind: 1, fromId: agent }));
    expect(moved.data.deliverNo).toMatch(/^DB/);
    expect(await stockOf(agent)).toMatchObject([{ handQty: 0, outQty: 1 }]);
    expect(await stockOf(beside)).toMatchObject([{ transitQty: 1 }]);
  });

  test('that a dealer ships on before he signed are signed for first, unless he has to', async () => {
    const { ship, line, items, agent, below, to, docOf, linesOf, settle, cancel, stockOf } = await makeMoveWorld(app);
    const { data } = await ship([await line(items, 1, 50)]);
    await settle({ signRequired: true });
    expect((await ship([await line(items, 1, 20)], to(below, { fromKind: 1, fromId: agent }))).code).toBe(61031);
    await settle({ signRequired: false });
    const on = await ship([await line(items, 1, 20)], to(below, { fromKind: 1, fromId: agent }));
    expect(on.code).toBe(200);
    expect((await linesOf(data.id)).map(({ from, to: last, status }) => [from, last, status])).toEqual([
      [1, 20, 3],
      [21, 50, 1],
    ]);
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.shipped, signQty: 20 });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 30, handQty: 0, inQty: 20, outQty: 20 }]);
    await cancel(on.data.id);
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 30, handQty: 20, inQty: 20, outQty: 0 }]);
  });

  test('are taken out of their box where single codes ship', async () => {
    const { ship, sign, box, item, pack, to, below, agent, ops, items, token } = await makeMoveWorld(app);
    await pack(1, 1, 6);
    const first = await ship([{ code: await item(2) }], to(agent, { splits: true }));
    expect(first.code).toBe(200);
    const kept = await app.db
      .selectFrom('box')
      .select('childCnt')
      .where('serial', '=', 1)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(kept).toEqual({ childCnt: 5 });
    const inBox = await ship([{ code: await box(1) }]);
    expect(inBox.data.itemQty).toBe(5);
    const on = await ship([{ code: await item(3) }], to(below, { fromKind: 1, fromId: agent, splits: true }));
    expect(on.code).toBe(200);
    const doc = await app.db.selectFrom('deliver').where('id', '=', inBox.data.id).select('status').executeTakeFirst();
    expect(doc).toEqual({ status: DeliverStatus.signed });
    const taken = await app.call(token, shipApi.aloneCancel, { codes: [await item(3)], reason: '错' } as never);
    expect(taken.code).toBe(200);
    expect(await ops.facts(items, 3)).toMatchObject({ shipStatus: 3 });
    await sign(first.data.id);
    const range = { code: await item(4), lastCode: await item(5) };
    expect((await ship([range], to(below, { fromKind: 1, fromId: agent, splits: true }))).code).toBe(61031);
  });

  test('are added to a document until something of it is signed', async () => {
    const { ship, sign, item, docOf, to, token, linesOf } = await makeMoveWorld(app);
    const { data } = await ship([{ code: await item(1) }], to(undefined, { extNo: 'ERP-1' }));
    const append = async (serial: number) =>
      app.call(token, shipApi.scanSave, { deliverId: data.id, lines: [{ code: await item(serial) }] } as never);
    expect((await append(2)).data).toMatchObject({ id: data.id, deliverNo: data.deliverNo, itemQty: 1 });
    expect(await docOf(data.id)).toMatchObject({ itemQty: 2 });
    expect(await linesOf(data.id)).toHaveLength(2);
    expect((await ship([{ code: await item(3) }], to(undefined, { extNo: 'ERP-1' }))).message).toContain(
      '请追加到该发货单',
    );
    await sign(data.id);
    expect(await append(3)).toMatchObject({ code: 400, message: '发货单已签收或已取消，不能追加' });
  });

  test('leave the external number of a document that was cancelled to the next one', async () => {
    const { ship, cancel, sign, item, to } = await makeMoveWorld(app);
    const head = to(undefined, { extNo: 'ERP-7' });
    const wrong = await ship([{ code: await item(1) }], head);
    expect((await cancel(wrong.data.id)).code).toBe(200);
    const right = await ship([{ code: await item(2) }], head);
    expect(right.code).toBe(200);
    await sign(right.data.id);
    const late = await ship([{ code: await item(3) }], head);
    expect(late).toMatchObject({ code: 400, message: `外部单号已用于发货单${right.data.deliverNo}` });
    const both = await Promise.all(
      [4, 5].map(async (serial) => ship([{ code: await item(serial) }], to(undefined, { extNo: 'ERP-8' }))),
    );
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('for an order count towards it, more of them once that is meant', async () => {
    const { ship, sign, cancel, line, items, to, agent, firmId, productId, check } = await makeMoveWorld(app);
    const orderId = await makeNeedOrder(app, { firmId, agentId: agent }, [[productId, 30]]);
    const orderOf = () =>
      app.db
        .selectFrom('needOrder')
        .where('id', '=', orderId)
        .select(['status', 'shipQty', 'signQty'])
        .executeTakeFirst();
    const head = to(agent, { orderId });
    expect((await check([await line(items, 1, 40)], head)).products).toMatchObject([
      { itemQty: 40, orderQty: 30, remainQty: 30 },
    ]);
    expect(await ship([await line(items, 1, 40)], head)).toMatchObject({
      code: 61071,
      message: '超出订单数量10，请确认',
    });
    const { data } = await ship([await line(items, 1, 40)], head, { confirmOver: true });
    expect(await orderOf()).toEqual({ status: 1, shipQty: 40, signQty: 0 });
    await sign(data.id);
    expect(await orderOf()).toEqual({ status: 3, shipQty: 40, signQty: 40 });
    expect((await ship([await line(items, 50, 51)], head)).code).toBe(400);
    const second = await makeNeedOrder(app, { firmId, agentId: agent }, [[productId, 10]]);
    const less = await ship([await line(items, 50, 54)], to(agent, { orderId: second }));
    await cancel(less.data.id);
    expect(
      await app.db.selectFrom('needOrder').where('id', '=', second).select(['status', 'shipQty']).executeTakeFirst(),
    ).toEqual({
      status: 0,
      shipQty: 0,
    });
  });

  test('are not added to a document whose order is closed or cancelled', async () => {
    const { ship, item, to, agent, firmId, productId, token } = await makeMoveWorld(app);
    const staff = await makeStaff(app, { firmId, permissions: needPermissions });
    const add = async (deliverId: number, serial: number) =>
      app.call(token, shipApi.scanSave, {
        deliverId,
        lines: [{ code: await item(serial) }],
        confirmOver: true,
      } as never);
    const gone = { code: 400, message: '要货订单已完结或已取消，不能追加' };
    const closed = await makeNeedOrder(app, { firmId, agentId: agent }, [[productId, 30]]);
    const first = await ship([{ code: await item(1) }], to(agent, { orderId: closed }));
    expect((await add(first.data.id, 2)).code).toBe(200);
    await app.data(staff.token, needOrderApi.close, { id: closed });
    expect(await add(first.data.id, 3)).toMatchObject(gone);
    // Goods outside of an order do not keep it from being cancelled.
    const other = await makeNeedOrder(app, { firmId, agentId: agent }, [[await makeGoods(app, firmId), 5]]);
    const second = await ship([{ code: await item(4) }], to(agent, { orderId: other }), { confirmOver: true });
    await app.data(staff.token, needOrderApi.cancel, { id: other, reason: '不要了' });
    expect(await add(second.data.id, 5)).toMatchObject(gone);
  });
});

test('a request that is sent again has one effect, and another content under its key is refused', async () => {
  const { ship, sign, cancel, item, docOf, line, items } = await makeMoveWorld(app);
  const idemKey = randomUUID();
  const lines = [await line(items, 1, 20)];
  const first = await ship(lines, undefined, { idemKey });
  expect(await ship(lines, undefined, { idemKey })).toEqual(first);
  expect((await ship([{ code: await item(30) }], undefined, { idemKey })).code).toBe(61097);
  const signKey = { idemKey: randomUUID(), mode: 'codes', codes: [await item(1)], remark: '一件' };
  const signed = await sign(first.data.id, signKey);
  expect(await sign(first.data.id, signKey)).toEqual(signed);
  expect((await sign(first.data.id, { ...signKey, remark: '另' })).code).toBe(61097);
  const cancelKey = { idemKey: randomUUID() };
  const cancelled = await cancel(first.data.id, cancelKey);
  expect(await cancel(first.data.id, cancelKey)).toEqual(cancelled);
  expect(cancelled.data).toEqual({ itemQty: 19, signedQty: 1 });
  expect(await docOf(first.data.id)).toMatchObject({ itemQty: 1, signQty: 1 });
});
