import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldGoodsApi } from '@zhuiyuan/contract/fieldwork/field-goods';
import { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import { fieldNeedsApi } from '@zhuiyuan/contract/fieldwork/field-needs';
import { fieldShopsApi } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson, type Person } from '../../test/factories/account.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { makeAgent, makeSalesman, makeShop } from '../../test/factories/parties.ts';
import { gate } from '../../test/gate.ts';
import { endBinding } from '../account/binding.ts';
import type { Db } from '../kit/db/database.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let staff: string;
let seg: number;
let boxes: number;
let agentId: number;
let shopId: number;
let dealer: Person;
let shop: Person;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 3 });
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  const permissions = ['alone', 'box', 'batch'].map((act) => `admin:identity:deliver:${act}`);
  staff = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
  const { segments } = await world.issue({
    assocMode: 1,
    productId: world.productId,
    caseCount: 10,
    boxCount: 40,
    itemCount: 240,
    boxNum: 6,
    caseNum: 4,
  });
  [seg, boxes] = [0, 1].map((level) => segments.find((one) => one.level === level)!.seg) as [number, number];
  for (const one of segments) await ops.use(range(one.seg, 1, one.count));
  await app.db.updateTable('segment').set({ parentSeg: null, parentRatio: null }).where('seg', '=', boxes).execute();
  agentId = await makeAgent(app, world.firmId, { name: '成都锦和商贸' });
  shopId = await makeShop(app, world.firmId, agentId, '武侯祠店');
  dealer = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.agent, id: agentId });
  shop = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.shop, id: shopId });
});
afterAll(() => app.close());

const ship = async (serials: number[], toId = agentId) => {
  const lines = [];
  for (const serial of serials) lines.push({ code: await ops.codeOf(boxes, serial) });
  return app.data(staff, shipApi.scanSave, { head: { toKind: Holder.agent, toId }, lines } as never);
};
const once = () => ({ idemKey: randomUUID() });

test('what comes is shown with its codes, and a scanned code finds its document', async () => {
  const { id, deliverNo } = await ship([1, 2, 3]);
  const home = await dealer.data(fieldGoodsApi.home);
  expect(home).toMatchObject({
    pending: { docs: 1, items: 18, rows: [{ id, deliverNo, storeName: '明前龙井 250g', itemQty: 18, days: 0 }] },
    stock: { items: 0, shortKinds: null },
    shops: { count: 1, suppliedThisWeek: 0 },
    inspections: null,
  });
  expect(await dealer.data(fieldGoodsApi.deliver, { deliverNo: deliverNo.toLowerCase() })).toMatchObject({
    id,
    isReceiver: true,
    openCodes: 3,
    openQty: 18,
    toName: '成都锦和商贸',
  });
  const { list } = await dealer.data(fieldGoodsApi.lines, { deliverId: id });
  expect(list).toHaveLength(3);
  expect(list[0]).toMatchObject({ level: 1, codeCount: 1, itemQty: 6, lotNo: 'L261104-1' });
  const shown = list.flatMap(({ codes }) => codes);
  expect(shown).toEqual((await ops.textsOf(boxes, 1, 2, 3)).map((code) => ({ code, itemQty: 6 })));
  const item = await ops.codeOf(seg, 8);
  expect(await dealer.data(fieldGoodsApi.find, { code: item })).toEqual({ id });
  expect(await dealer.data(fieldGoodsApi.code, { deliverId: id, code: item })).toMatchObject({
    state: 'inside',
    code: await ops.codeOf(boxes, 2),
    itemQty: 6,
  });
  const foreign = await ops.codeOf(boxes, 30);
  expect(await dealer.data(fieldGoodsApi.code, { deliverId: id, code: foreign })).toMatchObject({
    state: 'other',
    code: foreign,
  });
  expect(await dealer.call(fieldGoodsApi.find, { code: foreign })).toMatchObject({ code: 61077 });
  // A code of nobody's may have come with the goods; what is no code is refused.
  expect(await dealer.call(fieldGoodsApi.code, { deliverId: id, code: '6901234567892' })).toMatchObject({
    code: 61001,
  });
  expect((await shop.call(fieldGoodsApi.deliver, { id })).code).toBe(404);
  expect((await shop.call(fieldGoodsApi.lines, { deliverId: id })).code).toBe(404);
});

