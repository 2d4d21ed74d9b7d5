import { blackApi, riskApi, whiteApi } from '@zhuiyuan/contract/consumer/black';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BanKind, BanScope, HitState, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { insertDefaultRules } from '../risk/default-rules.ts';
import { findBans, isKeptFromPrizes } from '../risk/bans.ts';
import { keepPhone } from '../member/keep-phone.ts';

const permissions = [
  ...['list', 'update', 'black', 'export', 'plain'].map((verb) => `admin:lottery:customer:${verb}`),
  ...['list', 'save', 'delete', 'export'].map((verb) => `admin:lottery:black:${verb}`),
  ...['info', 'update'].map((verb) => `admin:lottery:customerConfig:${verb}`),
];
let app: TestApp;
const enter = async () => {
  const firmId = await makeFirm(app);
  await insertDefaultRules(app.db, { firmId });
  const { token } = await makeStaff(app, { firmId, permissions });
  const people = await makeMembers(app, firmId, 4);
  return { firmId, token, people };
};
let one: Awaited<ReturnType<typeof enter>>;
let other: typeof one;
beforeAll(async () => {
  app = await openTestApp();
  [one, other] = [await enter(), await enter()];
});
afterAll(() => app.close());

const idsOf = async (filters: object, of = one) =>
  (await app.data(of.token, consumerApi.list, { page: 1, limit: 20, ...filters } as never)).list.map(({ id }) => id);
const hit = (uid: number, code: string, action: number, firmId = one.firmId) =>
  app.db
    .insertInto('riskHit')
    .values({
      firmId,
      code,
      name: code,
      uid,
      dim: String(uid),
      activityId: 1,
      value: 9,
      threshold: 3,
      action: action as RiskAction,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('consumers are found by what they came to, newest first, and each firm finds its own', async () => {
  const [a, b, c, d] = one.people as [number, number, number, number];
  await app.db.updateTable('member').set({ nickName: '沈清和' }).where('id', '=', a).execute();
  await app.db
    .insertInto('consumerCount')
    .values([
      {
        firmId: one.firmId,
        id: a,
        scanCnt: 7,
        winAmount: 900,
        lastScanAt: '2026-11-20 10:00:00+08',
        province: '浙江省',
        city: '杭州市',
      },
      {
        firmId: one.firmId,
        id: b,
        scanCnt: 2,
        winAmount: 100,
        lastScanAt: '2026-10-20 10:00:00+08',
        province: '北京市',
        city: '北京市',
      },
    ])
    .execute();
  await keepPhone(app.db, app.config.masterKey, { firmId: one.firmId, uid: a, phone: '18600002093' });
  await keepPhone(app.db, app.config.masterKey, { firmId: other.firmId, uid: other.people[0]!, phone: '18600002093' });
  expect(await idsOf({})).toEqual([d, c, b, a]);
  expect(await idsOf({ scanMin: 1 })).toEqual([b, a]);
  expect(await idsOf({ scanMin: 3 })).toEqual([a]);
  // Without counts there are none of them.
  expect(await idsOf({ scanMax: 2 })).toEqual([d, c, b]);
  expect(await idsOf({ winMin: 100, winMax: 100 })).toEqual([b]);
  expect(await idsOf({ lastLimit: '2026-11-01,2026-11-30' })).toEqual([a]);
  expect(await idsOf({ keywords: '清和' })).toEqual([a]);
  expect(await idsOf({ keywords: String(b) })).toEqual([b]);
  expect(await idsOf({ keywords: '18600002093' })).toEqual([a]);
  expect(await idsOf({ keywords: '18600002094' })).toEqual([]);
  expect(await idsOf({ source: 'wechat' })).toEqual([]);
  expect(await idsOf({ keywords: '18600002093' }, other)).toEqual([other.people[0]]);
  const { list } = await app.data(one.token, consumerApi.list, { page: 1, limit: 20, keywords: '清和' } as never);
  expect(list[0]).toMatchObject({ consumer: '沈**', phone: '186****2093', scanCnt: 7, source: 'h5', state: 'normal' });
  const hashes = await app.db
    .selectFrom('member')
    .where('id', 'in', [a, other.people[0]!])
    .select('phoneHash')
    .execute();
  expect(hashes[0]!.phoneHash!.equals(hashes[1]!.phoneHash!)).toBe(false);
  expect((await app.call(other.token, consumerApi.info, { id: a })).code).toBe(404);
});

test('a look at what is masked is logged without what was seen, and needs its permission', async () => {
  const [a] = one.people as [number];
  expect(await app.data(one.token, consumerApi.plain, { id: a, field: 'phone' })).toEqual({ value: '18600002093' });
  const log = await app.db.selectFrom('auditLog').orderBy('id', 'desc').limit(1).selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(log)).not.toContain('18600002093');
  expect(JSON.stringify(log)).toContain('/customer/plain');
  const { token } = await makeStaff(app, { firmId: one.firmId, permissions: ['admin:lottery:customer:list'] });
  expect((await app.call(token, consumerApi.plain, { id: a, field: 'phone' })).code).toBe(403);
  expect((await app.call(one.token, consumerApi.exportPlain, { password: '' } as never)).code).toBe(62012);
  expect((await app.call(one.token, consumerApi.exportPlain, { password: 'wrong' } as never)).code).toBe(62013);
});

test('of points given at once by several from one balance one goes through, the others are told that of now', async () => {
  const [, b] = one.people as [number, number];
  const give = (points: number, balance: number) =>
    app.call(one.token, consumerApi.points, { id: b, points, balance, reason: '补偿' });
  const answers = await Promise.all(Array.from({ length: 6 }, () => give(50, 0)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ code }) => code !== 200))
    expect(answer).toMatchObject({ code: 62601, data: { balance: 50 } });
  expect(await give(-60, 50)).toMatchObject({ code: 400, data: { fields: [{ field: 'points' }] } });
  expect(await give(-50, 50)).toMatchObject({ code: 200, data: { balance: 0 } });
  const log = await app.data(one.token, consumerApi.pointLog, { id: b, page: 1, limit: 20 });
  expect(log.list.map(({ delta, balance }) => [delta, balance])).toEqual([
    [-50, 0],
    [50, 50],
  ]);
  const { list } = await app.data(one.token, consumerApi.timeline, { id: b } as never);
  expect(list.map(({ kind, points }) => [kind, points])).toEqual([
    ['point', -50],
    ['point', 50],
  ]);
});

