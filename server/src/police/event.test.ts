import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { PoliceOutcome, policeEventApi, policeHitApi } from '@zhuiyuan/contract/police/police-event';
import { policeRefusals } from '@zhuiyuan/contract/police/police-refusals';
import { policeRuleApi } from '@zhuiyuan/contract/police/police-rule';
import { sql } from 'kysely';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { runPolice } from './run-police.ts';

const police = ['list', 'handle', 'save', 'update', 'delete', 'export'].map((verb) => `admin:lottery:police:${verb}`);
let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let seg: number;
let agentId: number;
let uid: number;
let one: { id: number; token: string };
let other: { id: number; token: string };
let powerful: { id: number; token: string };
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  world = await makeCodeWorld(app);
  const { firmId } = world;
  ({ seg } = await world.issue({ productId: world.productId, lotId: world.lotId }));
  await app.db
    .insertInto('city')
    .values([
      { id: 510000, pid: 0, level: 0, name: '四川省', mergerName: '四川省' },
      { id: 510100, pid: 510000, level: 1, name: '成都市', mergerName: '四川省,成都市' },
      { id: 500000, pid: 0, level: 0, name: '重庆市', mergerName: '重庆市' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  agentId = await makeAgent(app, firmId);
  await app.db.updateTable('agent').set({ lng: 104.06, lat: 30.67 }).where('id', '=', agentId).execute();
  [uid] = (await makeMembers(app, firmId, 1)) as [number];
  one = await makeStaff(app, { firmId, permissions: police });
  other = await makeStaff(app, { firmId, permissions: police });
  powerful = await makeStaff(app, {
    firmId,
    permissions: [...police, 'admin:lottery:black:save', 'admin:identity:batch:freeze', 'admin:lottery:aiActive:pause'],
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['policeWatch', 'policeEvent', 'policeRule', 'crossHit', 'scanLog', 'blacklist'] as const)
    await app.db.deleteFrom(table).execute();
});

/** Scans of a dealer's goods in 重庆, by position or by address, that the rule of the firm warns of. */
const warn = async (gps = 3, ip = 0) => {
  await app.data(one.token, policeRuleApi.save, {
    name: '疑似窜货',
    policeType: RiskType.diversion,
    level: RiskLevel.severe,
    params: { minCodes: 3, windowDays: 7, toleranceKm: 30, ipCounts: false },
    notifyIds: [one.id],
  } as never);
  for (let nth = 0; nth < gps + ip; nth += 1) {
    const byGps = nth < gps;
    const serial = nth + 1;
    const scan = await app.db
      .insertInto('scanLog')
      .values({
        firmId: world.firmId,
        codeText: 'x',
        seg,
        serial,
        lotId: world.lotId,
        agentId,
        uid,
        verdict: 'FIRST',
        isCounted: true,
        isCross: Cross.suspected,
        shipDays: 3,
        geoSource: byGps ? GeoSource.gps : GeoSource.ip,
        province: '重庆市',
        city: '重庆市',
        lng: byGps ? 106.55 : null,
        lat: byGps ? 29.56 : null,
        at: sql<string>`date_trunc('second', now()) - make_interval(mins => ${nth + 1}::int)`,
      })
      .returning(['id', 'at'])
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('crossHit')
      .values({
        firmId: world.firmId,
        seg,
        serial,
        scanId: scan.id,
        at: sql<string>`(select at from scan_log where id = ${scan.id})`,
        agentId,
        lotId: world.lotId,
        uid,
        regions: ['510100'],
        province: '500000',
        city: '500000',
        geoSource: byGps ? GeoSource.gps : GeoSource.ip,
        lng: byGps ? 106.55 : null,
        lat: byGps ? 29.56 : null,
        distanceKm: byGps ? 160 + nth : null,
      })
      .execute();
  }
  await runPolice(app.db, openKeyring(app));
  const { list } = await app.data(one.token, policeEventApi.list, { page: 1, limit: 20 } as never);
  return list[0]!;
};
const hitsOf = async (id: number) =>
  (await app.data(one.token, policeEventApi.hits, { id, page: 1, limit: 20 } as never)).list;
const infoOf = (id: number) => app.data(one.token, policeEventApi.info, { id });

test('a warning tells what it rests on: hits, those beside it, the way of a code, the map and what is comparable', async () => {
  const { id, title, eventNo } = await warn(3, 1);
  expect(title).toMatch(/^经销商.+的产品在重庆市被扫码3件，疑似窜货$/);
  expect(eventNo).toMatch(/^YJ\d{8}-\d{3}$/);
  expect(await infoOf(id)).toMatchObject({ hitCount: 3, ipOnly: 1, people: 1, codes: 3, status: RiskStatus.waiting });
  const hits = await hitsOf(id);
  expect(hits.map(({ confirmed }) => confirmed)).toEqual([0, 0, 0, null]);
  expect(hits[0]).toMatchObject({ region: '重庆市', distanceKm: 160, consumer: expect.stringContaining('**') });
  const path = await app.data(one.token, policeEventApi.path, { id, hitId: hits[0]!.id });
  expect(path.events.map(({ kind, isOutside }) => [kind, isOutside])).toEqual([
    ['issue', false],
    ['scan', true],
  ]);
  const map = await app.data(one.token, policeEventApi.map, { id });
  expect(map).toMatchObject({ regions: ['成都市'], nearestKm: 160, dealer: { isEstimated: false } });
  expect(map!.cities[0]!.rings[0]!.length).toBeGreaterThan(10);
  expect(map!.outside).toHaveLength(3);
  expect(map!.straightKm).toBeGreaterThan(250);
  const compare = await app.data(one.token, policeEventApi.compare, { id });
  expect(compare).toMatchObject({
    own: { codes: 4, outside: 3 },
    others: { codes: 0, outside: 0, agents: 0 },
    proven: 0,
    finding: '3 件里 3 件在同一天被扫，3 件里 3 件由同一人扫，发货后 3 天被扫',
  });
  const stat = await app.data(one.token, policeEventApi.stat, {});
  expect(stat).toMatchObject({
    waiting: 1,
    doing: 0,
    today: 1,
    diverted: 1,
    provinces: [{ province: '重庆市', codes: 3 }],
  });
});

test('hits are decided one by one, and the rest with the warning; what only an address placed is never confirmed', async () => {
  const { id } = await warn(3, 1);
  const hits = await hitsOf(id);
  const judge = (ids: number[], confirmed: number) =>
    app.call(one.token, policeHitApi.judge, { ids, confirmed } as never);
  expect(await judge([hits[0]!.id], HitVerdict.dismissed)).toMatchObject({ code: 200 });
  // Beside the warning, not of it.
  expect(await judge([hits[3]!.id], HitVerdict.confirmed)).toMatchObject({ code: 404 });
  await app.db.updateTable('crossHit').set({ geoSource: GeoSource.ip }).where('id', '=', hits[2]!.id).execute();
  expect(await judge([hits[1]!.id, hits[2]!.id], HitVerdict.confirmed)).toMatchObject({
    code: policeRefusals.ipOnly[0],
  });
  const { version } = await app.data(one.token, policeEventApi.accept, { id });
  const handle = (more: object) =>
    app.call(one.token, policeEventApi.handle, {
      id,
      version,
      outcome: PoliceOutcome.proven,
      result: '同一大箱',
      ...more,
    } as never);
  expect(await handle({ result: '' })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'result', message: policeRefusals.noResult[1] }] },
  });
  expect(await handle({})).toMatchObject({ code: 200 });
  expect(
    (await hitsOf(id))
      .map(({ confirmed }) => confirmed)
      .slice(0, 3)
      .toSorted(),
  ).toEqual([0, 1, 2]);
  expect(await infoOf(id)).toMatchObject({
    status: RiskStatus.done,
    outcome: PoliceOutcome.proven,
    result: '同一大箱',
  });
  expect(await judge([hits[1]!.id], HitVerdict.suspected)).toMatchObject({ code: policeRefusals.taken[0] });
});

