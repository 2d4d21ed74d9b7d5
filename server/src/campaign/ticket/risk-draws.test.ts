import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { challengeApi, type Challenged } from '@zhuiyuan/contract/campaign/draw/challenge';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi, type DrawAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { holdApi } from '@zhuiyuan/contract/campaign/hold/hold';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BanKind, BanScope, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, type MadeTier } from '../../../test/factories/lottery.ts';
import { phone } from '../../../test/factories/risk.ts';
import { listSomebody } from '../../risk/list-writes.ts';
import { insertDefaultRules, type RuleCode } from '../../risk/default-rules.ts';

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

const rules = () => app.db.updateTable('riskRule').where('firmId', '=', world.firmId);
const change = (code: RuleCode, to: { threshold?: number; action?: RiskAction; status?: number }) =>
  rules().set(to).where('code', '=', code).execute();
beforeEach(async () => {
  await app.db.deleteFrom('riskRule').where('firmId', '=', world.firmId).execute();
  await insertDefaultRules(app.db, world);
});

/** Codes of a product with a published activity; each call of `code` is another one, no two with numbers one after the other. */
const campaign = async (tiers: readonly MadeTier[] = [{ stock: 1000, weight: 1_000_000 }]) => {
  const activity = await makeActivity(app, { firmId: world.firmId }, tiers);
  const first = (lots += 200) - 199;
  const lotId = await ops.makeLot(activity.productId);
  expect((await ops.use(range(seg, first, first + 199), { productId: activity.productId, lotId })).code).toBe(200);
  let next = first - 2;
  return { ...activity, code: () => ops.codeOf(seg, (next += 2)) };
};

let count = 0;
/** Somebody with a phone of his own, at an address of his own unless told otherwise. */
const shopper = ({ ip = `203.0.113.${(count += 1)}`, userAgent = phone } = {}) => {
  const mark = `phone ${ip} ${(count += 1)}`;
  const at = { 'x-forwarded-for': ip, 'user-agent': userAgent };
  let token = '';
  let uid = 0;
  const headers = () => ({ ...at, ...(token && { [accountHeader]: token }) });
  const come = async (code: string) => {
    const { data } = await app.call('', publicTraceApi.scan, { code, deviceId: mark }, at);
    const login = await app.call('', publicDrawApi.login, { token: data.token, agrees: true }, headers());
    ({ token, uid } = login.data);
    return data.token;
  };
  const ticket = (scanToken: string, activityId: number, challengeToken?: string) =>
    app.call('', publicDrawApi.ticket, { token: scanToken, activityId, challengeToken }, headers());
  const draw = (text: string) => app.call('', publicDrawApi.draw, { ticket: text, clientSeed: 'ab' }, headers());
  const read = (key: string, code: string) => app.call('', challengeApi.challenge, { key, code }, headers());
  const play = (scanToken: string) => app.call('', publicDrawApi.scan, { token: scanToken }, headers());
  return { come, ticket, draw, read, play, uid: () => uid };
};

const pictureOf = ({ data }: { data: unknown }) => (data as Challenged).challenge;
const answerOf = async (key: string) =>
  (await app.db.selectFrom('captcha').where('key', '=', key).select('answer').executeTakeFirstOrThrow()).answer;

/** Somebody who is asked for a picture, and the token of the one he read. */
const passed = async (person: ReturnType<typeof shopper>, refused: { data: unknown }) => {
  const { key } = pictureOf(refused);
  return (await person.read(key, await answerOf(key))).data.challengeToken;
};

test('who is asked for a picture reads it, and has one ticket for it', async () => {
  const activity = await campaign();
  const tool = shopper({ userAgent: 'curl/8.0' });
  const scan = await tool.come(await activity.code());
  const refused = await tool.ticket(scan, activity.id);
  expect(refused).toMatchObject({ code: 62230, message: '请先完成安全验证' });
  expect(pictureOf(refused).picture).toMatch(/^data:image\/png;base64,/);

  const wrong = await tool.read(pictureOf(refused).key, '????');
  expect(wrong).toMatchObject({ code: 62230, message: '验证码不正确，请重新输入' });
  expect(pictureOf(wrong).key).not.toBe(pictureOf(refused).key);
  // A picture is read once, right or wrong.
  expect((await tool.read(pictureOf(refused).key, 'abcd')).code).toBe(62230);
  const { key } = pictureOf(wrong);
  const answer = await answerOf(key);
  const right = await tool.read(key, answer.toUpperCase());
  expect(right.code).toBe(200);
  expect((await tool.read(key, answer)).code).toBe(62230);

  const { challengeToken } = right.data;
  const given = await tool.ticket(scan, activity.id, challengeToken);
  expect(given.code).toBe(200);
  expect((await tool.draw(given.data.ticket)).code).toBe(200);
  const next = await tool.come(await activity.code());
  expect((await tool.ticket(next, activity.id, challengeToken)).code).toBe(62230);
});