test('who is put on the list is kept away at once, and may be again when he is off it', async () => {
  const [, , c] = one.people as [number, number, number];
  const standing = () => findBans(app.db, { firmId: one.firmId, uid: c, ip: '203.0.113.1', device: '' });
  const kept = () => isKeptFromPrizes(app.db, { firmId: one.firmId, uid: c, ip: null });
  const black = (scope: 0 | 1 | 2) =>
    app.data(one.token, consumerApi.black, { ids: [c, other.people[0]!], scope, days: 7, reason: '刷奖' });
  expect(await black(BanScope.payouts)).toMatchObject({ ok: 1, fail: [{ id: other.people[0] }] });
  expect([(await standing()).isBanned, await kept()]).toEqual([false, true]);
  expect((await black(BanScope.all)).fail).toHaveLength(2);
  expect(await idsOf({ state: 'listed' })).toEqual([c]);
  const info = await app.data(one.token, consumerApi.info, { id: c });
  expect(info).toMatchObject({ state: 'listed', black: { scope: BanScope.payouts, reason: '刷奖' } });
  await app.data(one.token, blackApi.term, { id: info.black!.id, days: 0 });
  expect((await app.data(one.token, consumerApi.info, { id: c })).black!.expireAt).toBeNull();
  expect((await app.call(other.token, blackApi.term, { id: info.black!.id, days: 1 })).code).toBe(404);
  await app.data(one.token, consumerApi.unblack, { id: c });
  expect(await kept()).toBe(false);
  expect(await black(BanScope.draws)).toMatchObject({ ok: 1 });
  expect([(await standing()).isBanned, await kept()]).toEqual([true, false]);
  expect((await app.call(one.token, consumerApi.unblack, { id: c })).code).toBe(200);
  expect((await app.call(one.token, consumerApi.unblack, { id: c })).code).toBe(62602);
  await app.data(one.token, consumerApi.status, { ids: [c], status: Enabled.off });
  expect(await idsOf({ state: 'off' })).toEqual([c]);
  await app.data(one.token, consumerApi.status, { ids: [c], status: Enabled.on });
});

test('hits stand by when they were hit last, over their pages too', async () => {
  const [, b] = one.people as [number, number];
  const made = [
    await hit(b, 'R01', RiskAction.note),
    await hit(b, 'R02', RiskAction.note),
    await hit(b, 'R03', RiskAction.note),
  ];
  // The first one was hit again, after the others.
  for (const [nth, at] of ['2026-11-03 10:00:00', '2026-11-01 10:00:00', '2026-11-02 10:00:00'].entries())
    await app.db.updateTable('riskHit').set({ lastAt: at }).where('id', '=', made[nth]!.id).execute();
  const pages = await Promise.all(
    [1, 2, 3].map((page) => app.data(one.token, riskApi.hits, { consumerId: b, page, limit: 1 })),
  );
  expect(pages.map(({ list }) => list[0]!.code)).toEqual(['R01', 'R03', 'R02']);
});

