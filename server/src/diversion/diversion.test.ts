import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { makeShop } from '../../test/factories/parties.ts';
import { countStockScans } from '../codes/state/custody/count-stock-scans.ts';
import { moveStock } from '../codes/state/custody/move-stock.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';

const permissions = ['list', 'export'].map((one) => `admin:identity:agentselect:${one}`);

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let staffId: number;
let items: number;
let boxes: number;
let agentId: number;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  ({ token, id: staffId } = await makeStaff(app, { firmId: world.firmId, permissions }));
  const { segments } = await world.issue({
    assocMode: 1,
    productId: world.productId,
    caseCount: 2,
    boxCount: 8,
    itemCount: 48,
    boxNum: 6,
    caseNum: 4,
  });
  items = segments.find(({ level }) => level === 0)!.seg;
  boxes = segments.find(({ level }) => level === 1)!.seg;
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg: items, serialFrom: 1, serialTo: 48 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  });
  await app.db
    .insertInto('city')
    .values([
      { id: 330000, pid: 0, level: 0, name: '浙江省', mergerName: '浙江省' },
      { id: 330100, pid: 330000, level: 1, name: '杭州市', mergerName: '浙江省,杭州市' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  ({ id: agentId } = await app.db
    .insertInto('agent')
    .values({
      firmId: world.firmId,
      agentNo: 'A1',
      name: '杭州茗香商贸',
      agentType: AgentType.general,
      lng: 120.15,
      lat: 30.28,
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  await app.db.insertInto('agentRegion').values({ firmId: world.firmId, agentId, regionCode: '330100' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['scanLog', 'unitScan', 'riskEvent', 'agentLookup'] as const)
    await app.db.deleteFrom(table).execute();
  await app.db.deleteFrom('codeUnit').where('shipSeq', 'is not', null).execute();
});

const codeOf = async (seg: number, serial: number) =>
  openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
    0,
  );
const hold = (seg: number, serial: number, holderId = agentId) =>
  app.db
    .insertInto('codeUnit')
    .values({
      seg,
      serial,
      firmId: world.firmId,
      shipStatus: Shipping.signed,
      shipSeq: 1,
      holderKind: Holder.agent,
      holderId,
      shipAt: '2026-10-01 09:00:00',
      signAt: '2026-10-03 09:00:00',
    })
    .execute();
const asked = (serial: number, province: string, city: string, lng: number | null = null, lat: number | null = null) =>
  app.db
    .insertInto('scanLog')
    .values({ firmId: world.firmId, codeText: 'x', seg: items, serial, verdict: 'FIRST', province, city, lng, lat })
    .execute();
const look = async (serial: number) =>
  (await app.data(token, diversionApi.query, { codes: [await codeOf(items, serial)] }))[0]!;

/** The agent holds the case an item lies in. */
const holdCaseOf = async (serial: number) => {
  const { boxChain } = await look(serial);
  const { seg, serial: number } = (await openKeyring(app).find(app.db, boxChain[1]!.code))!.place;
  await hold(seg, number);
};

test('a code that was not shipped says so and names the boxes it lies in', async () => {
  const row = await look(7);
  expect(row).toMatchObject({
    judge: 3,
    storeName: '明前龙井 250g',
    lotNo: 'L261104-1',
    agentName: '',
    flow: [],
    regions: [],
  });
  expect(row.boxChain.map(({ level }) => level)).toEqual([1, 2]);
  expect(row.boxChain[0]!.code).toBe(await codeOf(boxes, 2));
});

test('a shipped code belongs to its box’s agent and is judged by his regions', async () => {
  await holdCaseOf(1);
  expect(await look(1)).toMatchObject({
    judge: 4,
    agentName: '杭州茗香商贸',
    regions: ['浙江省杭州市'],
    distanceKm: null,
  });
  await asked(1, '浙江省', '杭州市', 120.15, 30.28);
  expect(await look(1)).toMatchObject({ judge: 1, distanceKm: 0, lastScan: { regionName: '浙江省杭州市' } });
  await asked(2, '四川省', '成都市', 104.07, 30.67);
  const far = await look(2);
  expect(far).toMatchObject({ judge: 2, agentName: '杭州茗香商贸' });
  expect(far.distanceKm).toBeGreaterThan(1500);
  const map = await app.data(token, diversionApi.map, { code: await codeOf(items, 2) });
  expect(map).toMatchObject({ provinces: ['浙江省'], scans: [{ city: '成都市', lng: 104.07 }] });
});

test('many lines at once answer one row each, with the cause where there is no such code; each look-up is kept', async () => {
  const codes = [await codeOf(items, 3), '随便', await codeOf(items, 999), await codeOf(items, 3)];
  const rows = await app.data(token, diversionApi.query, { codes });
  expect(rows.map(({ message }) => message)).toEqual(['', expect.stringContaining('编码'), '编码不存在']);
  const kept = await app.db.selectFrom('agentLookup').selectAll().execute();
  expect(kept.map(({ adminId, codeText }) => [adminId, codeText])).toEqual(
    codes.slice(0, 3).map((code) => [staffId, code]),
  );
  expect((await app.call(token, diversionApi.query, { codes: [] })).message).toBe('请输入或扫描编码');
  const tooMany = Array.from({ length: 501 }, (_, i) => `X${i}`);
  expect((await app.call(token, diversionApi.query, { codes: tooMany })).message).toBe('一次最多查询500个编码');
});

test('the evidence is a pdf, the look-up a sheet', async () => {
  const { fileName } = await app.data(token, diversionApi.evidence, { code: await codeOf(items, 2) });
  const file = await app.fastify.inject({ url: '/api/common/download', query: { fileName } });
  expect(file.headers['content-disposition']).toContain('.pdf');
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.rawPayload.length).toBeLessThan(80_000);
  const sheet = await app.data(token, diversionApi.export, { codes: await codeOf(items, 2) });
  expect(sheet.fileName).toBeTruthy();
  expect((await app.call(token, diversionApi.evidence, { code: '随便' })).code).toBe(61001);
});

test('an agent’s stock is what he received and did not send on, and what shoppers asked about while it was his', async () => {
  expect((await app.data(token, diversionApi.stock, { productId: 999 })).total).toBe(0);
  const one = { holderKind: Holder.agent, holderId: agentId, productId: world.productId, lotId: world.lotId } as const;
  await moveStock(app.db, world.firmId, [{ ...one, hand: 5, in: 5, receivedAt: '2026-10-03 09:00:00' }]);
  await moveStock(app.db, world.firmId, [{ ...one, hand: -3, out: 3 }]);
  await moveStock(app.db, world.firmId, [
    { ...one, holderKind: Holder.shop, holderId: agentId + 1000, hand: 9, in: 9 },
  ]);
  await holdCaseOf(41);
  await countStockScans(app.db, world.firmId, [
    { seg: items, from: 1, to: 1 },
    { seg: items, from: 41, to: 41 },
  ]);
  expect((await app.data(token, diversionApi.stock, { agentId })).list).toMatchObject([
    {
      agentName: '杭州茗香商贸',
      storeName: '明前龙井 250g',
      lotNo: 'L261104-1',
      inQty: 5,
      outQty: 3,
      scanQty: 1,
      stockQty: 2,
    },
  ]);
});

test('a shop’s stock stands beside its dealer’s, under his name, and both go out as a file', async () => {
  const shopId = await makeShop(app, world.firmId, agentId, '清河坊茶庄');
  await moveStock(app.db, world.firmId, [
    {
      holderKind: Holder.shop,
      holderId: shopId,
      productId: world.productId,
      lotId: world.lotId,
      hand: 4,
      in: 6,
      out: 2,
    },
  ]);
  expect((await app.data(token, diversionApi.stock, { shopId })).list).toMatchObject([
    { agentId, agentName: '杭州茗香商贸', shopName: '清河坊茶庄', inQty: 6, outQty: 2, stockQty: 4 },
  ]);
  const shops = await app.data(token, diversionApi.stock, { holderKind: Holder.shop });
  expect(shops.list.map(({ shopName }) => shopName)).toContain('清河坊茶庄');
  expect(shops.list.every(({ holderKind }) => holderKind === Holder.shop)).toBe(true);
  const both = await app.data(token, diversionApi.stock, { agentId });
  expect(both.list.map(({ shopName }) => shopName).toSorted()).toEqual(['', '清河坊茶庄']);
  expect((await app.data(token, diversionApi.stockExport, { agentId })).fileName).toBeTruthy();
  expect((await app.call(token, diversionApi.stockExport, { productId: 999 })).code).toBe(63701);
});

test('other firms learn nothing', async () => {
  const other = await makeCodeWorld(app);
  const stranger = await makeStaff(app, { firmId: other.firmId, permissions });
  const code = await codeOf(items, 2);
  expect(await app.data(stranger.token, diversionApi.query, { codes: [code] })).toMatchObject([
    { message: '编码不存在', agentName: '', lastScan: null },
  ]);
  expect((await app.call(stranger.token, diversionApi.map, { code })).code).toBe(61002);
  expect((await app.call(stranger.token, diversionApi.evidence, { code })).code).toBe(61002);
  expect((await app.data(stranger.token, diversionApi.stock)).total).toBe(0);
  const nobody = await makeStaff(app, { firmId: world.firmId });
  expect((await app.call(nobody.token, diversionApi.query, { codes: [code] })).code).toBe(403);
});

test('转预警 makes one open warning of a code, which staff of its firm read and deal with', async () => {
  const acts = ['agentselect:list', 'agentselect:police', 'select:log', 'select:update'];
  const staff = await makeStaff(app, {
    firmId: world.firmId,
    permissions: acts.map((act) => `admin:identity:${act}`),
  });
  const [quiet, crossed] = [await codeOf(items, 30), await codeOf(items, 3)];
  await holdCaseOf(3);
  await asked(3, '四川省', '成都市', 104.07, 30.67);
  const warn = (code: string, who = staff.token) =>
    app.call(who, diversionApi.police, { code, remark: '市场巡查发现' });
  expect((await warn(quiet)).code).toBe(200);
  expect((await warn(crossed)).code).toBe(200);
  expect(await warn(crossed)).toMatchObject({ code: 61173, message: '该编码已有未处理完的预警' });
  expect((await app.call(staff.token, diversionApi.police, { code: quiet, remark: '' })).message).toBe('请填写说明');
  const { list } = await app.data(staff.token, scanLogApi.risks);
  expect(list).toMatchObject([
    { type: 1, code: crossed, remark: '市场巡查发现', title: '经销商杭州茗香商贸的产品在四川省成都市被扫码，疑似窜货' },
    { type: 2, code: quiet, firmId: world.firmId },
  ]);
  expect((await app.data(staff.token, scanLogApi.risks, { code: quiet.toLowerCase() })).total).toBe(1);
  await app.data(staff.token, scanLogApi.handleRisk, { id: list[0]!.id, status: 2, result: '已约谈经销商' });
  expect((await warn(crossed)).code).toBe(200);
  expect((await warn(quiet, token)).code).toBe(403);
  const stranger = await makeFirmStaff(
    app,
    acts.map((act) => `admin:identity:${act}`),
  );
  expect((await warn(quiet, stranger.token)).code).toBe(61002);
  expect((await app.data(stranger.token, scanLogApi.risks)).total).toBe(0);
});
