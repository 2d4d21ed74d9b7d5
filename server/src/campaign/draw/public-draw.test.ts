import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { partLogApi, PartStep } from '@zhuiyuan/contract/campaign/activity/part-log';
import { isVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, type MadeTier } from '../../../test/factories/lottery.ts';
import { pauseActivity, resumeActivity } from '../activity/publish-activity.ts';
import { runActivities } from '../activity/run-activities.ts';
import type { Db } from '../../kit/db/database.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
let seg: number;
let lots = 0;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  world = await makeCodeWorld(app);
  ops = opsOf(app, world);
  ({ seg } = await world.issue({ itemCount: 10_000 }));
});
afterAll(() => app.close());

/** Codes of a product of their own with a published activity on it; each call of `code` is another one. */
const campaign = async (tiers: readonly MadeTier[], more: Parameters<typeof makeActivity>[3] = {}) => {
  const activity = await makeActivity(app, { firmId: world.firmId }, tiers, more);
  const first = (lots += 50) - 49;
  const lotId = await ops.makeLot(activity.productId);
  const used = await ops.use(range(seg, first, first + 49), { productId: activity.productId, lotId });
  expect(used.code).toBe(200);
  let next = first;
  return { ...activity, lotId, code: () => ops.codeOf(seg, (next += 1)), serials: () => next };
};

let address = 0;
/** A shopper with a phone of his own. */
const shopper = () => {
  const at = { 'x-forwarded-for': `203.0.113.${(address += 1) % 250}` };
  let token = '';
  const headers = () => ({ ...at, ...(token && { [accountHeader]: token }) });
  return {
    scan: async (code: string) =>
      (await app.call('', publicTraceApi.scan, { code, deviceId: `d${address}` }, at)).data.token,
    login: async (scanToken: string, agrees = true) => {
      const { data } = await app.call('', publicDrawApi.login, { token: scanToken, agrees }, headers());
      ({ token } = data);
      return data;
    },
    play: async (scanToken: string) => (await app.call('', publicDrawApi.scan, { token: scanToken }, headers())).data,
    ticket: (scanToken: string, activityId: number) =>
      app.call('', publicDrawApi.ticket, { token: scanToken, activityId }, headers()),
    draw: (ticket: string, clientSeed = '0123456789abcdef') =>
      app.call('', publicDrawApi.draw, { ticket, clientSeed }, headers()),
    prizes: (status?: number) => app.call('', publicDrawApi.myPrizes, { status } as never, headers()),
    prize: (claimNo: string) => app.call('', publicDrawApi.myPrize, { claimNo }, headers()),
  };
};

const tool = join(import.meta.dirname, '../../../../scripts/verify-draws.mjs');

/** What the tool for strangers says of a pack. */
const verify = async (pack: object): Promise<{ code: number; said: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pack-'));
  const file = join(folder, 'pack.json');
  await writeFile(file, JSON.stringify(pack));
  const answer = await new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [tool, file], (error, said) => resolve({ code: error ? Number(error.code) : 0, said }));
  });
  await rm(folder, { recursive: true });
  return answer;
};

/** From a code to the answer of its draw. */
const drawWith = async (person: ReturnType<typeof shopper>, code: string, activityId: number) => {
  const scanToken = await person.scan(code);
  await person.login(scanToken);
  const { data } = await person.ticket(scanToken, activityId);
  return person.draw(data.ticket);
};

