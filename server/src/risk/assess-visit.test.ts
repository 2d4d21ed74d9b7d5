import { BanKind, BanScope, HitState, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { Audience, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeActivity, makeMembers } from '../../test/factories/lottery.ts';
import { makeRiskFirm, phone } from '../../test/factories/risk.ts';
import { findBans } from './bans.ts';
import { listSomebody } from './list-writes.ts';
import { handleHit } from './score-writes.ts';
import { purgeTraces } from './purge-traces.ts';
import type { Visit } from './traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
});
afterAll(() => app.close());

type Firm = Awaited<ReturnType<typeof makeRiskFirm>>;

/** What is made of one visit after another. */
const askAll = async (firm: Firm, visits: readonly Visit[]) => {
  const verdicts = [];
  for (const visit of visits) verdicts.push(await firm.ask(visit));
  return verdicts.map(({ outcome, hold }) => (hold ? 'hold' : outcome));
};
const go = (count: number) => Array.from({ length: count }, () => 'go');
const visitsOf = async (firm: Firm, count: number, more: (nth: number) => Partial<Visit>) => {
  const visits: Visit[] = [];
  for (let nth = 0; nth < count; nth += 1) visits.push(await firm.visit(more(nth)));
  return visits;
};
const age = async ({ firmId }: Firm, minutes: number) => {
  await sql`update risk_trace set at = at - make_interval(mins => ${minutes}::int) where firm_id = ${firmId}`.execute(
    app.db,
  );
};
const scanned = (firmId: number, count: number, more: object) =>
  app.db
    .insertInto('scanLog')
    .values(
      Array.from({ length: count }, (_none, nth) => ({
        firmId,
        codeText: `X${nth}`,
        verdict: 'FIRST' as const,
        face: 0,
        entry: 0,
        geoSource: 3,
        province: '',
        city: '',
        ip: '203.0.113.1',
        device: `scan ${nth}`,
        userAgent: '',
        isCounted: false,
        times: 0,
        ...more,
      })),
    )
    .execute();

test('R01: the thirty-first code within ten minutes asks for a picture, and who read one goes on', async () => {
  const firm = await makeRiskFirm(app, 'R01');
  const [uid] = await firm.people(1);
  const visits = await visitsOf(firm, 31, () => ({ uid: uid! }));
  expect(await askAll(firm, visits)).toEqual([...go(30), 'challenge']);
  expect(await firm.ask(visits[30]!, { isHuman: true })).toMatchObject({ outcome: 'go', hold: false });
  await age(firm, 10);
  expect(await firm.ask(await firm.visit({ uid: uid! }))).toMatchObject({ outcome: 'go', hits: [] });
  const [hit] = await firm.hits();
  expect(hit).toMatchObject({ code: 'R01', uid, value: 31, threshold: 30, action: RiskAction.challenge, times: 2 });
});

test('R01: scans of his phone count, those of phones without a mark do not', async () => {
  const firm = await makeRiskFirm(app, 'R01');
  const device = 'a'.repeat(32);
  await scanned(firm.firmId, 30, { device });
  expect(await firm.ask(await firm.visit({ device }))).toMatchObject({ outcome: 'go' });
  await scanned(firm.firmId, 1, { device });
  expect(await firm.ask(await firm.visit({ device }))).toMatchObject({ outcome: 'challenge' });
  expect(await firm.ask(await firm.visit({ device, isMarked: false }))).toMatchObject({ outcome: 'go' });
});

test('R02: the twenty-first draw of a day is refused, and its code is not counted', async () => {
  const firm = await makeRiskFirm(app, 'R02');
  const [uid] = await firm.people(1);
  const visits = await visitsOf(firm, 22, () => ({ uid: uid! }));
  expect(await askAll(firm, visits)).toEqual([...go(20), 'block', 'block']);
  // The same code again is the same draw.
  expect(await firm.ask(visits[0]!)).toMatchObject({ outcome: 'go' });
  expect((await firm.traces()).filter(({ member }) => member === `C${visits[21]!.code!.id}`)).toEqual([]);
  await age(firm, 24 * 60);
  expect(await askAll(firm, [visits[21]!])).toEqual(['go']);
});