test('what says that somebody read a picture is good for nobody else, for five minutes, and once', async () => {
  const activity = await campaign();
  const [one, other] = [shopper({ userAgent: 'curl/8.0' }), shopper({ userAgent: 'curl/8.0' })];
  const [mine, theirs] = [await one.come(await activity.code()), await other.come(await activity.code())];
  const pass = await passed(one, await one.ticket(mine, activity.id));
  expect((await other.ticket(theirs, activity.id, pass)).code).toBe(62230);
  expect((await other.ticket(theirs, activity.id, 'made-up')).code).toBe(62230);
  // It was not used up by the other one; of many requests at once it opens one.
  const many = await Promise.all(Array.from({ length: 8 }, () => one.ticket(mine, activity.id, pass)));
  expect(many.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 62230)]);

  const old = await passed(other, await other.ticket(theirs, activity.id));
  await app.db.updateTable('challengePass').set({ expiresAt: '2026-01-01 00:00:00' }).execute();
  expect((await other.ticket(theirs, activity.id, old)).code).toBe(62230);
  const late = pictureOf(await other.ticket(theirs, activity.id));
  const answer = await answerOf(late.key);
  await app.db.updateTable('captcha').set({ expiresAt: '2026-01-01 00:00:00' }).where('key', '=', late.key).execute();
  expect((await other.read(late.key, answer)).code).toBe(62230);
});

test('nobody who is not asked uses a pass up, and who is not signed in reads no picture', async () => {
  const activity = await campaign();
  const person = shopper({ userAgent: 'curl/8.0' });
  const scan = await person.come(await activity.code());
  const pass = await passed(person, await person.ticket(scan, activity.id));
  await change('R12', { status: Enabled.off });
  expect((await person.ticket(scan, activity.id, pass)).code).toBe(200);
  await change('R12', { status: Enabled.on });
  expect((await person.ticket(scan, activity.id, pass)).code).toBe(200);
  expect((await shopper().read('0'.repeat(32), 'abcd')).code).toBe(401);
});

test('of thirty behind the wifi of one shop twenty are paid at once, ten after a look, and none is refused', async () => {
  const activity = await campaign([{ stock: 1000, weight: 1_000_000, points: 7 }]);
  await change('R04', { action: RiskAction.hold });
  const ip = '198.51.100.30';
  const answers: { uid: number; answer: DrawAnswer }[] = [];
  for (let nth = 0; nth < 30; nth += 1) {
    const person = shopper({ ip });
    const scan = await person.come(await activity.code());
    const given = await person.ticket(scan, activity.id);
    expect(given.code).toBe(200);
    answers.push({ uid: person.uid(), answer: (await person.draw(given.data.ticket)).data });
  }
  expect(answers.map(({ answer }) => answer.hold)).toEqual(Array.from({ length: 30 }, (_none, nth) => nth >= 20));
  const points = async () =>
    (
      await app.db
        .selectFrom('member')
        .where(
          'id',
          'in',
          answers.map(({ uid }) => uid),
        )
        .orderBy('id')
        .select('points')
        .execute()
    ).map((row) => row.points);
  expect((await points()).filter((has) => has === 7)).toHaveLength(20);
  expect(await findFaults(app)).toEqual([]);

  // They wait where a person looks, with what was hit.
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: ['admin:lottery:aiActive:list', 'admin:lottery:aiActive:audit'],
  });
  const held = await app.data(token, holdApi.list, { activityId: activity.id });
  expect(held.list).toHaveLength(10);
  expect(held.list.at(-1)!.hits).toEqual([{ code: 'R04', name: '同一IP多人参与', value: 21, threshold: 20 }]);
  const info = await app.data(token, holdApi.info, { id: held.list[0]!.id });
  expect(info.hits[0]).toMatchObject({ code: 'R04', value: 30 });
  expect((await app.call(token, holdApi.audit, { id: held.list[0]!.id, pass: true, remark: '' })).code).toBe(200);
  expect((await points()).filter((has) => has === 7)).toHaveLength(21);
  expect(await findFaults(app)).toEqual([]);
});