test('a receipt with a box that did not come is signed once, however often it is sent, and the box stays', async () => {
  const { id } = await ship([4, 5, 6]);
  const [one, two, three] = await ops.textsOf(boxes, 4, 5, 6);
  const draft = {
    deliverId: id,
    mode: 'codes' as const,
    codes: [one!, two!],
    diffs: [{ code: three!, kind: 1 as const }],
    remark: '少一箱，司机已确认',
    ...once(),
  };
  expect(await dealer.call(fieldMovesApi.sign, { ...draft, remark: '', idemKey: randomUUID() })).toMatchObject({
    code: 400,
    message: '请填写差异说明',
  });
  // Of a document that he neither sent nor gets nobody is told that it is there.
  const unknown = await shop.call(fieldMovesApi.sign, { ...draft, deliverId: 999_999 });
  expect(await shop.call(fieldMovesApi.sign, draft)).toEqual(unknown);
  expect(unknown.code).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => dealer.call(fieldMovesApi.sign, draft)));
  for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { signed: 12, remain: 6 } });
  expect(await dealer.call(fieldMovesApi.sign, { ...draft, remark: '别的' })).toMatchObject({ code: 61097 });
  const doc = await dealer.data(fieldGoodsApi.deliver, { id });
  expect(doc).toMatchObject({ signQty: 12, openQty: 6, hasDiff: true, diffs: [{ kind: 1, code: three }] });
  expect((await dealer.data(fieldGoodsApi.stock)).list).toMatchObject([{ storeName: '明前龙井 250g', handQty: 12 }]);
  const ofPhone = await app.db
    .selectFrom('codeOp')
    .select(['opSrc', 'operatorId', 'roleKind', 'roleId'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(ofPhone).toEqual({ opSrc: 1, operatorId: null, roleKind: RoleKind.agent, roleId: agentId });
});

test('a dealer sends on what he has to his own shop, which signs for it', async () => {
  const [mine, notMine] = await ops.textsOf(boxes, 4, 31);
  const to = { toKind: Holder.shop, toId: shopId } as const;
  expect(await dealer.data(fieldMovesApi.check, { ...to, codes: [mine!, notMine!, '随便'] })).toMatchObject([
    { ok: true, itemQty: 6, storeName: '明前龙井 250g', image: '/media/a.png' },
    { ok: false, errCode: 61066 },
    { ok: false },
  ]);
  expect((await dealer.call(fieldMovesApi.ship, { ...to, codes: [notMine!] })).code).toBe(61066);
  const draft = { ...to, codes: [mine!], ...once() };
  const shipped = await dealer.data(fieldMovesApi.ship, draft);
  expect(await dealer.data(fieldMovesApi.ship, draft)).toEqual(shipped);
  expect(shipped.itemQty).toBe(6);
  expect((await dealer.data(fieldGoodsApi.history)).list).toMatchObject([
    { id: shipped.id, toName: '武侯祠店', itemQty: 6 },
  ]);
  expect((await dealer.data(fieldShopsApi.list)).list).toMatchObject([
    { id: shopId, lastSupplyAt: expect.any(String) },
  ]);
  expect(await dealer.data(fieldGoodsApi.home)).toMatchObject({ shipped: { docs: 1, todayDocs: 1, todayItems: 6 } });
  const elsewhere = await makeShop(app, world.firmId, await makeAgent(app, world.firmId));
  expect((await dealer.call(fieldMovesApi.ship, { toKind: Holder.shop, toId: elsewhere, codes: [mine!] })).code).toBe(
    61069,
  );
  expect((await shop.data(fieldGoodsApi.home)).pending).toMatchObject({ docs: 1, items: 6 });
  expect(await dealer.call(fieldMovesApi.sign, { deliverId: shipped.id, mode: 'all', ...once() })).toMatchObject({
    code: 61077,
  });
  expect(await shop.data(fieldMovesApi.sign, { deliverId: shipped.id, mode: 'all', ...once() })).toMatchObject({
    signed: 6,
  });
  expect((await shop.call(fieldMovesApi.ship, { toKind: Holder.agent, toId: agentId, codes: [mine!] })).code).toBe(403);
  expect((await shop.data(fieldGoodsApi.home)).received).toBe(1);
});

