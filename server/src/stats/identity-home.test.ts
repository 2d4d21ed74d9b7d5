import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { JobKind, JobStatus, JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { stopClock } from '../../test/clock.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { rollUpScans } from '../scan/log/roll-up-scans.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { advanceFigures } from './figures/advance-figures.ts';
import { Dim } from './figures/dims.ts';
import { rollUpScanDays } from './scan-days.ts';

const today = stopClock();
/** Noon of some day before today. */
const noon = (days = 0) => `${addDays(today, -days)} 12:00:00`;
let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let stranger: string;
let platform: string;
const permissions = ['admin:identity:identityHome:list'];
const [shenzhen, chengdu, abroad] = ['120.24.78.68', '61.139.2.69', '8.8.8.8'];

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  world = await makeCodeWorld(app);
  token = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
  stranger = (await makeFirmStaff(app, permissions)).token;
  platform = (await makeStaff(app, { permissions })).token;
  const { seg } = await world.issue({ itemCount: 10_000 });
  const use = (serialFrom: number, serialTo: number) =>
    app.data(world.token, codeOpApi.use, {
      pick: { mode: 1, ranges: [{ seg, serialFrom, serialTo }] },
      productId: world.productId,
      lotId: world.lotId,
      idemKey: randomUUID(),
    });
  await use(1, 4000);
  const mistaken = await use(5001, 5300);
  await app.data(world.token, codeOpApi.undo, { opId: mistaken.opId });
  const segment = await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
  const scan = async (serial: number, ip: string, deviceId: string) =>
    app.call(
      '',
      publicTraceApi.scan,
      { code: await openKeyring(app).readText(app.db, segment, serial), deviceId },
      { 'x-forwarded-for': ip },
    );
  await scan(1, shenzhen, 'a');
  await scan(1, chengdu, 'b');
  await scan(2, shenzhen, 'a');
  await scan(3, abroad, 'c');
  await scan(9000, shenzhen, 'a');
  await app.db.updateTable('task').set({ createdAt: noon() }).execute();
  await app.db.updateTable('codeOp').set({ createdAt: noon() }).execute();
  await app.db.updateTable('scanLog').set({ at: noon() }).where('serial', '<>', 3).execute();
  await app.db
    .updateTable('scanLog')
    .set({ at: noon(1) })
    .where('serial', '=', 3)
    .execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const read = async () => ({
  cards: await app.data(token, identityHomeApi.cards, {}),
  trend: await app.data(token, identityHomeApi.trend, {}),
  provinces: await app.data(token, identityHomeApi.map, {}),
  cities: await app.data(token, identityHomeApi.map, { level: 'city', parent: '广东省' }),
  products: await app.data(token, identityHomeApi.top, { kind: 'product' }),
  verdicts: await app.data(token, identityHomeApi.top, { kind: 'verdict' }),
});

it('counts codes and scans of today, yesterday and all time', async () => {
  const { cards } = await read();
  expect(cards).toMatchObject({
    codeNum: { today: 10_000, yesterday: 0, total: 10_000 },
    activeNum: { today: 4000, yesterday: 0, total: 4000 },
    packNum: { today: 0, yesterday: 0, total: 0 },
    scanNum: { today: 3, yesterday: 1, total: 4 },
    firstNum: { today: 2, yesterday: 1, total: 3 },
    doubtNum: { today: 0, yesterday: 0, total: 0 },
    regNum: { today: 0, yesterday: 0, total: 0 },
  });
  const yesterday = await app.data(token, identityHomeApi.cards, { dateLimit: 'yesterday' });
  expect(yesterday.scanNum).toEqual({ today: 3, yesterday: 1, total: 1 });
  expect(yesterday.codeNum.total).toBe(0);
});

it('lays both lines out day by day', async () => {
  const { trend } = await read();
  expect(trend.labels).toHaveLength(30);
  expect(trend.labels.at(-1)).toBe(today);
  expect(trend.active.at(-1)).toBe(4000);
  expect(trend.scans.slice(-2)).toEqual([1, 3]);
  const week = await app.data(token, identityHomeApi.trend, { dateLimit: 'lately7' });
  expect(week.labels[0]).toBe(addDays(today, -6));
});

it('places scans in provinces and cities, and says how many it cannot place', async () => {
  const { provinces, cities } = await read();
  expect(provinces).toEqual({
    rows: [
      { name: '广东省', value: 2 },
      { name: '四川省', value: 1 },
    ],
    unknown: 1,
  });
  expect(cities).toEqual({ rows: [{ name: '深圳市', value: 2 }], unknown: 0 });
});

it('ranks products and verdicts', async () => {
  const { products, verdicts } = await read();
  expect(products).toMatchObject([{ id: world.productId, value: 4 }]);
  expect(Object.fromEntries(verdicts.map(({ name, value }) => [name, value]))).toEqual({
    FIRST: 3,
    REPEAT: 1,
    INACTIVE: 1,
  });
});

it('answers the same after the scans were added to their days', async () => {
  const before = await read();
  await Promise.all([rollUpScanDays(app.db), rollUpScanDays(app.db)]);
  await Promise.all([advanceFigures(app.db), advanceFigures(app.db)]);
  expect(await app.db.selectFrom('statDay').where('dim', '=', Dim.city).select('id').execute()).not.toHaveLength(0);
  expect(await app.db.selectFrom('scanVerdictDay').select('scans').execute()).not.toHaveLength(0);
  expect(await read()).toEqual(before);
});

it('shows how far the codes have come', async () => {
  await rollUpScans(app.db);
  expect(await app.data(token, identityHomeApi.funnel, {})).toEqual({
    codeNum: 10_000,
    activeNum: 4000,
    packNum: 0,
    shipNum: 0,
    signNum: 0,
    firstNum: 3,
  });
});

it('names work that goes on, open warnings and lots that end soon to those who may look into them', async () => {
  await app.db
    .updateTable('task')
    .set({ phase: TaskPhase.generating, rowsDone: 2500 })
    .where('firmId', '=', world.firmId)
    .execute();
  const { expireDate } = await app.db
    .updateTable('lot')
    .set({ expireDate: sql<string>`current_date + 10` })
    .where('id', '=', world.lotId)
    .returning('expireDate')
    .executeTakeFirstOrThrow();
  const { firmId } = world;
  const job = { firmId, kind: 2, biz: 'shop', title: '导入', fileName: '门店.xlsx', operatorId: 1 };
  await app.db
    .insertInto('fileJob')
    .values([
      { ...job, taskNo: 'I1', total: 200, cursorRow: 50, phase: JobPhase.running },
      { ...job, taskNo: 'I2', status: JobStatus.done },
      { ...job, taskNo: 'X1', kind: JobKind.export },
    ])
    .execute();
  const risk = { firmId, type: 2, level: 2, title: '单码异常' };
  await app.db
    .insertInto('riskEvent')
    .values([
      { ...risk, dedupeKey: 'a' },
      { ...risk, dedupeKey: 'b', status: RiskStatus.ignored },
    ])
    .execute();
  const all = ['task:list', 'importTask:list', 'select:log', 'lot:list'].map((act) => `admin:identity:${act}`);
  const { token: chief } = await makeStaff(app, { firmId, permissions: [...permissions, ...all] });
  expect(await app.data(chief, identityHomeApi.todo, {})).toMatchObject({
    tasks: [{ done: 2500, total: 10_000, phase: 2 }],
    imports: [{ name: '门店.xlsx', biz: 'shop', done: 50, total: 200, phase: 2 }],
    risks: [{ title: '单码异常', status: 0 }],
    lots: [{ id: world.lotId, productId: world.productId, expireDate }],
  });
  const nothing = { tasks: [], imports: [], risks: [], lots: [] };
  expect(await app.data(token, identityHomeApi.todo, {})).toEqual(nothing);
  const { token: other } = await makeFirmStaff(app, [...permissions, ...all]);
  expect(await app.data(other, identityHomeApi.todo, {})).toEqual(nothing);
});

it('shows nothing of another firm, everything to the platform', async () => {
  const cards = await app.data(stranger, identityHomeApi.cards, {});
  expect([cards.codeNum.total, cards.activeNum.total, cards.scanNum.total]).toEqual([0, 0, 0]);
  expect((await app.data(stranger, identityHomeApi.funnel, {})).codeNum).toBe(0);
  expect((await app.data(stranger, identityHomeApi.map, {})).rows).toEqual([]);
  expect((await app.data(platform, identityHomeApi.cards, {})).scanNum.total).toBe(4);
});

it('asks for a token, the permission and a range that is one', async () => {
  const { token: without } = await makeStaff(app, { firmId: world.firmId });
  for (const endpoint of Object.values(identityHomeApi)) {
    expect((await app.call('', endpoint, { kind: 'product' } as never)).code, endpoint.path).toBe(401);
    expect((await app.call(without, endpoint, { kind: 'product' } as never)).code, endpoint.path).toBe(403);
  }
  expect((await app.call(token, identityHomeApi.cards, { dateLimit: 'soon' })).code).toBe(400);
});
