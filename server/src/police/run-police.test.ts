import { makeStaff } from '../../test/factories/access.ts';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { makeActivity } from '../../test/factories/lottery.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { winGoods } from '../../test/factories/redeem.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';
import { acceptEvent, ignoreEvent } from './event-writes.ts';
import { chiSquare } from './chi-square.ts';
import { runPolice } from './run-police.ts';
import { policeTrials } from './try-rule.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
let agentId: number;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  world = await makeCodeWorld(app);
  ({ seg } = await world.issue({ productId: world.productId, lotId: world.lotId }));
  agentId = await makeAgent(app, world.firmId);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['policeWatch', 'policeEvent', 'policeRule', 'crossHit', 'scanLog'] as const)
    await app.db.deleteFrom(table).execute();
  await sql`update rollup_cursor set upto = now() - interval '1 day' where name like 'police %'`.execute(app.db);
});

const addRule = async (policeType: number, params: object) => {
  const { id } = await app.db
    .insertInto('policeRule')
    .values({
      firmId: world.firmId,
      name: `规则${policeType}`,
      policeType,
      level: RiskLevel.usual,
      params: JSON.stringify(params),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const scan = (serial: number, times: number, { verdict = 'FIRST', minutes = 5 } = {}) =>
  app.db
    .insertInto('scanLog')
    .values(
      Array.from({ length: times }, (_none, nth) => ({
        firmId: world.firmId,
        codeText: 'x',
        seg,
        serial,
        verdict,
        isCounted: true,
        device: `device ${nth}`,
        at: sql<string>`now() - make_interval(mins => ${minutes}::int)`,
      })),
    )
    .execute();
const cross = (serials: readonly number[], geoSource: number = GeoSource.gps) =>
  app.db
    .insertInto('crossHit')
    .values(
      serials.map((serial) => ({
        firmId: world.firmId,
        seg,
        serial,
        province: '500000',
        city: '500100',
        regions: ['510100'],
        agentId,
        scanId: serial,
        at: sql<string>`now() - interval '1 hour'`,
        geoSource,
        distanceKm: geoSource === GeoSource.gps ? 170 : null,
      })),
    )
    .execute();
const run = () => runPolice(app.db, openKeyring(app));
const events = () => app.db.selectFrom('policeEvent').selectAll().orderBy('id').execute();
const inTx = <T>(act: (db: Db) => Promise<T>) => app.db.transaction().execute((db) => act(db as Db));

test('books every scan of a code once, however many rounds run at the same time', async () => {
  await addRule(RiskType.oddCode, { scanCnt: 3, users: 2, windowHours: 24 });
  await scan(7, 5);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await events()).toMatchObject([{ hitCount: 5, policeType: RiskType.oddCode, seg, serial: 7 }]);
});

test('a closed warning comes back only when enough new scans came', async () => {
  await addRule(RiskType.oddCode, { scanCnt: 3, users: 1, windowHours: 24 });
  const { staffId } = await makeFirmStaff(app, []);
  await scan(8, 3);
  await run();
  const [first] = await events();
  await inTx((db) => ignoreEvent(db, { id: first!.id, reason: '内部测试' }, staffId));
  const rewind = () =>
    sql`update rollup_cursor set upto = now() - interval '1 day' where name = 'police codes'`.execute(app.db);
  await scan(8, 1, { minutes: 3 });
  await rewind();
  await run();
  expect(await events()).toHaveLength(1);
  await scan(8, 2, { minutes: 2 });
  await rewind();
  await run();
  expect(await events()).toMatchObject([{ hitCount: 3 }, { hitCount: 3, status: RiskStatus.waiting }]);
});

test('a diversion needs unlinked scans of its dealer and city; those placed by address alone count for nothing', async () => {
  await addRule(RiskType.diversion, { minCodes: 3, windowDays: 7, toleranceKm: 30, ipCounts: false });
  await cross([1, 2]);
  await cross([3], GeoSource.ip);
  await run();
  expect(await events()).toEqual([]);
  await cross([4]);
  await Promise.all([run(), run()]);
  const [event] = await events();
  expect(event).toMatchObject({ hitCount: 3, agentId, dedupeKey: `1:${agentId}:500100` });
  const linked = await app.db.selectFrom('crossHit').where('eventId', '=', event!.id).select('serial').execute();
  expect(linked.map(({ serial }) => serial).toSorted((a, b) => a - b)).toEqual([1, 2, 4]);
  await cross([5]);
  await run();
  expect(await events()).toMatchObject([{ hitCount: 4 }]);
});

test('what is told of a warning of a code that goes on is of all its hits', async () => {
  await addRule(RiskType.oddCode, { scanCnt: 5, users: 5, windowHours: 24 });
  await scan(11, 8);
  await run();
  expect((await events())[0]!.title).toContain('被8人扫描8次');
  await scan(11, 1, { minutes: 2 });
  await sql`update rollup_cursor set upto = now() - interval '3 minutes' where name = 'police codes'`.execute(app.db);
  await run();
  const [event] = await events();
  expect(event).toMatchObject({ hitCount: 9, title: expect.stringContaining('被8人扫描9次') });
  expect(event!.facts).toEqual([
    { label: '统计时间', value: '24 小时' },
    { label: '扫码', value: '9 次' },
    { label: '用户或设备', value: '8 个' },
  ]);
});

test('what is told of a warning of a person that goes on is of all his draws', async () => {
  await addRule(RiskType.user, { draws: 4, windowHours: 24 });
  const activity = await makeActivity(app, world, [{ stock: 100, weight: 1_000_000, cash: 500 }]);
  const [first, ...more] = await winGoods(app, activity, 5);
  const draw = (ids: number[], minutes: number) =>
    sql`update draw set uid = ${first!.uid}, drawn_at = now() - make_interval(mins => ${minutes}::int) where id = any(${ids}::bigint[])`.execute(
      app.db,
    );
  const last = more.pop()!;
  await draw(
    [first!, ...more].map(({ drawId }) => drawId),
    10,
  );
  await draw([last.drawId], 2 * 1440);
  await run();
  expect((await events())[0]!.title).toContain('抽奖4次，中奖20.00元');
  await draw([last.drawId], 2);
  await sql`update rollup_cursor set upto = now() - interval '5 minutes' where name = 'police people'`.execute(app.db);
  await run();
  const [event] = await events();
  expect(event).toMatchObject({ hitCount: 5, title: expect.stringContaining('抽奖5次，中奖25.00元') });
  expect(event!.facts).toContainEqual({ label: '中奖金额', value: '25.00 元' });
});

test('of many who accept at the same time one has it, the others are told who', async () => {
  await addRule(RiskType.oddCode, { scanCnt: 2, users: 1, windowHours: 24 });
  await scan(9, 2);
  await run();
  const [event] = await events();
  const staff = await Promise.all(Array.from({ length: 4 }, () => makeFirmStaff(app, [])));
  const tried = await Promise.allSettled(staff.map(({ staffId }) => inTx((db) => acceptEvent(db, event!.id, staffId))));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const reason of refused) expect(reason).toMatchObject({ code: 62507, data: { at: expect.any(String) } });
});

test('every kind of rule can be judged and tried', async () => {
  const ids = [
    await addRule(RiskType.diversion, { minCodes: 1, windowDays: 7, toleranceKm: 30, ipCounts: false }),
    await addRule(RiskType.oddCode, { scanCnt: 2, users: 1, windowHours: 24 }),
    await addRule(RiskType.user, { draws: 20, amount: 10_000, windowHours: 24 }),
    await addRule(RiskType.budget, { remainPct: 20 }),
    await addRule(RiskType.stock, { remainPct: 10 }),
    await addRule(RiskType.failedShare, { failPct: 5, minCnt: 50, windowMin: 30 }),
    await addRule(RiskType.merchantBalance, { balance: 100_000 }),
    await addRule(RiskType.winShare, { p: 0.001 }),
    await addRule(RiskType.invalidCodes, { cnt: 1, byLot: true, unshipped: true, windowHours: 24 }),
  ];
  await scan(10, 2, { minutes: 2 * 1440 });
  await run();
  const refused: unknown[] = [];
  for (const id of ids)
    await policeTrials
      .begin(app, app.db, id)
      .then((begun) => policeTrials.run(app.db, begun))
      .catch((error: unknown) => refused.push(error));
  expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ code: 62650 })));
  const rules = await app.db.selectFrom('policeRule').select(['policeType', 'trial']).execute();
  const trialOf = (type: number) => rules.find((rule) => rule.policeType === type)!.trial;
  expect(trialOf(RiskType.oddCode)).toMatchObject({ state: 'done', events: 1, hits: 2 });
  expect(trialOf(RiskType.user)).toMatchObject({ state: 'done', events: 0, hits: 0 });
  expect(trialOf(RiskType.budget)).toBeNull();
});

