import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { findFaults, makeActivity, type MadeActivity, type MadeTier } from '../../../test/factories/lottery.ts';
import { openPlayer } from '../../../test/factories/player.ts';
import { makeFirm } from '../../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const campaign = (tier: MadeTier, more: object = {}) =>
  makeActivity(app, { firmId }, [tier], { lotteryType: LotteryType.points, pointsCost: 5, ...more });

const shopper = (activity: MadeActivity, points: number) => openPlayer(app, activity, { points });

test('somebody with points draws without a code, and pays once for each draw', async () => {
  const activity = await campaign({ stock: 100, weight: 1_000_000, points: 2 });
  const person = await shopper(activity, 12);
  expect(await person.play()).toMatchObject({
    activity: { id: activity.id, pointsCost: 5 },
    eligibility: { ok: true },
    points: 12,
    earlier: null,
  });
  const { data: ticket } = await person.ticket();
  const { data: won } = await person.draw(ticket.ticket);
  expect(won).toMatchObject({ repeat: false, prize: { type: PrizeType.points, points: 2 } });
  expect((await person.draw(ticket.ticket)).data).toEqual({ ...won, repeat: true });
  expect(await person.points()).toBe(9);
  expect((await person.draw((await person.ticket()).data.ticket)).code).toBe(200);
  expect(await person.points()).toBe(6);
  const late = await person.ticket();
  expect((await person.draw((await person.ticket()).data.ticket)).code).toBe(200);
  expect((await person.draw(late.data.ticket)).code).toBe(drawRefusals.fewPoints[0]);
  expect((await person.ticket()).code).toBe(drawRefusals.fewPoints[0]);
  expect(await person.play()).toMatchObject({ eligibility: { ok: false, code: 62212 }, points: 3 });
  expect(await findFaults(app)).toEqual([]);
});

test('two tickets of one person never bring the same number, whatever his browser adds', async () => {
  const activity = await campaign({ stock: 1000, weight: 500_000, points: 1 });
  const person = await shopper(activity, 100);
  const tickets = await Promise.all(Array.from({ length: 10 }, () => person.ticket()));
  await Promise.all(tickets.map(({ data }) => person.draw(data.ticket, 'cc')));
  const draws = await app.db
    .selectFrom('draw')
    .where('uid', '=', person.uid)
    .select(['key', 'rand'])
    .orderBy('key')
    .execute();
  expect(draws).toHaveLength(10);
  expect(new Set(draws.map(({ key }) => key)).size).toBe(10);
  expect(new Set(draws.map(({ rand }) => rand)).size).toBe(10);
  expect(await findFaults(app)).toEqual([]);
});

test('of 20 at once three are drawn where three a day are, and three are paid', async () => {
  const activity = await campaign({ stock: 100, weight: 1_000_000 }, { limitDay: 3 });
  const person = await shopper(activity, 100);
  const tickets = await Promise.all(Array.from({ length: 20 }, () => person.ticket()));
  const answers = await Promise.all(tickets.map(({ data }) => person.draw(data.ticket)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(new Set(answers.filter(({ code }) => code !== 200).map(({ code }) => code))).toEqual(
    new Set([drawRefusals.dayLimit[0]]),
  );
  expect(await person.points()).toBe(85);
  expect((await person.play()).left).toEqual({ day: 0, total: null });
  expect(await findFaults(app)).toEqual([]);
});

test('without a code nothing opens that codes pay, that is a draft, or that is not there', async () => {
  const coded = await makeActivity(app, { firmId }, [{ stock: 5, weight: 1_000_000 }]);
  const points = await campaign({ stock: 5, weight: 1_000_000 });
  const person = await shopper(points, 50);
  for (const activityId of [coded.id, 999_999_999]) {
    const { data } = await app.call('', publicDrawApi.scan, { activityId });
    expect(data).toMatchObject({ activity: null, eligibility: { ok: false, code: drawRefusals.noActivity[0] } });
    expect((await app.call('', publicDrawApi.login, { activityId })).code).toBe(drawRefusals.noActivity[0]);
  }
  expect((await app.call('', publicDrawApi.scan, {})).data.activity).toBeNull();
  expect((await person.ticket()).code).toBe(200);
});

test('the link of an activity that points pay leads to its page', async () => {
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:lottery:aiActive:list'] });
  const points = await campaign({ stock: 5, weight: 1_000_000 });
  const coded = await makeActivity(app, { firmId }, [{ stock: 5, weight: 1_000_000 }]);
  const { url } = await app.data(token, activityApi.qrcode, { id: points.id });
  expect(url).toMatch(new RegExp(`^https?://.+/trace/play\\?activity=${points.id}$`));
  expect(await app.data(token, activityApi.qrcode, { id: coded.id })).toEqual({ url: '' });
});