test('a dealer takes a code out of its box, once he saw what is in there', async () => {
  const { id } = await ship([15]);
  await dealer.data(fieldMovesApi.sign, { deliverId: id, mode: 'all', ...once() });
  const to = { toKind: Holder.shop, toId: shopId } as const;
  const [item, elsewhere] = await ops.textsOf(seg, 15 * 6, 33 * 6);
  const [box] = await ops.textsOf(boxes, 15);
  const checked = await dealer.data(fieldMovesApi.check, { ...to, codes: [elsewhere!, item!] });
  // Whose box it is, and what is in there, is told of his own alone.
  expect(checked).toMatchObject([
    { ok: false, errCode: 61066, errMsg: '货物不在发货方名下', box: null },
    { ok: false, errCode: 61063, box: { code: box, level: 1, itemQty: 6 } },
  ]);
  expect(await dealer.data(fieldMovesApi.check, { ...to, codes: [item!], splits: true })).toMatchObject([
    { ok: true, itemQty: 1, box: null },
  ]);
  expect((await dealer.call(fieldMovesApi.ship, { ...to, codes: [item!] })).code).toBe(61063);
  const shipped = await dealer.data(fieldMovesApi.ship, { ...to, codes: [item!], splits: true, ...once() });
  expect(shipped.itemQty).toBe(1);
  expect(await ops.facts(seg, 15 * 6)).toMatchObject({ boxCode: null });
});

test('a refusal on the phone names nobody else who has the goods', async () => {
  const other = await makeAgent(app, world.firmId, { name: '绵阳另一家商贸' });
  await ship([16, 17], other);
  const codes = await ops.textsOf(boxes, 16, 17);
  const to = { toKind: Holder.shop, toId: shopId } as const;
  expect(JSON.stringify(await dealer.call(fieldMovesApi.check, { ...to, codes }))).not.toContain('绵阳');
  const one = await dealer.call(fieldMovesApi.ship, { ...to, codes: [codes[0]!] });
  expect(one).toMatchObject({ code: 61066, message: `编码${codes[0]}：货物不在发货方名下` });
  const several = await dealer.call(fieldMovesApi.ship, { ...to, codes });
  expect(several).toMatchObject({ code: 61031, data: { rows: [{ code: codes[0] }, { code: codes[1] }] } });
  expect(JSON.stringify([one, several])).not.toContain('绵阳');
});