test('R02: draws that points pay are counted one by one', async () => {
  const firm = await makeRiskFirm(app, 'R02');
  await firm.change('R02', { threshold: 3 });
  const [uid] = await firm.people(1);
  expect(await askAll(firm, await visitsOf(firm, 4, () => ({ uid: uid!, code: undefined })))).toEqual([
    ...go(3),
    'block',
  ]);
});

test('R03: the sixty-first draw behind an address asks for a picture; a local network is nobody', async () => {
  const firm = await makeRiskFirm(app, 'R03');
  const people = await firm.people(3);
  const of = (ip: string, count: number) => visitsOf(firm, count, (nth) => ({ ip, uid: people[nth % 3]! }));
  expect(await askAll(firm, await of('198.51.100.7', 61))).toEqual([...go(60), 'challenge']);
  expect(await askAll(firm, await of('198.51.100.8', 1))).toEqual(go(1));
  expect(await askAll(firm, await of('127.0.0.1', 61))).toEqual(go(61));
  expect(await askAll(firm, await of('192.168.1.4', 61))).toEqual(go(61));
});

test('R04: behind one wifi the twenty-first person of an hour and all after are held, and nobody is refused', async () => {
  const firm = await makeRiskFirm(app, 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R12');
  await firm.change('R04', { action: RiskAction.hold });
  const people = await firm.people(45);
  const ip = '198.51.100.20';
  const shop = { lng: 104.0665, lat: 30.5723 };
  const visits = await visitsOf(firm, 45, (nth) => ({ ip, uid: people[nth]! }));
  expect(await askAll(firm, visits)).toEqual([...go(20), ...Array.from({ length: 25 }, () => 'hold')]);
  // With their places known, as R06 says: more than thirty people with more than fifty codes.
  await app.db.deleteFrom('riskTrace').where('firmId', '=', firm.firmId).execute();
  await firm.only('R06');
  const placed = await visitsOf(firm, 52, (nth) => ({ ip, uid: people[nth % 31]!, point: shop }));
  expect(await askAll(firm, placed)).toEqual([...go(50), 'hold', 'hold']);
});

test('R04: of a network of IPv6 all are one line, and another line is another', async () => {
  const firm = await makeRiskFirm(app, 'R04');
  await firm.change('R04', { threshold: 2, action: RiskAction.hold });
  const visits = await visitsOf(firm, 3, (nth) => ({ ip: `2001:db8:1:2::${nth + 1}` }));
  expect(await askAll(firm, visits)).toEqual([...go(2), 'hold']);
  expect(await firm.ask(await firm.visit({ ip: '2001:db8:1:3::1' }))).toMatchObject({ hold: false });
});

test('R05: a fourth person on a phone is refused, the three go on; phones that only look alike are none', async () => {
  const firm = await makeRiskFirm(app, 'R05');
  const device = 'one phone';
  const visits = await visitsOf(firm, 5, () => ({ device }));
  expect(await askAll(firm, visits)).toEqual([...go(3), 'block', 'block']);
  expect(await askAll(firm, visits.slice(0, 3))).toEqual(go(3));
  expect(await askAll(firm, await visitsOf(firm, 6, () => ({ device: 'alike', isMarked: false })))).toEqual(go(6));
});

test('R06: neither many people nor many codes at a place are one without the other', async () => {
  const firm = await makeRiskFirm(app, 'R06');
  const point = { lng: 116.3975, lat: 39.9087 };
  const people = await firm.people(32);
  expect(await askAll(firm, await visitsOf(firm, 50, (nth) => ({ uid: people[nth % 32]!, point })))).toEqual(go(50));
  const firm2 = await makeRiskFirm(app, 'R06');
  const few = await firm2.people(30);
  expect(await askAll(firm2, await visitsOf(firm2, 60, (nth) => ({ uid: few[nth % 30]!, point })))).toEqual(go(60));
});

test('R07: faster than 300 km an hour over more than 100 km is held, by the place of the last draw', async () => {
  const firm = await makeRiskFirm(app, 'R07');
  const uid = (await firm.people(1))[0]!;
  const chengdu = { lng: 104.0665, lat: 30.5723 };
  // Chongqing lies some 270 km away, Meishan 70.
  const [chongqing, meishan] = [
    { lng: 106.5774, lat: 29.5567 },
    { lng: 103.8485, lat: 30.0754 },
  ];
  await lastDraw(firm.firmId, uid, chengdu, 50);
  expect(await firm.ask(await firm.visit({ uid, point: chongqing }))).toMatchObject({ outcome: 'go', hold: true });
  expect(await firm.ask(await firm.visit({ uid, point: meishan }))).toMatchObject({ hold: false });
  expect(await firm.ask(await firm.visit({ uid }))).toMatchObject({ hold: false });
  await lastDraw(firm.firmId, uid, chengdu, 60);
  expect(await firm.ask(await firm.visit({ uid, point: chongqing }))).toMatchObject({ hold: false });
});

test('R08: a code that more than three phones scanned is noted and warned of, once while that is open', async () => {
  const firm = await makeRiskFirm(app, 'R08');
  const code = { id: 77, seg: 9, serial: 77, text: 'ODDCODE' };
  await scanned(firm.firmId, 3, { seg: 9, serial: 77 });
  expect(await firm.ask(await firm.visit({ code }))).toMatchObject({ outcome: 'go', hits: [] });
  await scanned(firm.firmId, 1, { seg: 9, serial: 77, device: 'a fourth' });
  for (let nth = 0; nth < 2; nth += 1)
    expect(await firm.ask(await firm.visit({ code }))).toMatchObject({
      outcome: 'go',
      hold: false,
      hits: [{ code: 'R08', value: 4, threshold: 3 }],
    });
  const events = await app.db.selectFrom('riskEvent').where('firmId', '=', firm.firmId).selectAll().execute();
  expect(events).toMatchObject([{ title: '码ODDCODE在抽奖前已被4台设备扫描', hitCount: 2 }]);
});

test('R09: ten numbers one after the other are held, nine are not', async () => {
  const firm = await makeRiskFirm(app, 'R09');
  const uid = (await firm.people(1))[0]!;
  // In no order, as they lie in a box.
  const serials = [3, 1, 2, 9, 7, 8, 5, 4, 6, 20, 10];
  const visits = await visitsOf(firm, 11, (nth) => ({
    uid,
    code: { id: 5000 + serials[nth]!, seg: 1, serial: serials[nth]!, text: '' },
  }));
  expect(await askAll(firm, visits)).toEqual([...go(10), 'hold']);
});

test('R12: tools are asked for a picture, other browsers only where the firm wants WeChat alone', async () => {
  const firm = await makeRiskFirm(app, 'R12');
  const outcome = async (userAgent: string) => (await firm.ask(await firm.visit({ userAgent }))).outcome;
  const wechat = `${phone} MicroMessenger/8.0.50`;
  expect([await outcome(phone), await outcome(wechat)]).toEqual(['go', 'go']);
  for (const tool of ['', 'curl/8.0', 'python-requests/2.31', `${phone} HeadlessChrome/120.0`])
    expect(await outcome(tool)).toBe('challenge');
  await firm.change('R12', { threshold: 0 });
  expect([await outcome(phone), await outcome(wechat)]).toEqual(['challenge', 'go']);
});

test('of several rules the strongest is done, and all are kept', async () => {
  const firm = await makeRiskFirm(app, 'R04', 'R05', 'R12');
  await firm.change('R04', { threshold: 0, action: RiskAction.hold });
  const visit = await firm.visit({ userAgent: 'curl/8.0' });
  expect(await firm.ask(visit)).toMatchObject({ outcome: 'go', hold: true });
  await firm.change('R05', { threshold: 0 });
  const refused = await firm.ask(visit);
  expect(refused).toMatchObject({ outcome: 'block', hold: false });
  expect(refused.hits.map(({ code }) => code)).toEqual(['R04', 'R05', 'R12']);
  await firm.change('R05', { action: RiskAction.ban, banHours: 2 });
  await firm.ask(visit);
  expect(await firm.listed()).toMatchObject([
    { kind: BanKind.device, value: visit.device, reason: 'R05 同一设备多人参与' },
  ]);
});

test('whoever is on the white list is left alone, and what he hits is kept; unpaid ones are held', async () => {
  const firm = await makeRiskFirm(app, 'R05', 'R12');
  await firm.change('R05', { threshold: 0 });
  const visit = await firm.visit();
  const draft = { kind: BanKind.person, value: String(visit.uid), reason: '测试人员', days: null };
  const by = { firmId: firm.firmId, operatorId: null };
  await listSomebody(app.db, { ...draft, isWhite: true, scope: BanScope.all }, by);
  expect(await firm.ask(visit)).toMatchObject({ outcome: 'go', hold: false, hits: [{ code: 'R05' }] });
  expect(await firm.hits()).toHaveLength(1);
  await firm.only();
  const unpaid = await firm.visit();
  await listSomebody(app.db, { ...draft, value: String(unpaid.uid), isWhite: false, scope: BanScope.payouts }, by);
  expect(await firm.ask(unpaid)).toMatchObject({ outcome: 'go', hold: true, hits: [{ code: 'BLACK' }] });
});

test('who was released and hits the rule again in the same hour stands open again', async () => {
  const firm = await makeRiskFirm(app, 'R02');
  await firm.change('R02', { threshold: 1, action: RiskAction.block });
  const [uid] = await firm.people(1);
  const come = async () => firm.ask(await firm.visit({ uid: uid! }));
  await come();
  await come();
  for (const handled of [HitState.released, HitState.confirmed] as const) {
    const [hit] = await firm.hits();
    expect(hit).toMatchObject({ handled: HitState.open, handledAt: null, handledBy: null, remark: '' });
    expect(await handleHit(app.db, { id: hit!.id, handled, remark: '已看', operatorId: 1 })).toBe(true);
    await come();
  }
  // At the turn of the hour there may be two.
  const hits = await firm.hits();
  expect(hits.at(-1)).toMatchObject({ handled: HitState.open });
  expect(hits.reduce((sum, { times }) => sum + times, 0)).toBe(3);
});

test("another firm's rules, lists and counts are its own", async () => {
  const [one, other] = [await makeRiskFirm(app, 'R05'), await makeRiskFirm(app, 'R04')];
  await one.change('R05', { threshold: 0, action: RiskAction.ban });
  const [mine, theirs] = [await one.visit(), await other.visit()];
  const shared = { ip: '198.51.100.99', device: 'both' };
  expect(await one.ask({ ...mine, ...shared })).toMatchObject({ outcome: 'block' });
  expect(await findBans(app.db, { firmId: one.firmId, uid: 0, ...shared })).toMatchObject({ isBanned: true });
  expect(await findBans(app.db, { firmId: other.firmId, uid: 0, ...shared })).toMatchObject({ isBanned: false });
  expect(await other.ask({ ...theirs, ...shared })).toMatchObject({ outcome: 'go', hits: [] });
});

test('two processes count together: of many at once on one phone at most three get on, and of those after them none', async () => {
  const beside = await openTestApp({ beside: app, poolSize: 8 });
  try {
    const firm = await makeRiskFirm(app, 'R05');
    const device = 'shared';
    const visits = await visitsOf(firm, 24, () => ({ device }));
    const verdicts = await Promise.all(visits.map((visit, nth) => firm.ask(visit, { on: nth % 2 ? beside : app })));
    const passed = verdicts.filter(({ outcome }) => outcome === 'go').length;
    expect(passed).toBeLessThanOrEqual(3);
    // Those who met each other may come again, one by one.
    const later = await askAll(firm, visits);
    expect(later.filter((outcome) => outcome === 'go')).toHaveLength(3);
    expect((await firm.traces()).filter(({ dim }) => dim === device)).toHaveLength(3);
  } finally {
    await beside.close();
  }
});

test('many at once behind one address and with each other: all are counted, and none waits for another for ever', async () => {
  const firm = await makeRiskFirm(app, 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R09');
  await firm.change('R04', { action: RiskAction.hold });
  const people = await makeMembers(app, firm.firmId, 30);
  const ip = '198.51.100.200';
  const visits = await visitsOf(firm, 120, (nth) => ({ ip, uid: people[nth % 30]!, device: `d${nth % 30}` }));
  const verdicts = await Promise.all(visits.map((visit) => firm.ask(visit)));
  expect(verdicts.filter(({ outcome }) => outcome === 'block')).toEqual([]);
  const again = await askAll(firm, visits.slice(0, 3));
  expect(again).toEqual(['hold', 'hold', 'hold']);
});

test('what no rule counts any longer is forgotten, what one counts is kept', async () => {
  const firm = await makeRiskFirm(app, 'R01', 'R02', 'R03', 'R05');
  await firm.ask(await firm.visit());
  await age(firm, 11);
  await purgeTraces(app.db);
  // Ten minutes of R03 are over; hours and the day are not.
  expect((await firm.traces()).map(({ kind }) => kind).toSorted()).toEqual([1, 3, 4]);
  await age(firm, 24 * 60);
  await purgeTraces(app.db);
  expect(await firm.traces()).toEqual([]);
});

/** The last draw of somebody who was at a place some minutes ago. */
const lastDraw = async (
  firmId: number,
  uid: number,
  { lng, lat }: { lng: number; lat: number },
  minutes: number,
): Promise<void> => {
  const { id: activityId, epoch, tierIds } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const none = tierIds.at(-1)!;
  await app.db
    .insertInto('draw')
    .values({
      firmId,
      activityId,
      uid,
      lng,
      lat,
      ticketId: randomUUID(),
      epochId: epoch.id,
      audience: Audience.consumer,
      key: `P${minutes}`,
      clientSeed: '',
      rand: 999_999,
      rawTierId: none,
      tierId: none,
      fallback: Fallback.none,
      prizeType: PrizeType.none,
      ip: '127.0.0.1',
      device: 'test',
      day: '2026-01-01',
      drawnAt: sql<string>`now() - make_interval(mins => ${minutes}::int)`,
    })
    .execute();
};

test('the rules somebody hit in thirty days come to a score: it holds, then refuses, and what was released counts no more', async () => {
  const firm = await makeRiskFirm(app, 'R05', 'R12');
  const uid = (await firm.people(1))[0]!;
  const hit = (code: string, action: RiskAction, days = 1) =>
    app.db
      .insertInto('riskHit')
      .values({
        firmId: firm.firmId,
        code,
        name: code,
        uid,
        dim: String(uid),
        activityId: 1,
        value: 2,
        threshold: 1,
        action,
        lastAt: sql<string>`now() - make_interval(days => ${days}::int)`,
      })
      .execute();
  const come = async () => firm.ask(await firm.visit({ uid }));
  await hit('R09', RiskAction.block);
  // Twice the same rule is one, and last month's is over.
  await hit('R07', RiskAction.ban, 31);
  expect(await come()).toMatchObject({ outcome: 'go', hold: false });
  await hit('R08', RiskAction.note);
  expect(await come()).toMatchObject({ outcome: 'go', hold: true, hits: [{ code: 'SCORE' }] });
  await hit('R06', RiskAction.ban);
  expect(await come()).toMatchObject({ outcome: 'block' });
  await app.db
    .updateTable('riskHit')
    .set({ handled: HitState.released, handledAt: sql<string>`now()` })
    .where('firmId', '=', firm.firmId)
    .where('code', 'in', ['R06', 'R08'])
    .execute();
  expect(await come()).toMatchObject({ outcome: 'go', hold: false });
  await app.db.insertInto('consumerConfig').values({ firmId: firm.firmId, scoreHold: 30, scoreBlock: 35 }).execute();
  expect(await come()).toMatchObject({ outcome: 'block' });
});