test('who accepts it has it: others are told who, until it is given to them', async () => {
  const { id } = await warn();
  const { version } = await app.data(one.token, policeEventApi.accept, { id });
  expect(await app.call(other.token, policeEventApi.accept, { id })).toMatchObject({
    code: policeRefusals.taken[0],
    data: { assigneeName: '测试' },
  });
  expect(await app.call(other.token, policeEventApi.ignore, { id, version, reason: '误报' } as never)).toMatchObject({
    code: policeRefusals.taken[0],
  });
  const assigned = await app.data(one.token, policeEventApi.assign, { id, version, assigneeId: other.id });
  expect(
    await app.call(other.token, policeEventApi.ignore, { id, version: assigned.version, reason: '内部测试' } as never),
  ).toMatchObject({ code: 200 });
  expect(await infoOf(id)).toMatchObject({ status: RiskStatus.ignored, result: '内部测试', assigneeId: other.id });
});

test('what is done besides needs its own permission, and all of it happens or nothing', async () => {
  const { id } = await warn();
  const handle = (token: string, more: object) =>
    app.call(token, policeEventApi.handle, {
      id,
      version: 1,
      outcome: PoliceOutcome.proven,
      result: '成立',
      ...more,
    } as never);
  expect(await handle(one.token, { black: true })).toMatchObject({ code: 403 });
  // No activity stands behind it: nothing of the rest is done either.
  expect(await handle(powerful.token, { black: true, freeze: true, pause: true })).toMatchObject({
    code: policeRefusals.nothingToDo[0],
  });
  expect(await infoOf(id)).toMatchObject({ status: RiskStatus.waiting });
  expect(await app.db.selectFrom('blacklist').selectAll().execute()).toEqual([]);
  expect(await handle(powerful.token, { black: true, freeze: true })).toMatchObject({ code: 200 });
  expect(await app.db.selectFrom('blacklist').select(['value', 'reason']).execute()).toEqual([
    { value: String(uid), reason: expect.stringContaining('预警YJ') },
  ]);
  const frozen = await app.db.selectFrom('codeOp').select(['opType', 'okCnt']).orderBy('id', 'desc').executeTakeFirst();
  expect(frozen).toMatchObject({ okCnt: 3 });
});