test('a stopped dealer looks, and signs whole documents only', async () => {
  const { id } = await ship([7]);
  await app.db.updateTable('agent').set({ status: Enabled.off }).where('id', '=', agentId).execute();
  const codes = await ops.textsOf(boxes, 7);
  expect((await dealer.data(fieldGoodsApi.home)).role.state).toBe('stopped');
  expect(await dealer.data(fieldGoodsApi.deliver, { id })).toMatchObject({ isReceiver: true, wholeOnly: true });
  const stopped = { code: 61168, message: '该身份已停用，只能查看和整单签收' };
  expect(await dealer.call(fieldMovesApi.sign, { deliverId: id, mode: 'codes', codes })).toMatchObject(stopped);
  const [code] = codes;
  const leftOut = { deliverId: id, mode: 'all' as const, remark: '少一箱' };
  for (const kind of [1, 2] as const)
    expect(await dealer.call(fieldMovesApi.sign, { ...leftOut, diffs: [{ code: code!, kind }] })).toMatchObject(
      stopped,
    );
  const to = { toKind: Holder.shop, toId: shopId } as const;
  expect(await dealer.call(fieldMovesApi.ship, { ...to, codes })).toMatchObject(stopped);
  expect(await dealer.call(fieldNeedsApi.save, { items: [{ productId: world.productId, qty: 1 }] })).toMatchObject(
    stopped,
  );
  expect(await dealer.data(fieldMovesApi.sign, { deliverId: id, mode: 'all', ...once() })).toMatchObject({ signed: 6 });
  await app.db.updateTable('agent').set({ status: Enabled.on }).where('id', '=', agentId).execute();
});

test('a write that waits is refused when its role is unbound meanwhile', async () => {
  const id = await makeAgent(app, world.firmId);
  const person = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.agent, id });
  const { id: deliverId } = await ship([11], id);
  const waits = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      app.db,
    );
    return rows[0]!.n;
  };
  // The call is let in while the role is still bound, and then waits for what is about to end that.
  const [locked, release] = [gate(), gate()];
  const unbinding = app.db.transaction().execute(async (transaction) => {
    await endBinding(transaction as Db, { kind: RoleKind.agent, id });
    locked.open();
    await release.opened;
  });
  await locked.opened;
  const called = person.call(fieldMovesApi.sign, { deliverId, mode: 'all', ...once() });
  await expect.poll(waits, { interval: 20 }).toBe(1);
  release.open();
  await unbinding;
  expect(await called).toMatchObject({ code: 61137, message: '该身份已解除绑定' });
  expect(await app.db.selectFrom('deliver').where('id', '=', deliverId).select('signQty').execute()).toEqual([
    { signQty: 0 },
  ]);
});

test('the week counts the shops that the dealer himself supplied', async () => {
  const id = await makeAgent(app, world.firmId);
  const own = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.agent, id });
  const at = await makeShop(app, world.firmId, id);
  const lines = [{ code: await ops.codeOf(boxes, 13) }];
  await app.data(staff, shipApi.scanSave, { head: { toKind: Holder.shop, toId: at }, lines } as never);
  expect((await own.data(fieldGoodsApi.home)).shops).toMatchObject({ count: 1, suppliedThisWeek: 0 });
  expect((await own.data(fieldShopsApi.list)).list).toMatchObject([{ id: at, lastSupplyAt: null }]);
  const { id: deliverId } = await ship([14], id);
  await own.data(fieldMovesApi.sign, { deliverId, mode: 'all' });
  await own.data(fieldMovesApi.ship, { toKind: Holder.shop, toId: at, codes: await ops.textsOf(boxes, 14) });
  expect((await own.data(fieldGoodsApi.home)).shops).toMatchObject({ count: 1, suppliedThisWeek: 1 });
});

