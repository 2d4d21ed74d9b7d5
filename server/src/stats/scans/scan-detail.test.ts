import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { scanDetailApi, ScanType } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeMembers } from '../../../test/factories/lottery.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { makeGoodsActivity, winGoods } from '../../../test/factories/redeem.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { advanceFigures } from '../figures/advance-figures.ts';
import { findFigureFaults, rebuildDay } from '../figures/check-figures.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let seg: number;
let agentId: number;
let shopId: number;
let activityId: number;
let people: number[];
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ itemCount: 50 }));
  const permissions = ['list', 'export'].map((verb) => `admin:lottery:scan:${verb}`);
  ({ token } = await makeStaff(app, { firmId: world.firmId, permissions }));
  agentId = await makeAgent(app, world.firmId);
  shopId = await makeShop(app, world.firmId, agentId);
  ({ id: activityId } = await makeGoodsActivity(app, world.firmId));
  people = await makeMembers(app, world.firmId, 2);
  await app.db.updateTable('member').set({ nickName: '沈清和' }).where('id', '=', people[0]!).execute();
});
afterAll(() => app.close());

const today = shanghaiToday();
const day = (back: number) => addDays(today, -back);
const codeOf = (serial: number) =>
  app.db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select(['seg', 'keyV'])
    .executeTakeFirstOrThrow()
    .then((segment) => openKeyring(app).readText(app.db, segment, serial));
