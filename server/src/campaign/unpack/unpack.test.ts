import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { ActivityStatus, Audience, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { unpackApi } from '@zhuiyuan/contract/campaign/unpack/unpack';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { bindPerson, type Person } from '../../../test/factories/account.ts';
import { range } from '../../../test/factories/codes.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../../test/factories/lottery.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { makeShop } from '../../../test/factories/parties.ts';
import { endBinding } from '../../account/binding.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeMoveWorld>>;
let activity: MadeActivity;
let shop: Person;
let other: Person;

/** The nth four boxes, sent to a shop. */
const sent = async (nth: number, shopId: number): Promise<number> => {
  const lines = [await world.line(world.boxes, nth * 4 - 3, nth * 4)];
  const { code, message, data } = await world.ship(lines, world.to(shopId, { toKind: 2 }));
  expect([code, message]).toEqual([200, 'ok']);
  return data.id;
};
/** The same, signed for there. */
const signed = async (nth: number, shopId: number): Promise<void> => {
  expect((await world.sign(await sent(nth, shopId))).code).toBe(200);
};

beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  world = await makeMoveWorld(app);
  await world.ops.use(range(world.boxes, 1, 16));
  for (let serial = 1; serial <= 16; serial += 1) await world.pack(serial, serial * 6 - 5, serial * 6);
  const { firmId, productId } = world;
  activity = await makeActivity(app, { firmId }, [{ stock: 500, weight: 1_000_000, cash: 300 }], {
    audience: Audience.shop,
    lotteryType: LotteryType.box,
    targets: [{ kind: 1, targetId: productId }],
  });
  const otherShop = await makeShop(app, firmId, world.agent, '武侯祠店');
  shop = await bindPerson(app, { firmId, kind: RoleKind.shop, id: world.shop });
  other = await bindPerson(app, { firmId, kind: RoleKind.shop, id: otherShop });
  await signed(1, world.shop);
  await signed(2, otherShop);
});
afterAll(() => app.close());

const open = (person: Person, code: string, clientSeed = 'abcdef') =>
  person.call(unpackApi.unpack, { code, clientSeed });
const drawsOf = (serial: number) =>
  app.db
    .selectFrom('draw')
    .where('seg', '=', world.boxes)
    .where('serial', '=', serial)
    .select(['id', 'key', 'audience', 'shopId', 'agentId', 'hold'])
    .execute();

test('a shop opens a box it signed for, and reads the same again', async () => {
  const code = await world.box(1);
  const first = await open(shop, code);
  expect(first.data).toMatchObject({
    repeat: false,
    prize: { type: PrizeType.cash, amount: 300 },
    hold: false,
    codeText: code,
  });
  expect((await open(shop, `https://x.cn/c/${code}`, '00')).data).toEqual({ ...first.data, repeat: true });
  expect(await drawsOf(1)).toMatchObject([
    { key: expect.stringMatching(/^B\d+$/), audience: 1, shopId: world.shop, agentId: world.agent },
  ]);
  const [draw] = await drawsOf(1);
  const rewards = await app.db.selectFrom('shopReward').where('drawId', '=', draw!.id).selectAll().execute();
  expect(rewards).toMatchObject([
    { shopId: world.shop, agentId: world.agent, kind: 1, amount: 300, status: 1, activityId: activity.id },
  ]);
  expect(await findFaults(app)).toEqual([]);
});

test('of a hundred at once one opens it', async () => {
  const code = await world.box(2);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_none, at) => open(at % 4 === 3 ? other : shop, code)),
  );
  const mine = answers.filter(({ code: said }) => said === 200);
  expect(mine).toHaveLength(75);
  expect(mine.filter(({ data }) => !data.repeat)).toHaveLength(1);
  expect(new Set(mine.map(({ data }) => data.drawNo)).size).toBe(1);
  expect(new Set(answers.filter((answer) => answer.code !== 200).map((answer) => answer.code))).toEqual(
    new Set([62240]),
  );
  expect(await drawsOf(2)).toHaveLength(1);
  expect(await findFaults(app)).toEqual([]);
});

test('cash goes out as what it is, to whoever the paying app knows the shop as', async () => {
  const { accountId } = await app.db
    .selectFrom('roleBinding')
    .where('roleKind', '=', RoleKind.shop)
    .where('roleId', '=', world.shop)
    .select('accountId')
    .executeTakeFirstOrThrow();
  const { appid } = await app.db
    .selectFrom('activityBudget')
    .innerJoin('pool', 'pool.id', 'activityBudget.poolId')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .where('activityBudget.activityId', '=', activity.id)
    .select('merchant.appid')
    .executeTakeFirstOrThrow();
  await app.db.insertInto('accountOpenId').values({ appId: appid, openId: 'shopkeeper', accountId }).execute();
  expect((await open(shop, await world.box(3))).code).toBe(200);
  const [draw] = await drawsOf(3);
  const paid = await app.db
    .selectFrom('redInfo')
    .where('sourceId', '=', draw!.id)
    .select(['source', 'amount', 'openid', 'activityId'])
    .execute();
  expect(paid).toEqual([{ source: PaySource.unpack, amount: 300, openid: 'shopkeeper', activityId: activity.id }]);
  expect(await findFaults(app)).toEqual([]);
});

test('a box of another shop, on its way, or not sent at all is not opened', async () => {
  expect((await open(shop, await world.box(5))).code).toBe(62240);
  expect((await open(shop, await world.box(13))).code).toBe(62240);
  await sent(3, world.shop);
  expect((await open(shop, await world.box(9))).code).toBe(62240);
  expect((await open(shop, await world.item(1))).code).toBe(62242);
  expect((await open(shop, 'NOSUCHCODE')).code).toBe(drawRefusals.noCode[0]);
  const agent = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.agent, id: world.agent });
  expect((await open(agent, await world.box(4))).code).toBe(403);
});

test('whoever takes the shop over reads that a box was opened before', async () => {
  await endBinding(app.db, { kind: RoleKind.shop, id: world.shop });
  const next = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.shop, id: world.shop });
  expect((await open(next, await world.box(1))).code).toBe(62241);
  expect((await open(next, await world.box(4))).code).toBe(200);
});

test('the activity for shops is chosen, laid out most closely; without one there is none', async () => {
  await signed(4, world.shop);
  await endBinding(app.db, { kind: RoleKind.shop, id: world.shop });
  const next = await bindPerson(app, { firmId: world.firmId, kind: RoleKind.shop, id: world.shop });
  const { firmId } = world;
  const wider = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000, points: 7 }], {
    audience: Audience.shop,
    lotteryType: LotteryType.box,
    targets: [{ kind: 4, targetId: world.shop }],
  });
  const draft = (...ids: number[]) =>
    app.db.updateTable('activity').set({ status: ActivityStatus.draft }).where('id', 'in', ids).execute();
  expect((await open(next, await world.box(13))).data).toMatchObject({ prize: { type: PrizeType.cash } });
  await draft(activity.id);
  expect((await open(next, await world.box(14))).data).toMatchObject({ prize: { type: PrizeType.points, points: 7 } });
  await draft(activity.id, wider.id);
  expect((await open(next, await world.box(15))).code).toBe(drawRefusals.noActivity[0]);
});
