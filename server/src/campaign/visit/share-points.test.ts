import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { ActScene, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  firmId = await makeFirm(app);
  ({ token } = await makeStaff(app, {
    firmId,
    permissions: [
      'admin:lottery:customerConfig:update',
      'admin:lottery:customer:list',
      'admin:lottery:customer:update',
      'admin:lottery:customer:black',
    ],
  }));
});
afterAll(() => app.close());

const give = (sharePoints: number) => app.data(token, consumerConfigApi.update, { sharePoints } as never);
beforeEach(() => give(7));

const game = (shareReward = 5) =>
  makeActivity(app, { firmId }, [{ stock: 1000, weight: 1_000_000, points: 2 }], {
    lotteryType: LotteryType.points,
    actScene: ActScene.interact,
    playMode: PlayMode.scratch,
    targets: [],
    freePerDay: 1,
    shareReward,
  });

let phone = 0;
/** Somebody on a phone of his own, who has agreed at a game. */
const shopper = async (at: MadeActivity, from = '') => {
  const nth = (phone += 1);
  const address = { 'x-forwarded-for': `198.51.100.${nth % 250}` };
  const enter = (activity: MadeActivity, link: string, headers: Record<string, string>) =>
    app.call(
      '',
      publicDrawApi.login,
      { activityId: activity.id, deviceId: `s${nth}`, agrees: true, from: link },
      headers,
    );
  const { data } = await enter(at, from, address);
  const headers = { ...address, [accountHeader]: data.token };
  return {
    uid: data.uid,
    come: (activity: MadeActivity, link: string) => enter(activity, link, headers),
    turns: async (activity: MadeActivity) =>
      (await app.call('', publicDrawApi.scan, { activityId: activity.id, deviceId: `s${nth}` }, headers)).data.turns!,
    points: async () => (await app.data(token, consumerApi.info, { id: data.uid })).points,
  };
};
const ledger = (uid: number) =>
  app.db.selectFrom('pointLog').where('uid', '=', uid).select(['delta', 'source']).execute();

test('of many times that one friend comes at once, in several games, one gives points', async () => {
  const games = await Promise.all([game(), game(), game()]);
  const [one] = games;
  const person = await shopper(one);
  const friend = await shopper(await game());
  const links = await Promise.all(games.map(async (each) => ({ each, ...(await person.turns(each)) })));
  expect(links[0]).toMatchObject({ sharePoints: 7, shareLeft: 5 });
  const answers = await Promise.all(
    links.flatMap(({ each, from }) => Array.from({ length: 6 }, () => friend.come(each, from))),
  );
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(await ledger(person.uid)).toEqual([{ delta: 7, source: 'share' }]);
  expect(await person.points()).toBe(7);
  expect(await ledger(friend.uid)).toEqual([]);
  // The turns are those of each game.
  for (const each of games) expect((await person.turns(each)).free).toBe(2);
  expect(await findFaults(app)).toEqual([]);
});

test('of many friends at once as many give points as bring a turn', async () => {
  const activity = await game(3);
  const person = await shopper(activity);
  const { from } = await person.turns(activity);
  await Promise.all(Array.from({ length: 8 }, () => shopper(activity, from)));
  expect(await person.turns(activity)).toMatchObject({ free: 4, shareLeft: 0 });
  expect((await ledger(person.uid)).map(({ delta }) => delta)).toEqual([7, 7, 7]);
  expect(await person.points()).toBe(21);
  expect(await findFaults(app)).toEqual([]);
});

test('nobody has points for himself, nor who is kept from prizes or disabled, nor where the firm gives none', async () => {
  const activity = await game();
  const [own, kept, off, none] = [
    await shopper(activity),
    await shopper(activity),
    await shopper(activity),
    await shopper(activity),
  ];
  await own.come(activity, (await own.turns(activity)).from);
  const links = await Promise.all([kept, off, none].map((each) => each.turns(activity)));
  await app.data(token, consumerApi.black, { ids: [kept.uid], scope: BanScope.payouts, days: 7, reason: '刷分' });
  await app.data(token, consumerApi.status, { ids: [off.uid], status: Enabled.off });
  await shopper(activity, links[0]!.from);
  await shopper(activity, links[1]!.from);
  await give(0);
  await shopper(activity, links[2]!.from);
  for (const { uid } of [own, kept, off, none]) expect(await ledger(uid)).toEqual([]);
  expect(await kept.turns(activity)).toMatchObject({ free: 2, sharePoints: 0 });
  expect(await findFaults(app)).toEqual([]);
});