test('tells chance from what it cannot be', () => {
  expect(
    chiSquare([
      { weight: 1, seen: 50 },
      { weight: 1, seen: 50 },
    ])!.p,
  ).toBeCloseTo(1, 10);
  // 3.841 is the 95 % quantile of one degree of freedom: (50 + d)² …, d = √(3.841 × 25).
  const d = Math.sqrt(3.841459 * 25);
  expect(
    chiSquare([
      { weight: 1, seen: 50 + d },
      { weight: 1, seen: 50 - d },
    ])!.p,
  ).toBeCloseTo(0.05, 5);
  expect(
    chiSquare([
      { weight: 0, seen: 1 },
      { weight: 1, seen: 10 },
    ])!.p,
  ).toBe(0);
  expect(chiSquare([{ weight: 1, seen: 3 }])).toBeNull();
});

test('hits of a warning of codes answer to staff of the firm, the last one of a second included', async () => {
  await addRule(RiskType.oddCode, { scanCnt: 5, users: 5, windowHours: 24 });
  await addRule(RiskType.invalidCodes, { cnt: 3, windowHours: 24 });
  await scan(9, 6, { verdict: 'REPEAT' });
  await scan(10, 4, { verdict: 'INACTIVE' });
  await run();
  const permissions = ['list', 'export'].map((verb) => `admin:lottery:police:${verb}`);
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions });
  const { list } = await app.data(token, policeEventApi.list, { page: 1, limit: 5 } as never);
  const totals = await Promise.all(
    list.map(async ({ id, hitCount }) => [
      hitCount,
      (await app.data(token, policeEventApi.hits, { id, page: 1, limit: 20 } as never)).total,
      (await app.call(token, policeEventApi.evidence, { id })).code,
    ]),
  );
  expect(totals.toSorted()).toEqual([
    [4, 4, 200],
    [6, 6, 200],
  ]);
});
