import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { partLogApi } from '@zhuiyuan/contract/campaign/activity/part-log';
import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import { ActScene, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../../test/factories/lottery.ts';
import { openPlayer } from '../../../test/factories/player.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { signToken } from '../../kit/secret.ts';

let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const game = (more: object = {}) =>
  makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, points: 2 }], {
    lotteryType: LotteryType.points,
    actScene: ActScene.interact,
    playMode: PlayMode.scratch,
    targets: [],
    ...more,
  });

const shopper = (activity: MadeActivity, more?: { from?: string; points?: number; deviceId?: string }) =>
  openPlayer(app, activity, more);
const refusedBy = (answers: { code: number }[]) =>
  new Set(answers.filter(({ code }) => code !== 200).map(({ code }) => code));

const sharesOf = ({ id }: MadeActivity) =>
  app.db.selectFrom('share').where('activityId', '=', id).select(['toUid', 'isRewarded']).orderBy('id').execute();

test('of 20 tickets of free turns, drawn at once, as many are drawn as the day has, and nobody pays', async () => {
  const activity = await game({ freePerDay: 3 });
  const person = await shopper(activity, { points: 50 });
  expect(await person.turns()).toMatchObject({ free: 3, from: '', shareLeft: 0 });
  const tickets = await Promise.all(Array.from({ length: 20 }, () => person.ticket()));
  const answers = await Promise.all(tickets.map(({ data }) => person.draw(data.ticket)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(refusedBy(answers)).toEqual(new Set([drawRefusals.noTurns[0]]));
  expect(await person.points()).toBe(56);
  expect((await person.ticket()).code).toBe(drawRefusals.noTurns[0]);
  expect(await person.turns()).toMatchObject({ free: 0 });
  expect(await findFaults(app)).toEqual([]);
});

test('after the free turns points pay, once each; a free ticket never takes points', async () => {
  const activity = await game({ freePerDay: 1, pointsCost: 5 });
  const person = await shopper(activity, { points: 13 });
  const [one, two] = [(await person.ticket()).data.ticket, (await person.ticket()).data.ticket];
  expect((await person.draw(one)).code).toBe(200);
  expect((await person.draw(two)).code).toBe(drawRefusals.noTurns[0]);
  expect(await person.points()).toBe(15);
  expect((await person.draw((await person.ticket()).data.ticket)).code).toBe(200);
  expect(await person.points()).toBe(12);
  const rest = await Promise.all(Array.from({ length: 10 }, () => person.ticket()));
  await Promise.all(rest.map(({ data }) => person.draw(data.ticket)));
  // 12 pays two or three, as each win gives two back.
  expect(await person.points()).toBeLessThan(5);
  expect(await person.points()).toBeGreaterThanOrEqual(0);
  expect(await findFaults(app)).toEqual([]);
});

test('who is brought along gives a turn: once each, one phone once, as many as the day allows, however many come at once', async () => {
  const activity = await game({ freePerDay: 1, shareReward: 2 });
  const person = await shopper(activity);
  const { from } = await person.turns();
  expect(from).not.toBe('');
  const come = await Promise.all(Array.from({ length: 6 }, () => shopper(activity, { from })));
  expect(await person.turns()).toMatchObject({ free: 3, shareLeft: 0 });
  const links = await app.db.selectFrom('share').where('activityId', '=', activity.id).selectAll().execute();
  expect(links).toHaveLength(6);
  expect(links.filter(({ isRewarded }) => isRewarded)).toHaveLength(2);
  expect(new Set(links.map(({ depth }) => depth))).toEqual(new Set([1]));
  expect(links.every(({ isNew, fromUid }) => isNew && fromUid === person.uid)).toBe(true);
  // Chains are told up to three.
  let last = come[0]!;
  for (const depth of [2, 3, 3]) {
    last = await shopper(activity, { from: (await last.turns()).from });
    const link = await app.db
      .selectFrom('share')
      .where('activityId', '=', activity.id)
      .where('toUid', '=', last.uid)
      .select('depth')
      .executeTakeFirstOrThrow();
    expect(link.depth).toBe(depth);
  }
  // Nobody brings himself, and a link of another game, or a made-up one, brings nobody.
  const other = await game({ freePerDay: 1, shareReward: 2 });
  const elsewhere = await shopper(other);
  await shopper(activity, { from: (await elsewhere.turns()).from });
  await shopper(activity, { from: 'made.up' });
  expect(await app.db.selectFrom('share').where('activityId', '=', activity.id).select('id').execute()).toHaveLength(9);
  for (let nth = 0; nth < 3; nth += 1) expect((await person.draw((await person.ticket()).data.ticket)).code).toBe(200);
  expect((await person.ticket()).code).toBe(drawRefusals.noTurns[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('accounts of one phone that come by several links at one moment all came, and one of them brings a turn', async () => {
  for (let round = 0; round < 3; round += 1) {
    const activity = await game({ freePerDay: 1, shareReward: 2 });
    const people = await Promise.all(Array.from({ length: 6 }, () => shopper(activity)));
    const links = await Promise.all(people.map((person) => person.turns()));
    await Promise.all(links.map(({ from }) => shopper(activity, { from, deviceId: `one phone ${round}` })));
    const shares = await app.db
      .selectFrom('share')
      .where('activityId', '=', activity.id)
      .select(['fromUid', 'isRewarded'])
      .execute();
    expect(shares.map(({ fromUid }) => fromUid).toSorted((a, b) => a - b)).toEqual(
      people.map(({ uid }) => uid).toSorted((a, b) => a - b),
    );
    expect(shares.filter(({ isRewarded }) => isRewarded)).toHaveLength(1);
    const after = await Promise.all(people.map((person) => person.turns()));
    expect(after.map(({ free }) => free).toSorted()).toEqual([1, 1, 1, 1, 1, 2]);
  }
  expect(await findFaults(app)).toEqual([]);
});

test('who opens a link on the very phone it was made on is brought by nobody, whatever account he makes', async () => {
  const [activity, other] = [
    await game({ freePerDay: 1, shareReward: 3 }),
    await game({ freePerDay: 1, shareReward: 3 }),
  ];
  const person = await shopper(activity, { deviceId: 'own phone' });
  const { from } = await person.turns();
  await Promise.all([1, 2].map(() => shopper(activity, { from, deviceId: 'own phone' })));
  expect(await sharesOf(activity)).toEqual([]);
  expect(await person.turns()).toMatchObject({ free: 1, shareLeft: 3 });
  // The phone of a friend counts, also one whose owner shares as well.
  const friend = await shopper(activity, { from, deviceId: 'phone of a friend' });
  await shopper(activity, { from: (await friend.turns()).from, deviceId: 'own phone' });
  expect(await person.turns()).toMatchObject({ free: 2 });
  expect(await friend.turns()).toMatchObject({ free: 2 });
  // Nothing of a phone can be told by its links.
  const links = await Promise.all([
    person.turns(),
    shopper(activity, { deviceId: 'own phone' }).then((one) => one.turns()),
    shopper(other, { deviceId: 'own phone' }).then((one) => one.turns()),
  ]);
  const told = links.map((link) => JSON.parse(Buffer.from(link.from.split('.')[0]!, 'base64url').toString()).v);
  expect(new Set(told.map(({ phone }: { phone: string }) => phone)).size).toBe(3);
  // A link of before names no phone, and still brings along.
  const before = signToken(app.config.masterKey, 'game share', { activityId: activity.id, uid: person.uid }, 3600);
  await shopper(activity, { from: before, deviceId: 'phone of another friend' });
  expect(await person.turns()).toMatchObject({ free: 3 });
  expect(await findFaults(app)).toEqual([]);
});

test('friends whose phones keep no mark each bring a turn, and each one once; who looks just like the owner of the link does not', async () => {
  const activity = await game({ freePerDay: 1, shareReward: 3 });
  const behind = (last: number, account = '') => ({
    'x-forwarded-for': `203.0.113.${last}`,
    'user-agent': 'one model',
    ...(account && { [accountHeader]: account }),
  });
  const come = async (headers: Record<string, string>, from = '') =>
    (await app.call('', publicDrawApi.login, { activityId: activity.id, agrees: true, from }, headers)).data;
  const owner = await come(behind(1));
  const turns = async () =>
    (await app.call('', publicDrawApi.scan, { activityId: activity.id }, behind(1, owner.token))).data.turns!;
  const { from } = await turns();
  const [friend] = [await come(behind(2), from), await come(behind(2), from)];
  expect(await turns()).toMatchObject({ free: 3, shareLeft: 1 });
  for (const last of [2, 3]) await come(behind(last, friend.token), from);
  await come(behind(1), from);
  expect(await turns()).toMatchObject({ free: 3, shareLeft: 1 });
  expect(await sharesOf(activity)).toMatchObject([{ isRewarded: true }, { isRewarded: true }]);
  expect(await findFaults(app)).toEqual([]);
});

test('who agreed to the terms before is brought along without being asked again; who has drawn here is not', async () => {
  const [known, activity] = [await game({ freePerDay: 1 }), await game({ freePerDay: 1, shareReward: 3 })];
  const { from } = await (await shopper(activity)).turns();
  const friends = [await shopper(known), await shopper(known)];
  const at = (nth: number) => ({ activityId: activity.id, deviceId: `again${nth}` });
  for (const [nth, friend] of friends.entries()) {
    // The second one has drawn here by himself.
    if (nth === 1) {
      const { data } = await friend.ask(publicDrawApi.ticket, at(nth));
      await friend.draw((data as unknown as { ticket: string }).ticket);
    }
    await friend.ask(publicDrawApi.login, { ...at(nth), from });
  }
  const links = await app.db
    .selectFrom('share')
    .where('activityId', '=', activity.id)
    .select(['toUid', 'isNew'])
    .execute();
  expect(links).toEqual([{ toUid: friends[0]!.uid, isNew: false }]);
  expect(await findFaults(app)).toEqual([]);
});

test('turns that are given while their owner draws are neither lost nor doubled', async () => {
  const activity = await game({ freePerDay: 5, shareReward: 5 });
  const person = await shopper(activity);
  const { from } = await person.turns();
  const tickets = await Promise.all(Array.from({ length: 5 }, () => person.ticket()));
  await Promise.all([
    ...tickets.map(({ data }) => person.draw(data.ticket)),
    ...Array.from({ length: 5 }, () => shopper(activity, { from })),
  ]);
  expect(await person.turns()).toMatchObject({ free: 5, shareLeft: 0 });
  expect(await findFaults(app)).toEqual([]);
});

test('who may games alone sees, makes and ends games alone', async () => {
  const permissions = ['list', 'save', 'update', 'delete', 'publish', 'pause', 'end'].map(
    (verb) => `admin:lottery:interact:${verb}`,
  );
  const own = await makeFirm(app);
  const { token } = await makeStaff(app, { firmId: own, permissions });
  const make = (more: object = {}) =>
    makeActivity(app, { firmId: own }, [{ stock: 5, weight: 1_000_000, points: 2 }], more);
  const coded = await make();
  const played = await make({
    lotteryType: LotteryType.points,
    actScene: ActScene.interact,
    playMode: PlayMode.scratch,
    targets: [],
    freePerDay: 1,
  });
  const { list } = await app.data(token, gameApi.list, { page: 1, limit: 20 } as never);
  expect(list).toMatchObject([{ id: played.id, freePerDay: 1, partUv: 0, pointsUsed: 0, shareCnt: 0 }]);
  expect((await app.data(token, activityApi.list, { page: 1, limit: 20 } as never)).list.map(({ id }) => id)).toEqual([
    played.id,
  ]);
  for (const endpoint of [activityApi.info, activityApi.counts, activityApi.pause, activityApi.remove])
    expect((await app.call(token, endpoint as never, { id: coded.id } as never)).code).toBe(404);
  const paged = { page: 1, limit: 20 };
  for (const endpoint of [drawLogApi.list, partLogApi.list]) {
    expect((await app.call(token, endpoint, { ...paged, activityId: coded.id })).code).toBe(404);
    expect((await app.call(token, endpoint, { ...paged, activityId: played.id })).code).toBe(200);
  }
  expect((await app.call(token, activityApi.end, { id: coded.id, reason: '试' })).code).toBe(404);
  expect((await app.call(token, activityApi.pause, { id: played.id })).code).toBe(200);
  expect((await app.call(token, activityApi.save, { actName: '扫码活动' } as never)).code).toBe(400);
});