test('a shopper scans, agrees, draws and finds his prize again', async () => {
  const activity = await campaign([{ stock: 10, weight: 1_000_000 }]);
  const person = shopper();
  const scanToken = await person.scan(await activity.code());
  const before = await person.play(scanToken);
  expect(before).toMatchObject({
    activity: { id: activity.id, status: 2, epochNo: 1 },
    eligibility: { ok: true },
    earlier: null,
    needConsent: true,
    packet: null,
  });
  expect(before.activity!.seedHash).toMatch(/^[0-9a-f]{64}$/);
  expect((await person.ticket(scanToken, activity.id)).code).toBe(401);
  await person.login(scanToken, false);
  expect((await person.ticket(scanToken, activity.id)).code).toBe(drawRefusals.noConsent[0]);
  expect(await person.login(scanToken)).toMatchObject({ isNew: false, needConsent: false });

  const { data: ticket } = await person.ticket(scanToken, activity.id);
  expect(ticket.seedHash).toBe(before.activity!.seedHash);
  const { data: won } = await person.draw(ticket.ticket);
  expect(won).toMatchObject({
    repeat: false,
    prize: { type: PrizeType.goods },
    claim: { status: 0, claimMode: ClaimMode.shop },
    fair: { epochNo: 1, seedHash: ticket.seedHash, clientSeed: '0123456789abcdef' },
  });
  const { data: again } = await person.draw(ticket.ticket, 'ffff');
  expect(again).toEqual({ ...won, repeat: true });
  expect((await person.play(scanToken)).earlier).toEqual({ ...won, repeat: true });

  const { data: prizes } = await person.prizes();
  expect(prizes.list).toMatchObject([{ claimNo: won.claim!.claimNo, status: 0, drawNo: won.drawNo }]);
  const { data: prize } = await person.prize(won.claim!.claimNo);
  expect(isVerCode(prize.verCode)).toBe(true);
  expect((await shopper().prize(won.claim!.claimNo)).code).toBe(401);
  const other = shopper();
  await other.login(await other.scan(await activity.code()));
  expect((await other.prize(won.claim!.claimNo)).code).toBe(404);
  expect(await findFaults(app)).toEqual([]);
});