test('held cash reserves its money, is sent to nobody, and is free again once it is taken back', async () => {
  const activity = await campaign([{ stock: 10, weight: 1_000_000, cash: 100 }]);
  await change('R04', { threshold: 0, action: RiskAction.hold });
  const person = shopper();
  const scan = await person.come(await activity.code());
  const given = await person.ticket(scan, activity.id);
  const { data } = await person.draw(given.data.ticket);
  expect(data).toMatchObject({ hold: true, claim: { status: ClaimStatus.open } });
  expect(await findFaults(app)).toEqual([]);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: ['admin:lottery:aiActive:list', 'admin:lottery:aiActive:audit'],
  });
  const [held] = (await app.data(token, holdApi.list, { activityId: activity.id })).list;
  expect((await app.call(token, holdApi.audit, { id: held!.id, pass: false, remark: '代刷' })).code).toBe(200);
  expect(await findFaults(app)).toEqual([]);
});

test('who is on the list reads so before anything, at the ticket and at a draw that waited; what he won before stands', async () => {
  const activity = await campaign();
  const person = shopper();
  const [first, second] = [await person.come(await activity.code()), await person.come(await activity.code())];
  const [won, waiting] = [await person.ticket(first, activity.id), await person.ticket(second, activity.id)];
  const { data: prize } = await person.draw(won.data.ticket);
  await listSomebody(
    app.db,
    {
      kind: BanKind.person,
      value: String(person.uid()),
      isWhite: false,
      scope: BanScope.draws,
      reason: '刷奖',
      days: 1,
    },
    { firmId: world.firmId, operatorId: null },
  );
  expect((await person.draw(waiting.data.ticket)).code).toBe(drawRefusals.banned[0]);
  expect((await person.ticket(second, activity.id)).code).toBe(drawRefusals.banned[0]);
  expect((await person.play(second)).data.eligibility).toMatchObject({ ok: false, code: drawRefusals.banned[0] });
  expect((await person.draw(won.data.ticket)).data).toEqual({ ...prize, repeat: true });
  const [entry] = await app.db.selectFrom('blacklist').where('value', '=', String(person.uid())).selectAll().execute();
  expect(entry).toMatchObject({ hitCount: 1, reason: '刷奖' });
  await app.db.updateTable('blacklist').set({ expireAt: '2026-01-01 00:00:00' }).where('id', '=', entry!.id).execute();
  expect((await person.draw(waiting.data.ticket)).code).toBe(200);
});

test('rules are asked again before the draw: one that refuses by now does, one that holds or asks changes nothing', async () => {
  const activity = await campaign();
  const person = shopper();
  const tickets = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const given = await person.ticket(await person.come(await activity.code()), activity.id);
    tickets.push(given.data.ticket);
  }
  await change('R02', { threshold: 2, action: RiskAction.hold });
  expect((await person.draw(tickets[0]!)).data.hold).toBe(false);
  await change('R02', { action: RiskAction.block });
  expect(await person.draw(tickets[1]!)).toMatchObject({ code: 62231, message: '当前操作存在风险，请稍后再试' });
  // What was drawn is told again whatever happens.
  expect((await person.draw(tickets[0]!)).data.repeat).toBe(true);
  await change('R02', { threshold: 3 });
  expect((await person.draw(tickets[1]!)).code).toBe(200);
  await change('R02', { threshold: 2, action: RiskAction.ban });
  expect((await person.draw(tickets[2]!)).code).toBe(62231);
  await listSomebody(
    app.db,
    {
      kind: BanKind.person,
      value: String(person.uid()),
      isWhite: true,
      scope: BanScope.all,
      reason: '测试',
      days: null,
    },
    { firmId: world.firmId, operatorId: null },
  );
  expect((await person.draw(tickets[2]!)).code).toBe(200);
});

test('a rule that bans puts on the list: refused now, and not known there any more for its hours', async () => {
  const activity = await campaign();
  await change('R05', { threshold: 0, action: RiskAction.ban });
  const person = shopper();
  const scan = await person.come(await activity.code());
  expect((await person.ticket(scan, activity.id)).code).toBe(62231);
  expect((await person.ticket(scan, activity.id)).code).toBe(62232);
  await change('R05', { threshold: 3, action: RiskAction.block });
  expect((await person.ticket(scan, activity.id)).code).toBe(62232);
  expect(await findFaults(app)).toEqual([]);
});