test('what is refused is logged with its document, by whom', async () => {
  const { id } = await ship([8]);
  const wrong = await ops.codeOf(boxes, 32);
  expect((await dealer.call(fieldMovesApi.sign, { deliverId: id, mode: 'codes', codes: [wrong] })).code).not.toBe(200);
  const logged = await app.db
    .selectFrom('deliverLog')
    .select(['deliverId', 'result', 'roleKind', 'roleId', 'opSrc'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(logged).toEqual({ deliverId: id, result: 1, roleKind: RoleKind.agent, roleId: agentId, opSrc: 1 });
});

test('goods, shops and products of another firm are not there', async () => {
  const other = await makeCodeWorld(app);
  const theirs = await makeAgent(app, other.firmId);
  const stranger = await bindPerson(app, { firmId: other.firmId, kind: RoleKind.agent, id: theirs });
  const { id } = await ship([9]);
  expect((await stranger.call(fieldGoodsApi.deliver, { id })).code).toBe(404);
  expect((await stranger.call(fieldMovesApi.sign, { deliverId: id, mode: 'all' })).code).toBe(404);
  const codes = await ops.textsOf(boxes, 10);
  const checked = await stranger.call(fieldMovesApi.check, { toKind: Holder.shop, toId: shopId, codes });
  expect(checked.code).not.toBe(200);
  expect(await stranger.call(fieldNeedsApi.save, { items: [{ productId: world.productId, qty: 1 }] })).toMatchObject({
    code: expect.toSatisfy((code: number) => code !== 200),
  });
  expect((await stranger.data(fieldShopsApi.list)).total).toBe(0);
  // Another role of the same firm cannot be put on by its header.
  expect((await stranger.call(fieldGoodsApi.home, {}, { 'x-role': `agent-${agentId}` })).code).toBe(61137);
});

test('a dealer asks for goods, which the firm sees as a request of his', async () => {
  const draft = { items: [{ productId: world.productId, unit: 1, qty: 3 }], remark: '节前', ...once() };
  const saved = await dealer.data(fieldNeedsApi.save, draft);
  expect(await dealer.data(fieldNeedsApi.save, draft)).toEqual(saved);
  expect((await dealer.data(fieldNeedsApi.list)).list).toMatchObject([
    { id: saved.id, applyNo: saved.applyNo, stateText: '未审核', itemQty: 18, kinds: 1, storeName: '明前龙井 250g' },
  ]);
  expect(await dealer.data(fieldGoodsApi.home)).toMatchObject({ need: { docs: 1, waiting: 1, toShip: 0 } });
  expect((await dealer.call(fieldNeedsApi.save, { items: [] })).message).toBe('请至少添加一种产品');
  for (const expectDate of ['2026-02-31', '0000-00-00', '2020-01-01']) {
    const impossible = await dealer.call(fieldNeedsApi.save, { items: draft.items, expectDate });
    expect(impossible).toMatchObject({ code: 400, data: { fields: [{ field: 'expectDate' }] } });
  }
  // What is searched for is no pattern.
  for (const keywords of ['%', '_', '\\'])
    expect((await dealer.data(fieldNeedsApi.products, { keywords })).list).toEqual([]);
  const { list } = await dealer.data(fieldNeedsApi.products, { keywords: '龙井' });
  expect(list).toMatchObject([{ id: world.productId, boxItems: 6, caseItems: 24 }]);
});

test('a salesman adds a shop, which waits for review as his', async () => {
  const id = await makeSalesman(app, world.firmId);
  const salesman = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.salesman, id });
  const draft = {
    name: '宽窄巷子店',
    agentId,
    shopType: 2,
    contact: '李',
    phone: '13712345678',
    regionCode: '510105',
    address: '宽巷子 1 号',
    ...once(),
  };
  const saved = await salesman.data(fieldShopsApi.save, draft);
  expect(await salesman.data(fieldShopsApi.save, draft)).toEqual(saved);
  expect((await salesman.data(fieldShopsApi.list)).list).toMatchObject([
    { id: saved.id, name: '宽窄巷子店', audit: 0, agentName: '成都锦和商贸' },
  ]);
  const row = await app.db.selectFrom('shop').select(['source', 'audit']).where('id', '=', saved.id).executeTakeFirst();
  expect(row).toEqual({ source: 1, audit: 0 });
  expect(await salesman.call(fieldShopsApi.save, { ...draft, name: '另一店', ...once() })).toMatchObject({
    message: '手机号已被使用',
  });
  expect(await salesman.data(fieldShopsApi.regions, { pid: 510000 })).toContainEqual({
    code: '510100',
    name: '成都市',
    hasChildren: true,
  });
  expect((await salesman.call(fieldGoodsApi.stock)).code).toBe(403);
});
