import { Audience, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { riskApi } from '@zhuiyuan/contract/consumer/black';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { triedRules } from '@zhuiyuan/contract/risk/risk-rule';
import { TrialState } from '@zhuiyuan/contract/risk/trial';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeActivity } from '../../test/factories/lottery.ts';
import { makeRiskFirm } from '../../test/factories/risk.ts';
import { depth } from '../../test/depth.ts';
import type { RuleCode } from './default-rules.ts';
import { dimsOf, type Visit } from './traces.ts';
import { riskTrials } from './try-rule.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
});
afterAll(() => app.close());

const all = triedRules as RuleCode[];
/** Of those days that are looked at, and `minutes` after ten in the morning. */
const momentOf = (day: string, minutes = 0, milliseconds = 0): string =>
  new Date(Date.parse(`${day}T10:00:00+08:00`) + minutes * 60_000 + milliseconds).toISOString();
const dayAgo = (days: number) => addDays(shanghaiToday(), -days);

const openFirm = async (...codes: RuleCode[]) => {
  const firm = await makeRiskFirm(app, ...codes);
  const { firmId } = firm;
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const rule = (code: RuleCode) =>
    app.db.selectFrom('riskRule').where('firmId', '=', firmId).where('code', '=', code).selectAll();
  const idOf = async (code: RuleCode) => (await rule(code).executeTakeFirstOrThrow()).id;
  /** Tickets that were given at some times, each with the number its draw would have. */
  const give = async (visits: readonly { visit: Visit; at: string; ticketId?: string }[]) => {
    await app.db
      .insertInto('partLog')
      .values(
        visits.map(({ visit: { uid, ip, device, isMarked, code }, at, ticketId = randomUUID() }) => ({
          firmId,
          activityId: activity.id,
          uid,
          ticketId,
          seg: code?.seg ?? null,
          serial: code?.serial ?? null,
          ip,
          device,
          isMarked,
          at,
        })),
      )
      .execute();
  };
  /** Draws with a ticket now. */
  const draw = async ({ uid, ip, device, point, code }: Visit, ticketId: string) => {
    const none = activity.tierIds.at(-1)!;
    const row = await app.db
      .insertInto('draw')
      .values({
        firmId,
        activityId: activity.id,
        uid,
        ticketId,
        seg: code?.seg ?? null,
        serial: code?.serial ?? null,
        lng: point?.lng ?? null,
        lat: point?.lat ?? null,
        epochId: activity.epoch.id,
        audience: Audience.consumer,
        key: ticketId.slice(0, 20),
        clientSeed: '',
        rand: 999_999,
        rawTierId: none,
        tierId: none,
        fallback: Fallback.none,
        prizeType: PrizeType.none,
        ip,
        device,
        day: '2026-01-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  /** What a trial of a rule with such a threshold says. */
  const tryOut = async (code: RuleCode, threshold: number) => {
    await firm.change(code, { threshold });
    const id = await idOf(code);
    await riskTrials.run(app.db, await riskTrials.begin(app, app.db, id));
    const { trial } = await rule(code).executeTakeFirstOrThrow();
    return trial as { state: TrialState; hits: number; subjects: number };
  };
  return { ...firm, rule, idOf, give, draw, tryOut };
};

type Firm = Awaited<ReturnType<typeof openFirm>>;

/** Makes all that the live rules read older. */
const passTime = async ({ firmId }: Firm, minutes: number) => {
  if (minutes === 0) return;
  for (const [table, column] of [
    ['risk_trace', 'at'],
    ['scan_log', 'at'],
    ['draw', 'drawn_at'],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(mins => ${minutes}::int) where firm_id = ${firmId}`.execute(
      app.db,
    );
};

const devices = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const places = [
  { lng: 104.066512, lat: 30.572311 },
  { lng: 106.577433, lat: 29.556744 },
  { lng: -70.648312, lat: -33.456912 },
];
const addressOf = (nth: number, who: number) => ['203.0.113.5', `2001:db8:1:2::${who + 1}`, '192.168.1.9'][nth]!;
const upTo = (most: number) => fc.integer({ min: 0, max: most });

/** Somebody who asks for a ticket some minutes after the last one, and scans of codes by phones just before. */
const step = fc.record({
  gap: upTo(4),
  who: upTo(3),
  address: upTo(2),
  device: upTo(2),
  isMarked: fc.boolean(),
  serial: fc.option(upTo(11), { freq: 5 }),
  place: fc.option(upTo(2)),
  scans: fc.array(fc.record({ device: upTo(2), serial: upTo(11) }), { maxLength: 2 }),
});

type Steps = (typeof step extends fc.Arbitrary<infer T> ? T : never)[];
/** Of these every rule counts some too often and some not, as of most that are drawn. */
const telling: Steps = fc.sample(fc.array(step, { minLength: 45, maxLength: 45 }), { seed: 1, numRuns: 1 })[0]!;

test('a trial counts what the live rules counted when the same tickets were asked for, one after the other', async () => {
  const proven = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45 }), async (steps) => {
      const firm = await openFirm(...all);
      const { firmId } = firm;
      // All that is counted is told: nothing is refused, and every value is above the threshold.
      await app.db
        .updateTable('riskRule')
        .set({ threshold: 0, windowSec: 630, action: RiskAction.note })
        .where('firmId', '=', firmId)
        .execute();
      await app.db
        .updateTable('riskRule')
        .set({ also: 2 })
        .where('firmId', '=', firmId)
        .where('code', '=', 'R06')
        .execute();
      const people = await firm.people(4);
      const live = new Map<string, { value: number; dim: string }[]>(all.map((code) => [code, []]));
      const given: { visit: Visit; at: string; ticketId: string }[] = [];
      const scans: { id: number; at: string }[] = [];
      const draws: { id: number; at: string }[] = [];
      let minutes = 0;
      for (const [nth, { gap, who, address, device, isMarked, serial, place, scans: seen }] of steps.entries()) {
        minutes += gap;
        const at = (after: number) => momentOf(dayAgo(2), minutes, nth * 10 + after);
        await passTime(firm, gap);
        for (const scan of seen) {
          const row = await app.db
            .insertInto('scanLog')
            .values({
              firmId,
              codeText: 'x',
              verdict: 'FIRST',
              seg: 1,
              serial: scan.serial,
              device: devices[scan.device]!,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          scans.push({ id: row.id, at: at(0) });
        }
        const visit = await firm.visit({
          uid: people[who]!,
          ip: addressOf(address, who),
          device: devices[device]!,
          isMarked,
          point: place === null ? undefined : places[place],
          code: serial === null ? undefined : { id: toCodeId(1, serial), seg: 1, serial, text: `C${serial}` },
        });
        const { outcome, hits } = await firm.ask(visit);
        expect(outcome).toBe('go');
        const { person, address: network, device: mark, cell } = dimsOf(visit);
        const dims: Record<string, string> = {
          R03: network,
          R04: network,
          R05: mark,
          R06: cell,
          R08: `C${visit.code?.id}`,
        };
        for (const { code, value } of hits) live.get(code)?.push({ value, dim: dims[code] ?? person });
        const ticketId = randomUUID();
        given.push({ visit, at: at(1), ticketId });
        draws.push({ id: await firm.draw(visit, ticketId), at: at(2) });
      }
      // All of it becomes a morning of two days ago.
      await firm.give(given);
      for (const { id, at } of draws)
        await app.db.updateTable('draw').set({ drawnAt: at }).where('id', '=', id).execute();
      for (const { id, at } of scans) await app.db.updateTable('scanLog').set({ at }).where('id', '=', id).execute();
      for (const code of all)
        for (const threshold of code === 'R07' ? [0, 5_000, 7_000, 12_000] : [0, 1, 2, 3, 5]) {
          const hits = live.get(code)!.filter(({ value }) => value > threshold);
          if (hits.length > 0 && hits.length < live.get(code)!.length) proven.add(code);
          expect({ code, threshold, ...(await firm.tryOut(code, threshold)) }).toMatchObject({
            code,
            threshold,
            state: TrialState.done,
            hits: hits.length,
            subjects: new Set(hits.map(({ dim }) => dim)).size,
          });
        }
    }),
    { numRuns: 1 + depth(4), examples: [[telling]], endOnFailure: true },
  );
  // Each of them told hits from what is none.
  expect([...proven].toSorted()).toEqual(all);
});

/** Moves what was hit to another day. */
const backdateHits = ({ firmId }: Firm, day: string) =>
  app.db
    .updateTable('riskHit')
    .set({ hour: momentOf(day), createdAt: momentOf(day, 5), lastAt: momentOf(day, 25) })
    .where('firmId', '=', firmId)
    .execute();

test('who was refused left no ticket and counts by what was counted of him then, as often as he tried', async () => {
  const firm = await openFirm('R05');
  await firm.change('R05', { threshold: 2 });
  const visits = [];
  for (const device of ['one', 'one', 'one', 'one', 'other', 'other']) visits.push(await firm.visit({ device }));
  const given = [];
  for (const visit of [...visits, visits[3]!]) if ((await firm.ask(visit)).outcome === 'go') given.push(visit);
  expect(given).toHaveLength(4);
  await firm.give(given.map((visit, nth) => ({ visit, at: momentOf(dayAgo(3), nth) })));
  await backdateHits(firm, dayAgo(3));
  // As it was: two were refused, one of them twice.
  expect(await firm.tryOut('R05', 2)).toMatchObject({ hits: 3, subjects: 1 });
  expect(await firm.tryOut('R05', 1)).toMatchObject({ hits: 5, subjects: 2 });
  expect(await firm.tryOut('R05', 3)).toMatchObject({ hits: 0, subjects: 0 });
  await backdateHits(firm, dayAgo(8));
  expect(await firm.tryOut('R05', 2)).toMatchObject({ hits: 0, subjects: 0 });
});

test('a hit says how often it came to no ticket, whichever rule refused, and a picture that was read opens one', async () => {
  const firm = await openFirm('R04', 'R12');
  await firm.change('R04', { threshold: 0 });
  const tool = await firm.visit({ userAgent: 'curl/8.0' });
  await firm.ask(tool);
  await firm.ask(tool);
  await firm.ask(tool, { isHuman: true });
  const counts = async () => (await firm.hits()).map(({ code, times, refused }) => [code, times, refused]);
  expect(await counts()).toEqual([
    ['R04', 3, 2],
    ['R12', 3, 2],
  ]);
  // One ticket was given; the picture was not read twice.
  await firm.give([{ visit: tool, at: momentOf(dayAgo(1)) }]);
  await backdateHits(firm, dayAgo(1));
  expect(await firm.tryOut('R04', 0)).toMatchObject({ hits: 3, subjects: 1 });
});

test('seven full days are looked at: of the day before them only what its window saw, of today and of others nothing', async () => {
  const firm = await openFirm('R02');
  const [uid] = await firm.people(1);
  const visits = [];
  for (let nth = 0; nth < 4; nth += 1) visits.push(await firm.visit({ uid: uid! }));
  const first = dayAgo(7);
  const midnight = (day: string, minutes: number) => momentOf(day, -600 + minutes);
  await firm.give([
    { visit: visits[0]!, at: midnight(first, -30) },
    { visit: visits[1]!, at: midnight(first, 10) },
    { visit: visits[2]!, at: midnight(dayAgo(0), -10) },
    { visit: visits[3]!, at: midnight(dayAgo(0), 0) },
  ]);
  const other = await openFirm('R02');
  const stranger = await other.visit();
  await other.give([{ visit: stranger, at: momentOf(dayAgo(2)) }]);
  expect(await firm.tryOut('R02', 0)).toMatchObject({ from: first, to: dayAgo(1), hits: 2, subjects: 1 });
  expect(await firm.tryOut('R02', 1)).toMatchObject({ hits: 1, subjects: 1 });
  await firm.change('R02', { windowSec: 2400 });
  expect(await firm.tryOut('R02', 1)).toMatchObject({ hits: 0 });
  expect(await other.tryOut('R02', 0)).toMatchObject({ hits: 1, subjects: 1 });
});

test('staff try a rule, on or off, once at a time; other limits forget what it found, and R12 has nothing to look at', async () => {
  const firm = await openFirm();
  const { firmId } = firm;
  const permissions = ['admin:lottery:black:list', 'admin:lottery:black:save'];
  const { token } = await makeStaff(app, { firmId, permissions });
  const [r05, r12] = [await firm.idOf('R05'), await firm.idOf('R12')];
  expect(await app.call(token, riskApi.test, { id: r12 })).toMatchObject({
    code: 62344,
    message: '该类型没有历史数据，只按当前值判断',
  });
  const many = await Promise.all(Array.from({ length: 6 }, () => app.call(token, riskApi.test, { id: r05 })));
  expect(many.map(({ code }) => code).toSorted()).toEqual([200, 62345, 62345, 62345, 62345, 62345]);
  const shown = async () => (await app.data(token, riskApi.rules, { limit: 100 })).list.find(({ id }) => id === r05)!;
  expect((await shown()).trial).toMatchObject({ state: TrialState.running, from: dayAgo(7), to: dayAgo(1) });
  const begun = async () => {
    const { trial } = await firm.rule('R05').executeTakeFirstOrThrow();
    return { id: r05, firmId, name: (trial as { name: string }).name };
  };
  await riskTrials.run(app.db, await begun());
  expect((await shown()).trial).toMatchObject({ state: TrialState.done, hits: 0, subjects: 0 });
  expect((await shown()).trial).not.toHaveProperty('name');

  // Somebody killed it.
  expect((await app.call(token, riskApi.test, { id: r05 })).code).toBe(200);
  await sql`update risk_rule set trial = trial || jsonb_build_object('at', to_char(now() at time zone 'Asia/Shanghai' - interval '6 minutes', 'YYYY-MM-DD HH24:MI:SS')) where id = ${r05}`.execute(
    app.db,
  );
  expect((await shown()).trial).toMatchObject({ state: TrialState.late });
  expect((await app.call(token, riskApi.test, { id: r05 })).code).toBe(200);

  // Changed while it runs: what was found by the limits of before is not written down.
  const rule = { id: r05, threshold: 3, action: RiskAction.block };
  await app.data(token, riskApi.rule, { ...rule, status: Enabled.on, version: (await shown()).version });
  expect((await shown()).trial).toMatchObject({ state: TrialState.running });
  const before = await begun();
  await app.data(token, riskApi.rule, { ...rule, threshold: 4, status: Enabled.on, version: (await shown()).version });
  expect((await shown()).trial).toBeNull();
  await riskTrials.run(app.db, before);
  expect((await shown()).trial).toBeNull();
  // Nor is it where the rule is tried anew by now.
  expect((await app.call(token, riskApi.test, { id: r05 })).code).toBe(200);
  await riskTrials.run(app.db, before);
  expect((await shown()).trial).toMatchObject({ state: TrialState.running });
});

test('a trial that takes too long says so', async () => {
  const firm = await openFirm('R02');
  const id = await firm.idOf('R02');
  const begun = await riskTrials.begin(app, app.db, id);
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  try {
    await other.query('begin; lock table part_log in access exclusive mode');
    await riskTrials.run(app.db, begun, { most: 200 });
  } finally {
    await other.end();
  }
  expect((await firm.rule('R02').executeTakeFirstOrThrow()).trial).toMatchObject({
    state: TrialState.late,
    hits: 0,
    subjects: 0,
  });
});