test('one code is drawn with by one person; tickets are good for nobody else, and not when changed', async () => {
  const activity = await campaign([{ stock: 10, weight: 1_000_000, cash: 100 }]);
  const [one, other] = [shopper(), shopper()];
  const code = await activity.code();
  const scanned = await other.scan(code);
  await other.login(scanned);
  const { data: waiting } = await other.ticket(scanned, activity.id);
  expect((await drawWith(one, code, activity.id)).data.prize).toMatchObject({ type: PrizeType.cash, amount: 100 });
  expect((await other.draw(waiting.ticket)).code).toBe(drawRefusals.used[0]);
  expect((await other.play(scanned)).eligibility).toMatchObject({ ok: false, code: drawRefusals.used[0] });
  expect((await other.ticket(scanned, activity.id)).code).toBe(drawRefusals.used[0]);
  expect((await one.draw(waiting.ticket)).code).toBe(drawRefusals.badTicket[0]);
  const bytes = Buffer.from(waiting.ticket, 'base64url');
  // Neither what he is held for nor who held the goods is his to read.
  expect(bytes.toString('latin1')).not.toMatch(/hold|risk|agentId/);
  bytes[20]! ^= 1;
  const forged = bytes.toString('base64url');
  expect((await other.draw(forged)).code).toBe(drawRefusals.badTicket[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('what stands against drawing is told in its order', async () => {
  const person = shopper();
  const unused = await person.scan(await ops.codeOf(seg, 9_999));
  expect((await person.play(unused)).eligibility).toMatchObject({ ok: false, code: drawRefusals.inactive[0] });
  const made = await campaign([{ stock: 10, weight: 500_000 }], { limitDay: 1 });
  const lone = await ops.codeOf(seg, 9_998);
  await ops.use({ mode: 5, codes: [lone] });
  const scanned = await person.scan(lone);
  expect((await person.play(scanned)).eligibility.code).toBe(drawRefusals.noActivity[0]);

  const inTx = (act: (db: Db) => Promise<unknown>) =>
    app.db.transaction().execute((transaction) => act(transaction as Db));
  const first = await person.scan(await made.code());
  await person.login(first);
  const { data: ticket } = await person.ticket(first, made.id);
  await inTx((db) => pauseActivity(db, made.id));
  expect((await person.play(first)).eligibility.code).toBe(drawRefusals.paused[0]);
  expect((await person.draw(ticket.ticket)).code).toBe(drawRefusals.paused[0]);
  await inTx((db) => resumeActivity(db, app.config.masterKey, made.id));
  expect((await person.draw(ticket.ticket)).code).toBe(200);
  const second = await person.scan(await made.code());
  expect((await person.play(second)).eligibility.code).toBe(drawRefusals.dayLimit[0]);
  expect((await person.play(second)).left).toEqual({ day: 0, total: null });

  const frozen = await made.code();
  const beforeFreeze = await shopper().scan(frozen);
  await ops.freeze({ mode: 5, codes: [frozen] });
  expect((await shopper().play(beforeFreeze)).eligibility.code).toBe(drawRefusals.frozen[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('a code that is frozen after the ticket was given draws nothing', async () => {
  const made = await campaign([{ stock: 10, weight: 500_000 }]);
  const person = shopper();
  const code = await made.code();
  const scanned = await person.scan(code);
  await person.login(scanned);
  const { data } = await person.ticket(scanned, made.id);
  await ops.freeze({ mode: 5, codes: [code] });
  expect((await person.draw(data.ticket)).code).toBe(drawRefusals.frozen[0]);
  await ops.unfreeze({ mode: 5, codes: [code] });
  expect((await person.draw(data.ticket)).code).toBe(200);
});

test('a period is sealed and becomes public, and its draws can be recomputed from what is published', async () => {
  const made = await campaign([
    { stock: 100, weight: 300_000, cash: [30, 888] },
    { stock: 100, weight: 300_000 },
  ]);
  const answers: { drawNo: string }[] = [];
  for (let n = 0; n < 6; n += 1) answers.push((await drawWith(shopper(), await made.code(), made.id)).data);
  const proof = () => app.data('', publicDrawApi.proof, { drawNo: answers[0]!.drawNo });
  expect(await proof()).toMatchObject({ isRevealed: false, seed: '', rand: null, ok: null });
  expect((await app.call('', publicDrawApi.pack, { activityId: made.id, epochNo: 1 })).code).toBe(404);

  await app.db
    .updateTable('seedEpoch')
    .set({ openedAt: sql`now() - interval '1 day'` })
    .where('id', '=', made.epoch.id)
    .execute();
  await runActivities(app);
  const states = () =>
    app.db
      .selectFrom('seedEpoch')
      .where('activityId', '=', made.id)
      .orderBy('epochNo')
      .select(['epochNo', 'state'])
      .execute();
  expect(await states()).toEqual([
    { epochNo: 1, state: EpochState.closed },
    { epochNo: 2, state: EpochState.open },
  ]);
  const age = (interval: string) =>
    app.db
      .updateTable('seedEpoch')
      .set({ closedAt: sql`now() - ${interval}::interval` })
      .where('id', '=', made.epoch.id)
      .execute();
  await age('16 minutes');
  await runActivities(app);
  expect((await states())[0]).toEqual({ epochNo: 1, state: EpochState.sealed });
  expect(await proof()).toMatchObject({ isRevealed: false, text: expect.stringContaining('该期种子将于') });
  await age('25 hours');
  await runActivities(app);
  expect((await states())[0]).toEqual({ epochNo: 1, state: EpochState.revealed });
  expect(await proof()).toMatchObject({
    isRevealed: true,
    ok: true,
    seedOk: true,
    randOk: true,
    tierOk: true,
    weightOk: true,
  });
  const pack = await app.data('', publicDrawApi.pack, { activityId: made.id, epochNo: 1 });
  expect(pack.draws.map(({ drawNo }) => drawNo)).toEqual(answers.map(({ drawNo }) => drawNo));
  expect(pack.chainHash).toMatch(/^[0-9a-f]{64}$/);
  expect(await verify(pack)).toEqual({ code: 0, said: expect.stringContaining('6 次抽奖全部相符') });
  const [first, ...others] = pack.draws;
  expect(await verify({ ...pack, draws: [{ ...first!, amount: first!.amount + 1 }, ...others] })).toMatchObject({
    code: 1,
  });
  expect(await verify({ ...pack, draws: others })).toEqual({ code: 1, said: expect.stringContaining('哈希链不符') });
  expect(await verify({ ...pack, seed: 'ab'.repeat(32) })).toMatchObject({ code: 1 });
  expect(await findFaults(app)).toEqual([]);
});

test('the rules and the winners are public, and say what the draws go by', async () => {
  const made = await campaign(
    [
      { stock: 5, weight: 10_000, cash: 888, dayCap: 3 },
      { stock: 100, weight: 990_000, points: 10, userCap: 2 },
    ],
    { windows: [{ weekdays: 127, hourFrom: 0, hourTo: 24 }] },
  );
  const person = shopper();
  const { data } = await drawWith(person, await made.code(), made.id);
  expect(data.prize.type).not.toBe(PrizeType.none);
  const rules = await app.data('', publicDrawApi.rules, { activityId: made.id });
  expect(rules).toMatchObject({ organizer: '茶业公司', weightVersion: 1, windowsText: ['每天 00:00-24:00'] });
  expect(rules.prizes.map(({ weight, terms }) => [weight, ...terms])).toEqual([
    [10_000, '现金8.88元', expect.stringContaining('自动发放'), '每日限3份'],
    [990_000, '10积分', '中奖后自动到账', '每人限中2次'],
    [0],
  ]);
  const winners = await app.data('', publicDrawApi.winners, { activityId: made.id });
  expect(winners).toHaveLength(1);
  expect(winners[0]!.who).toMatch(/\*\*/);
});

test('a seed that is not the promised one pauses its activity and is never published', async () => {
  const made = await campaign([{ stock: 10, weight: 500_000 }]);
  await app.db
    .updateTable('seedEpoch')
    .set({ seedHash: 'a'.repeat(64) })
    .where('id', '=', made.epoch.id)
    .execute();
  await runActivities(app);
  const { status } = await app.db
    .selectFrom('activity')
    .where('id', '=', made.id)
    .select('status')
    .executeTakeFirstOrThrow();
  expect(status).toBe(3);
  const epoch = await app.data('', publicDrawApi.epoch, { activityId: made.id, epochNo: 1 });
  expect(epoch).toMatchObject({ state: EpochState.broken, seed: '' });
});

test('whoever asks for a ticket is written down: refused, passed, and drawn once he drew', async () => {
  const activity = await campaign([{ stock: 10, weight: 1_000_000 }], { limitDay: 1 });
  const [one, other] = [shopper(), shopper()];
  await drawWith(one, await activity.code(), activity.id);
  const second = await one.scan(await activity.code());
  expect((await one.ticket(second, activity.id)).code).toBe(drawRefusals.dayLimit[0]);
  const waiting = await other.scan(await activity.code());
  await other.login(waiting);
  await other.ticket(waiting, activity.id);
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:lottery:aiActive:list'] });
  const ask = (filters: object = {}) =>
    app.data(token, partLogApi.list, { activityId: activity.id, page: 1, limit: 20, ...filters } as never);
  const { list } = await ask();
  expect(list.map(({ step, reason }) => [step, reason])).toEqual([
    [PartStep.passed, ''],
    [PartStep.refused, drawRefusals.dayLimit[1]],
    [PartStep.drawn, ''],
  ]);
  expect(new Set(list.map(({ codeText }) => codeText)).size).toBe(3);
  expect((await ask({ step: PartStep.refused })).total).toBe(1);
  expect((await ask({ consumer: String(list[0]!.uid) })).total).toBe(1);
});