const scan = (serial: number, values: object) =>
  app.db
    .insertInto('scanLog')
    .values({
      firmId: world.firmId,
      seg,
      serial,
      codeText: `CODE${serial}`,
      verdict: 'FIRST',
      isCounted: true,
      productId: world.productId,
      at: `${day(1)} 10:00:00`,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const list = (filters: object) => app.data(token, scanDetailApi.list, { page: 1, limit: 20, ...filters } as never);
const idsOf = async (filters: object) => (await list(filters)).list.map(({ id }) => id);

test('scans are found by each filter, masked, with who had the goods, newest first, and within 31 days', async () => {
  const first = await scan(1, {
    uid: people[0],
    agentId,
    shopId,
    activityId,
    province: '浙江省',
    city: '杭州市',
    isCross: Cross.suspected,
    shipDays: 4,
  });
  const second = await scan(1, { verdict: 'REPEAT', at: `${day(0)} 00:00:01`, uid: people[1], times: 2 });
  const bad = await scan(2, { verdict: 'VOID', isCounted: false, at: `${day(2)} 10:00:00` });
  const pin = await scan(3, { verdict: 'NEED_PIN', isCounted: false, at: `${day(3)} 10:00:00` });
  const old = await scan(4, { at: `${day(40)} 10:00:00` });
  const foreign = await makeFirm(app);
  await app.db
    .insertInto('scanLog')
    .values({ firmId: foreign, codeText: 'CODE1', verdict: 'FIRST', isCounted: true, at: `${day(1)} 10:00:00` })
    .execute();

  expect(await idsOf({})).toEqual([second.id, first.id, bad.id, pin.id]);
  expect(await idsOf({ dateLimit: '' })).toEqual([second.id, first.id, bad.id, pin.id]);
  expect(await idsOf({ dateLimit: `${day(45)},${day(35)}` })).toEqual([old.id]);
  expect(await idsOf({ code: await codeOf(1) })).toEqual([second.id, first.id]);
  for (const filters of [
    { agentId },
    { shopId },
    { activityId },
    { consumerId: people[0] },
    { cross: Cross.suspected },
    { regionCode: '330100' },
  ])
    expect(await idsOf(filters)).toEqual([first.id]);
  expect(await idsOf({ scanType: ScanType.first })).toEqual([first.id]);
  expect(await idsOf({ scanType: ScanType.repeat })).toEqual([second.id]);
  expect(await idsOf({ scanType: ScanType.invalid })).toEqual([bad.id]);
  expect(await idsOf({ scanType: ScanType.check })).toEqual([pin.id]);
  const { list: rows } = await list({ consumerId: people[0] });
  expect(rows[0]).toMatchObject({
    consumer: '沈**',
    consumerId: people[0],
    scanType: ScanType.first,
    regionName: '浙江省杭州市',
    shipDays: 4,
    cross: Cross.suspected,
    activityId,
    drawResult: '',
    level: 0,
  });
  expect(JSON.stringify(rows)).not.toContain('沈清和');
  expect(await app.call(token, scanDetailApi.list, { dateLimit: `${day(31)},${day(0)}` } as never)).toMatchObject({
    code: 400,
    message: '扫码明细一次最多查询31天',
  });
  expect(await app.call(token, scanDetailApi.list, { dateLimit: `${day(30)},${day(0)}` } as never)).toMatchObject({
    code: 200,
  });
});

test('sums are the figures of days and one thing, agree with the rows, and are none where figures are not kept of it', async () => {
  await advanceFigures(app.db, 'now');
  expect(await findFigureFaults(app.db)).toEqual([]);
  const stat = (filters: object) => app.data(token, scanDetailApi.stat, filters as never);
  expect(await stat({})).toMatchObject({ scanCnt: 2, people: 2, anonCnt: 0, firstCnt: 1, invalidCnt: 1 });
  expect(await stat({ dateLimit: `${day(45)},${day(35)}` })).toMatchObject({ scanCnt: 1, people: 0, anonCnt: 1 });
  expect(await stat({ activityId })).toMatchObject({ scanCnt: 1, people: 1, firstCnt: 1, invalidCnt: 0 });
  expect(await stat({ regionCode: '330000' })).toMatchObject({ scanCnt: 1, people: 1 });
  expect(await stat({ agentId })).toMatchObject({ scanCnt: 1, people: null });
  expect(await stat({ agentId, activityId })).toBeNull();
  expect(await stat({ cross: Cross.suspected })).toBeNull();
  expect(await stat({ dateLimit: `${day(1)} 10:00:00,${day(1)} 11:00:00` })).toBeNull();
  const places = (filters: object) => app.data(token, scanDetailApi.places, filters as never);
  expect(await places({})).toMatchObject({ rows: [{ id: 330000, name: '浙江省', value: 1 }], unknown: 1 });
  expect(await places({ regionCode: '330000' })).toMatchObject({ rows: [{ id: 330100, name: '杭州市', value: 1 }] });
  expect(await places({ dateLimit: `${day(45)},${day(35)}` })).toMatchObject({ rows: [], unknown: 1 });
  expect(await places({ activityId })).toBeNull();
  expect(await places({ regionCode: '330100' })).toBeNull();
  // The same person on two days is one.
  await scan(5, { uid: people[1], at: `${day(1)} 12:00:00` });
  await advanceFigures(app.db, 'now');
  const other = await makeStaff(app, { firmId: await makeFirm(app), permissions: ['admin:lottery:scan:list'] });
  expect(await app.data(other.token, scanDetailApi.stat, {} as never)).toMatchObject({ scanCnt: 0, people: 0 });
  expect(await app.data(other.token, scanDetailApi.places, {} as never)).toEqual({ rows: [], unknown: 0 });
});

test('of the cities of a province, unknown are the scans of that province alone whose city nobody knows', async () => {
  const firm = await makeFirm(app);
  const reader = await makeStaff(app, { firmId: firm, permissions: ['admin:lottery:scan:list'] });
  const [uid] = await makeMembers(app, firm, 1);
  const places = [
    ['浙江省', '杭州市'],
    ['浙江省', ''],
    ['四川省', ''],
    ['四川省', ''],
    ['', ''],
  ] as const;
  for (const [nth, [province, city]] of places.entries())
    await scan(nth + 1, { firmId: firm, productId: null, uid, province, city, at: `${day(2)} 12:00:00` });
  await rebuildDay(app.db, day(2));
  const shown = (filters: object) => app.data(reader.token, scanDetailApi.places, filters as never);
  expect(await shown({})).toMatchObject({ unknown: 1 });
  expect(await shown({ regionCode: '330000' })).toMatchObject({ rows: [{ name: '杭州市', value: 1 }], unknown: 1 });
  expect(await shown({ regionCode: '510000' })).toEqual({ rows: [], unknown: 2 });
  expect(await shown({ regionCode: '110000' })).toEqual({ rows: [], unknown: 0 });
});

test('a draw stands with the scan it was made by, and in the archive of its code, which is nobody else’s to read', async () => {
  const goods = await makeGoodsActivity(app, world.firmId);
  const [won] = await winGoods(app, goods, 1);
  const { id: scanId } = await scan(7, { uid: won!.uid, activityId: goods.id });
  await app.db.updateTable('draw').set({ scanId, seg, serial: 7 }).where('id', '=', won!.drawId).execute();
  await app.db.deleteFrom('codeUse').where('drawId', '=', won!.drawId).execute();
  await app.db
    .insertInto('codeUse')
    .values({
      firmId: world.firmId,
      seg,
      serial: 7,
      audience: Audience.consumer,
      activityId: goods.id,
      uid: won!.uid,
      drawId: won!.drawId,
    })
    .execute();
  const [row] = (await list({ activityId: goods.id })).list;
  expect(row).toMatchObject({ id: scanId, drawResult: expect.stringMatching(/.+/) });
  const code = await codeOf(7);
  const profile = await app.data(token, scanDetailApi.profile, { code });
  expect(profile.facts).toMatchObject({ code, firmId: world.firmId });
  expect(profile.timeline.map(({ kind }) => kind)).toContain('issue');
  expect(profile.timeline.map(({ kind }) => kind)).toContain('scan');
  expect(profile.draws).toMatchObject([{ activityId: goods.id, result: row!.drawResult, audience: 0 }]);
  const other = await makeStaff(app, { firmId: await makeFirm(app), permissions: ['admin:lottery:scan:list'] });
  expect(await app.call(other.token, scanDetailApi.profile, { code })).toMatchObject({ code: 61002 });
});