test('the score is what its rules add up to, and 解除 takes points away once', async () => {
  const [, , , d] = one.people as [number, number, number, number];
  const hits = [
    await hit(d, 'R05', RiskAction.block),
    await hit(d, 'R09', RiskAction.hold),
    await hit(d, 'R07', RiskAction.ban),
    await hit(d, 'R08', RiskAction.note),
  ];
  const info = await app.data(one.token, consumerApi.info, { id: d });
  expect(info.riskScore).toBe(100);
  expect(info.risks.map(({ code, share }) => [code, share])).toEqual([
    ['R07', 40],
    ['R05', 35],
    ['R09', 25],
    ['R08', 0],
  ]);
  expect(await idsOf({ riskMin: 90 })).toEqual([d]);
  const release = (ids: number[], of = one) =>
    app.call(of.token, riskApi.handle, { ids, handled: HitState.released, remark: '误报' });
  expect((await release([hits[2]!.id], other)).data).toMatchObject({ ok: 0 });
  expect((await release([hits[2]!.id])).data).toMatchObject({ ok: 1 });
  expect((await release([hits[2]!.id])).data).toMatchObject({ ok: 0, fail: [{ message: '该命中记录已处理' }] });
  expect((await app.data(one.token, consumerApi.info, { id: d })).riskScore).toBe(65);
  expect(await idsOf({ riskMin: 90 })).toEqual([]);
});

test('entries are added and taken off by hand, an address for thirty days at most', async () => {
  const add = (draft: object) => app.call(one.token, blackApi.save, { reason: '刷奖', ...draft } as never);
  expect(await add({ kind: BanKind.address, value: '300.1.1.1', days: 7 })).toMatchObject({
    code: 400,
    message: '请输入正确的IP地址',
  });
  expect((await add({ kind: BanKind.network, value: '198.51.100.0/24', days: 90 })).code).toBe(400);
  expect((await add({ kind: BanKind.person, value: String(other.people[0]), days: 7 })).code).toBe(404);
  expect((await add({ kind: BanKind.person, value: '123456789012345', days: 7 })).code).toBe(404);
  expect(await add({ kind: BanKind.person, value: '1234567890123456', days: 7 })).toMatchObject({
    code: 400,
    message: '请输入正确的用户编号',
  });
  const { data } = await add({ kind: BanKind.network, value: '198.51.100.0/24', days: 30 });
  const list = (of: typeof one, filters: object = {}) =>
    app.data(of.token, blackApi.list, { page: 1, limit: 20, ...filters } as never);
  expect((await list(one, { keywords: '198.51.100.7' })).list).toMatchObject([{ target: '198.51.100.0/24' }]);
  expect((await list(other)).list).toEqual([]);
  expect((await app.call(other.token, blackApi.remove, { id: data.id })).code).toBe(404);
  expect((await app.call(one.token, whiteApi.remove, { id: data.id })).code).toBe(404);
  expect(await app.data(one.token, blackApi.removeMany, { ids: [data.id] })).toEqual({ ok: 1, fail: [] });
  await app.data(one.token, whiteApi.save, {
    kind: BanKind.person,
    value: String(one.people[0]),
    reason: '测试',
  } as never);
  expect((await app.data(one.token, whiteApi.list, { page: 1, limit: 20 } as never)).list).toHaveLength(1);
});

test('of a rule threshold, action and switch are changed, and the lines of the score are the firm’s', async () => {
  const rules = await app.data(one.token, riskApi.rules, { page: 1, limit: 20 } as never);
  const rule = rules.list.find(({ code }) => code === 'R05')!;
  const send = (of: typeof one) =>
    app.call(of.token, riskApi.rule, { id: rule.id, version: rule.version, threshold: 9, action: RiskAction.hold });
  expect((await send(other)).code).toBe(404);
  expect((await send(one)).code).toBe(200);
  expect((await send(one)).code).toBe(409);
  const config = await app.data(one.token, consumerConfigApi.info, {});
  expect(config).toMatchObject({ scoreHold: 40, scoreBlock: 80, privacyVersion: 0, version: 0 });
  const change = (scoreHold: number, scoreBlock: number, version: number) =>
    app.call(one.token, consumerConfigApi.update, { scoreHold, scoreBlock, version });
  expect((await change(50, 40, 0)).code).toBe(400);
  expect((await change(50, 90, 0)).code).toBe(200);
  expect((await change(50, 90, 0)).code).toBe(409);
  expect(await app.data(other.token, consumerConfigApi.info, {})).toMatchObject({ scoreHold: 40 });
});