test('all people of a warning are listed, however many', async () => {
  const { firmId } = world;
  await app.data(one.token, policeRuleApi.save, {
    name: '异常扫码',
    policeType: RiskType.oddCode,
    level: RiskLevel.usual,
    params: { scanCnt: 5, users: 5, windowHours: 24 },
    notifyIds: [one.id],
  } as never);
  await sql`update rollup_cursor set upto = now() - interval '1 day' where name = 'police codes'`.execute(app.db);
  const people = await makeMembers(app, firmId, 1001);
  await app.db
    .insertInto('scanLog')
    .values(
      people.map((by) => ({
        firmId,
        codeText: 'x',
        seg,
        serial: 9,
        verdict: 'REPEAT',
        isCounted: true,
        uid: by,
        at: sql<string>`now() - interval '5 minutes'`,
      })),
    )
    .execute();
  await runPolice(app.db, openKeyring(app));
  const { id } = await app.db.selectFrom('policeEvent').select('id').executeTakeFirstOrThrow();
  expect((await app.data(powerful.token, policeEventApi.info, { id })).people).toBe(1001);
  const input = { id, outcome: PoliceOutcome.proven, result: '核实', black: true };
  await app.data(powerful.token, policeEventApi.handle, input as never);
  const listed = await app.db.selectFrom('blacklist').select('value').execute();
  expect(listed.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual(people.toSorted((a, b) => a - b));
});

test('the evidence is a document; the list is exported with its filters', async () => {
  const { id } = await warn();
  expect((await app.data(one.token, policeEventApi.evidence, { id })).fileName).toMatch(/\.pdf/);
  expect((await app.data(one.token, policeEventApi.export, { status: 0 } as never)).fileName).toMatch(/\.xlsx/);
});

test('a rule says what it lacks, keeps its type and its name, and stays while a warning of it is open', async () => {
  const event = await warn();
  const rule = (await app.data(one.token, policeRuleApi.list, { page: 1, limit: 20 } as never)).list[0]!;
  expect(rule).toMatchObject({
    paramsText: '同城 3 件 / 7 天，容差 30 公里，IP 定位不计入',
    notifyText: '测试',
    todayHits: 3,
  });
  const draft = { name: '另一条', policeType: RiskType.oddCode, level: 2, params: { scanCnt: 9 }, notifyIds: [one.id] };
  expect(await app.call(one.token, policeRuleApi.save, draft as never)).toMatchObject({ code: 400 });
  expect(await app.call(one.token, policeRuleApi.save, { ...draft, notifyIds: [] } as never)).toMatchObject({
    code: 400,
  });
  const whole = { ...draft, params: { scanCnt: 9, users: 3, windowHours: 24 } };
  expect(await app.call(one.token, policeRuleApi.save, { ...whole, name: '疑似窜货' } as never)).toMatchObject({
    code: policeRefusals.sameName[0],
  });
  expect(
    await app.call(one.token, policeRuleApi.update, { ...whole, id: rule.id, version: rule.version } as never),
  ).toMatchObject({ code: 400 });
  expect(await app.call(one.token, policeRuleApi.remove, { id: rule.id })).toMatchObject({
    code: policeRefusals.hasOpen[0],
  });
  await app.data(one.token, policeEventApi.ignore, { id: event.id, version: event.version, reason: '测试' } as never);
  expect(await app.call(one.token, policeRuleApi.remove, { id: rule.id })).toMatchObject({ code: 200 });
  const { id } = await app.data(one.token, policeRuleApi.save, {
    ...whole,
    name: '预算',
    policeType: RiskType.budget,
    params: { remainPct: 20 },
  } as never);
  expect(await app.call(one.token, policeRuleApi.test, { id })).toMatchObject({ code: policeRefusals.noHistory[0] });
});
