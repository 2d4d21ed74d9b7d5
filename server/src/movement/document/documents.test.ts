import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { DeliverAct, DeliverStatus, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, mostPrinted } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import { signListApi } from '@zhuiyuan/contract/movement/sign/sign-list';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { makeDocument } from '../../../test/factories/documents.ts';
import { makeShop } from '../../../test/factories/parties.ts';
import { makeGoods, makeNeedOrder } from '../../../test/factories/replenish.ts';

const permissions = ['list', 'log', 'sign', 'cancel', 'export', 'print'].map((act) => `admin:identity:deliver:${act}`);

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let token: string;
let stranger: string;
let agentId: number;
let items: number;
let boxes: number;
let cases: number;

beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  ({ token } = await makeStaff(app, { firmId: world.firmId, permissions }));
  stranger = (await makeStaff(app, { firmId: (await makeCodeWorld(app)).firmId, permissions })).token;
  await app.db
    .insertInto('city')
    .values([
      { id: 510000, pid: 0, level: 0, name: '四川省', mergerName: '四川省' },
      { id: 510100, pid: 510000, level: 1, name: '成都市', mergerName: '四川省,成都市' },
      { id: 330000, pid: 0, level: 0, name: '浙江省', mergerName: '浙江省' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const agent = { agentNo: 'A000127', name: '成都锦和', contact: '周明远', phone: '13881224570', regionCode: '510100' };
  ({ id: agentId } = await app.db
    .insertInto('agent')
    .values({ ...agent, firmId: world.firmId, address: '武兴四路166号', agentType: AgentType.general })
    .returning('id')
    .executeTakeFirstOrThrow());
  const { segments } = await world.issue({
    assocMode: 1,
    productId: world.productId,
    caseCount: 2,
    boxCount: 8,
    itemCount: 48,
    boxNum: 6,
    caseNum: 4,
  });
  [items, boxes, cases] = [Level.item, Level.box, Level.case].map(
    (level) => segments.find((segment) => segment.level === level)!.seg,
  ) as [number, number, number];
  await ops.use(range(items, 1, 48));
});
afterAll(() => app.close());

const bound = () => ({ productId: world.productId, lotId: world.lotId });
const make = (lines: Parameters<typeof makeDocument>[2], change: Record<string, unknown> = {}) =>
  makeDocument(app, { firmId: world.firmId, toId: agentId }, lines, change);
const numbers = async (input: object, of = token) =>
  (await app.data(of, deliverApi.list, { firmId: undefined, ...input } as never)).list.map(({ id }) => id);

test('documents are found by number, words, ends, goods, days and any code they shipped or that lies in a box of theirs', async () => {
  const first = await make([{ seg: cases, from: 1, level: Level.case, itemQty: 24, ...bound() }], {
    shipAt: '2026-11-20 16:42:00',
    extNo: 'ERP-9001',
    logisticsNo: 'DPK3602',
  });
  const shopId = await makeShop(app, world.firmId, agentId, '武侯店');
  const second = await makeDocument(
    app,
    { firmId: world.firmId, toKind: Holder.shop, toId: shopId },
    [{ seg: items, from: 30, ...bound() }],
    { fromKind: Holder.agent, fromId: agentId, shipAt: '2026-11-22 08:00:00' },
  );
  expect(await numbers({ productId: world.productId })).toEqual([second.id, first.id]);
  expect(await numbers({ keywords: 'erp-9' })).toEqual([first.id]);
  expect(await numbers({ keywords: 'DPK36' })).toEqual([first.id]);
  expect(await numbers({ keywords: first.deliverNo })).toEqual([first.id]);
  expect(await numbers({ toKind: Holder.shop, toId: shopId })).toEqual([second.id]);
  expect(await numbers({ fromKind: Holder.agent, fromId: agentId })).toEqual([second.id]);
  expect(await numbers({ lotId: world.lotId, dateLimit: '2026-11-20 00:00:00,2026-11-20 23:59:59' })).toEqual([
    first.id,
  ]);
  expect(await numbers({ code: await ops.codeOf(items, 7) })).toEqual([first.id]);
  expect(await numbers({ code: await ops.codeOf(items, 30) })).toEqual([second.id]);
  expect(await numbers({ code: await ops.codeOf(items, 31) })).toEqual([]);
  expect(await numbers({ code: '随便' })).toEqual([]);
  expect(await numbers({}, stranger)).toEqual([]);
  const row = (await app.data(token, deliverApi.list, { keywords: 'ERP-9001' })).list[0]!;
  expect(row).toMatchObject({
    fromKind: Holder.firm,
    toKind: Holder.agent,
    toName: '成都锦和',
    productText: '明前龙井 250g',
    caseQty: 1,
    itemQty: 24,
    status: DeliverStatus.shipped,
    hasDiff: false,
    signAt: null,
  });
  expect(row.days).toBeGreaterThanOrEqual(0);
});

test('goods of a mixed box are each found, and counted to their own product', async () => {
  const other = await makeGoods(app, world.firmId);
  const otherLot = await ops.makeLot(other);
  const { id, lineIds } = await make([
    { seg: boxes, from: 1, level: Level.box, itemQty: 6, isMixed: true, ...bound() },
    { seg: boxes, from: 2, to: 3, level: Level.box, itemQty: 12, ...bound() },
  ]);
  for (const [productId, lotId, itemQty] of [
    [world.productId, world.lotId, 4],
    [other, otherLot, 2],
  ] as const)
    await app.db
      .insertInto('deliverLinePart')
      .values({ firmId: world.firmId, lineId: lineIds[0]!, productId, lotId, itemQty })
      .execute();
  expect(await numbers({ productId: other })).toEqual([id]);
  expect((await app.data(token, deliverApi.list, { productId: other })).list[0]!.productText).toBe(
    '明前龙井 250g等2种',
  );
  const { list, total } = await app.data(token, deliverApi.products, { deliverId: id });
  expect(total).toBe(2);
  expect(list.map((row) => [row.productId, row.boxQty, row.itemQty, row.orderQty])).toEqual([
    [world.productId, 3, 16, null],
    [other, 0, 2, null],
  ]);
  expect((await app.data(token, deliverApi.products, { deliverId: id, page: 2, limit: 1 })).list).toHaveLength(1);
});

test('a document tells its parties with phones masked, its sums, and where the receiver may sell', async () => {
  const made = await make(
    [
      {
        seg: cases,
        from: 2,
        level: Level.case,
        itemQty: 24,
        status: DeliverStatus.signed,
        endAt: '2026-11-22 10:16:00',
        ...bound(),
      },
      { seg: items, from: 1, to: 2, ...bound() },
    ],
    { warehouse: '余杭仓A区', driver: '韩立', hasDiff: true },
  );
  const info = await app.data(token, deliverApi.info, { id: made.id });
  expect(info).toMatchObject({
    to: {
      name: '成都锦和',
      no: 'A000127',
      contact: '周明远',
      phone: '138****4570',
      address: '四川省成都市武兴四路166号',
    },
    from: { kind: Holder.firm, id: 0 },
    region: { state: 'none', products: [] },
    looseQty: 2,
    lineCnt: 2,
    signQty: 24,
    firstSignAt: '2026-11-22 10:16:00',
    warehouse: '余杭仓A区',
    openDiffCnt: 0,
    url: expect.stringMatching(new RegExp(`/d/${made.deliverNo}$`)),
  });
  const byNumber = await app.data(token, deliverApi.info, { deliverNo: made.deliverNo.toLowerCase() });
  expect(byNumber.id).toBe(made.id);
  expect((await app.call(token, deliverApi.info, {})).code).toBe(400);
  const regionOf = async () => (await app.data(token, deliverApi.info, { id: made.id })).region;
  const sells = (regionCode: string, productId: number) =>
    app.db.insertInto('agentRegion').values({ firmId: world.firmId, agentId, regionCode, productId }).execute();
  const other = await makeGoods(app, world.firmId);
  await sells('510000', other);
  expect(await regionOf()).toMatchObject({
    state: 'products',
    regionNames: ['四川省'],
    productCnt: 1,
    products: [{ id: world.productId, storeName: '明前龙井 250g' }],
  });
  await sells('510000', world.productId);
  expect(await regionOf()).toMatchObject({ state: 'ok', products: [] });
  await app.db.deleteFrom('agentRegion').execute();
  await sells('330000', 0);
  expect(await regionOf()).toMatchObject({ state: 'outside', regionNames: ['浙江省'] });
  await app.db.deleteFrom('agentRegion').execute();
});

test('lines show their codes, sums leave out what was cancelled, and a range opens to its boxes', async () => {
  const { id, lineIds } = await make([
    { seg: boxes, from: 1, to: 8, level: Level.box, itemQty: 48, ...bound() },
    { seg: cases, from: 1, level: Level.case, itemQty: 24, status: DeliverStatus.cancelled, ...bound() },
    { seg: items, from: 5, itemQty: 1, status: DeliverStatus.signed, ...bound() },
  ]);
  await app.db
    .insertInto('deliverDiff')
    .values({ firmId: world.firmId, deliverId: id, kind: DiffKind.damaged, code: 'x', seg: boxes, serial: 3 })
    .execute();
  const { list, total, sums } = await app.data(token, deliverApi.lines, { deliverId: id, limit: 2 });
  expect(total).toBe(3);
  expect(list[0]).toMatchObject({
    id: lineIds[0],
    code: await ops.codeOf(boxes, 1),
    lastCode: await ops.codeOf(boxes, 8),
    codeCnt: 8,
    storeName: '明前龙井 250g',
    lotNo: 'L261104-1',
    innerBoxQty: 0,
    diffKind: DiffKind.damaged,
  });
  expect(list[1]).toMatchObject({ innerBoxQty: 4, status: DeliverStatus.cancelled, diffKind: null });
  expect(sums).toEqual({ lineCnt: 2, codeCnt: 9, caseQty: 0, boxQty: 8, looseQty: 1, itemQty: 49, signQty: 1 });
  const inside = await app.data(token, deliverApi.lineCodes, { lineId: lineIds[0]!, page: 2, limit: 5 });
  expect(inside).toMatchObject({ total: 8, totalPage: 2 });
  expect(inside.list.map(({ serial, childCnt, itemQty }) => [serial, childCnt, itemQty])).toEqual([
    [6, 6, 6],
    [7, 6, 6],
    [8, 6, 6],
  ]);
  expect(inside.list[0]!.code).toBe(await ops.codeOf(boxes, 6));
  for (const call of [
    app.call(stranger, deliverApi.lines, { deliverId: id }),
    app.call(stranger, deliverApi.lineCodes, { lineId: lineIds[0]! }),
    app.call(stranger, deliverApi.products, { deliverId: id }),
    app.call(stranger, deliverApi.history, { deliverId: id }),
    app.call(stranger, deliverApi.info, { id }),
    app.call(stranger, deliverApi.print, { id }),
  ])
    expect((await call).code).toBe(404);
  expect((await app.data(stranger, deliverApi.diffs, { deliverId: id })).total).toBe(0);
});

test('goods stand against the order, products that were only ordered last', async () => {
  const other = await makeGoods(app, world.firmId);
  const orderId = await makeNeedOrder(app, { firmId: world.firmId, agentId }, [
    [world.productId, 100],
    [other, 7],
  ]);
  const { id } = await make([{ seg: items, from: 10, to: 12, ...bound() }], { orderId });
  const { list } = await app.data(token, deliverApi.products, { deliverId: id });
  expect(list.map((row) => [row.productId, row.itemQty, row.orderQty, row.orderShipQty])).toEqual([
    [world.productId, 3, 100, 0],
    [other, 0, 7, 0],
  ]);
  const info = await app.data(token, deliverApi.info, { id });
  expect(info.orderNo).toMatch(/^YH/);
  expect(await numbers({ orderId })).toEqual([id]);
});

test('what happened to a document is told by operation, refusals with their causes', async () => {
  const { id, opId } = await make([
    { seg: items, from: 20, ...bound() },
    { seg: items, from: 21, ...bound() },
  ]);
  const log = { firmId: world.firmId, deliverId: id, toKind: Holder.agent, toId: agentId };
  const refused = { ...log, act: DeliverAct.ship, at: '2026-11-20 16:39:00', result: LogResult.failed, errCode: 61064 };
  await app.db
    .insertInto('deliverLog')
    .values([1, 2, 3, 4].map((nth) => ({ ...refused, codeText: `BAD${nth}`, errMsg: '编码未启用，不能发货' })))
    .execute();
  await app.db
    .insertInto('deliverLog')
    .values({ ...log, act: DeliverAct.sign, at: '2026-11-22 10:16:00', itemQty: 2, note: '外箱破损', place: '成都市' })
    .execute();
  const { list, total } = await app.data(token, deliverApi.history, { deliverId: id });
  expect(total).toBe(3);
  expect(list.map(({ act, result, lineCnt, itemQty }) => [act, result, lineCnt, itemQty])).toEqual([
    [DeliverAct.sign, LogResult.done, 1, 2],
    [DeliverAct.ship, LogResult.failed, 4, 0],
    [DeliverAct.ship, LogResult.done, 2, 2],
  ]);
  expect(list[0]).toMatchObject({ note: '外箱破损', place: '成都市', codes: [] });
  expect(list[1]!.codes).toEqual(
    ['BAD1', 'BAD2', 'BAD3'].map((codeText) => ({ codeText, errMsg: '编码未启用，不能发货' })),
  );
  const asked = async (input: object) => (await app.data(token, deliverLogApi.list, input as never)).total;
  expect(await asked({ deliverId: id })).toBe(7);
  expect(await asked({ deliverId: id, result: LogResult.failed })).toBe(4);
  expect(await asked({ code: await ops.codeOf(items, 20), deliverId: id })).toBe(1);
  expect(await asked({ code: 'BAD2' })).toBe(1);
  expect(await asked({ act: DeliverAct.sign, toKind: Holder.agent, toId: agentId })).toBe(1);
  expect((await app.data(stranger, deliverLogApi.list, {})).total).toBe(0);
  expect(opId).toBeGreaterThan(0);
});

test('three lists of signing: the longest on its way, the last signed, and what is unsettled', async () => {
  await app.db.deleteFrom('deliverLog').execute();
  await app.db.deleteFrom('deliverDiff').execute();
  await app.db.deleteFrom('deliverLinePart').execute();
  await app.db.deleteFrom('deliverLine').execute();
  await app.db.deleteFrom('deliver').execute();
  const ago = (days: number) => ({ shipAt: sql<string>`now() - make_interval(days => ${days}, hours => 1)` });
  const line = [{ seg: items, from: 40, ...bound() }];
  const late = await make(line, ago(9));
  const fresh = await make(line, ago(1));
  const signed = await make([{ ...line[0]!, status: DeliverStatus.signed }], {
    ...ago(3),
    status: DeliverStatus.signed,
    signAt: '2026-11-22 10:16:00',
  });
  const short = await make(line, { ...ago(2), hasDiff: true });
  await app.db
    .insertInto('deliverDiff')
    .values({ firmId: world.firmId, deliverId: signed.id, kind: DiffKind.extra, code: 'QXQXQX', note: '多一盒' })
    .execute();
  const tab = async (name: 'pending' | 'signed' | 'diff', more: object = {}) =>
    (await app.data(token, signListApi.list, { tab: name, ...more })).list;
  expect((await tab('pending')).map(({ id, days }) => [id, days])).toEqual([
    [late.id, 9],
    [short.id, 2],
    [fresh.id, 1],
  ]);
  expect((await tab('pending', { overDays: 7 })).map(({ id }) => id)).toEqual([late.id]);
  expect(await tab('signed')).toMatchObject([{ id: signed.id, days: null, remainQty: 0, openDiffCnt: 1 }]);
  expect((await tab('diff')).map(({ id }) => id)).toEqual([short.id, signed.id]);
  expect((await tab('pending', { code: await ops.codeOf(items, 40), toId: agentId })).length).toBe(3);
  expect(await app.data(token, signListApi.counts, {})).toEqual({ pendingCnt: 3, lateCnt: 1, openDiffCnt: 1 });
  expect(await app.data(stranger, signListApi.counts, {})).toEqual({ pendingCnt: 0, lateCnt: 0, openDiffCnt: 0 });
  const diffs = async (input: object) => (await app.data(token, deliverApi.diffs, input as never)).list;
  expect(await diffs({ keywords: signed.deliverNo })).toMatchObject([
    {
      deliverNo: signed.deliverNo,
      toName: '成都锦和',
      note: '多一盒',
      codeId: null,
      state: 0,
      act: null,
      storeName: '',
    },
  ]);
  expect(await diffs({ keywords: 'qxq' })).toHaveLength(1);
  expect(await diffs({ kind: DiffKind.missing })).toEqual([]);
  expect(await diffs({ toKind: Holder.shop })).toEqual([]);
});

test('paper holds every line that goes along, phones whole; a document too long for paper says so', async () => {
  const { id } = await make([
    { seg: boxes, from: 1, to: 2, level: Level.box, itemQty: 12, ...bound() },
    { seg: items, from: 44, status: DeliverStatus.cancelled, ...bound() },
  ]);
  const paper = await app.data(token, deliverApi.print, { id });
  expect(paper.to.phone).toBe('13881224570');
  expect(paper.lines.map(({ codeCnt }) => codeCnt)).toEqual([2]);
  expect(paper.products).toMatchObject([{ lotNo: 'L261104-1', boxQty: 2, caseQty: 0, looseQty: 0, itemQty: 12 }]);
  expect(paper.printedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await sql`insert into deliver_line (firm_id, deliver_id, mode, level, seg, span, item_qty, op_id)
    select firm_id, deliver_id, mode, level, seg, span, 1, op_id from deliver_line, generate_series(1, ${mostPrinted}::int)
    where deliver_id = ${id} and level = ${sql.lit(Level.box)}`.execute(app.db);
  expect(await app.call(token, deliverApi.print, { id })).toMatchObject({
    code: 61190,
    message: `发货单超过${mostPrinted}行，请导出发货明细`,
  });
});

test('the latest cancels are told by level', async () => {
  const { id, deliverNo } = await make([{ seg: items, from: 46, ...bound() }]);
  const log = {
    firmId: world.firmId,
    deliverId: id,
    act: DeliverAct.cancel,
    note: '发错',
    toKind: Holder.agent,
    toId: agentId,
  };
  for (const seg of [items, boxes, cases])
    await app.db
      .insertInto('deliverLog')
      .values({ ...log, seg, span: sql<string>`int8range(1, 2)`, codeText: `C${seg}`, itemQty: 1 })
      .execute();
  const recent = async (level?: 0 | 1 | 2) =>
    (await app.data(token, deliverApi.recentCancels, { level } as never)).map(({ codeText }) => codeText);
  expect(await recent()).toEqual([`C${cases}`, `C${boxes}`, `C${items}`]);
  expect(await recent(0)).toEqual([`C${items}`]);
  expect(await recent(1)).toEqual([`C${cases}`, `C${boxes}`]);
  expect((await app.data(token, deliverApi.recentCancels, {}))[0]).toMatchObject({
    deliverNo,
    toName: '成都锦和',
    reason: '发错',
  });
  expect(await app.data(stranger, deliverApi.recentCancels, {})).toEqual([]);
});

test('who only ships chooses among dealers, shops, channels, products and lots', async () => {
  const one = (act: string) => makeStaff(app, { firmId: world.firmId, permissions: [`admin:identity:deliver:${act}`] });
  for (const act of ['alone', 'box', 'batch', 'return', 'sign', 'log'])
    for (const endpoint of [agentApi.listAll, shopApi.listAll, channelApi.listAll])
      expect((await app.call((await one(act)).token, endpoint, {})).code, `${act} ${endpoint.path}`).toBe(200);
  const { token: reader } = await one('list');
  expect((await app.call(reader, productApi.listAll, {})).code).toBe(200);
  expect((await app.call(reader, lotApi.listAll, { productId: world.productId })).code).toBe(200);
  expect((await app.call((await one('export')).token, shopApi.listAll, {})).code).toBe(403);
});
