import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { bindingApi, unsettledWarning } from '@zhuiyuan/contract/redeem/binding';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../test/factories/access.ts';
import { activityDraft } from '../../test/factories/lottery.ts';
import { makeAgent, makeShop } from '../../test/factories/parties.ts';
import { makeGoodsActivity, winGoods } from '../../test/factories/redeem.ts';
import { insertActivity } from '../campaign/activity/activity-writes.ts';
import type { Db } from '../kit/db/database.ts';
import { verifyPrize } from './verify-prize.ts';

const may = [
  ...['list', 'update', 'publish', 'end'].map((act) => `admin:lottery:active:${act}`),
  'admin:identity:shop:list',
  'admin:identity:shop:bind',
];
const goods = [{ stock: 100, weight: 1_000_000 }];

let app: TestApp;
let firmId: number;
let token: string;
let agentId: number;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(may));
  agentId = await makeAgent(app, firmId, { name: '成都锦和商贸' });
});
afterAll(() => app.close());

const shop = (name = '玉林店') => makeShop(app, firmId, agentId, name);
const bind = (activityId: number, ...shopIds: number[]) => app.call(token, bindingApi.save, { activityId, shopIds });
const bindings = async (input: object) => (await app.data(token, bindingApi.list, input as never)).list;
const unbind = (id: number) => app.call(token, bindingApi.remove, { id });

/** A draft whose goods are fetched at bound shops alone. */
const draftOf = async () => {
  const product = await makeGoodsActivity(app, firmId);
  await app.db.updateTable('activity').set({ status: ActivityStatus.ended }).where('id', '=', product.id).execute();
  const draft = await activityDraft(app, firmId, goods, {
    targets: [{ kind: 1, targetId: product.productId }],
    verifyAll: false,
  });
  return (await insertActivity(app.db, draft, { firmId, operatorId: 1 })).id;
};

test('shops are bound once, and stand in both lists with what they handed out', async () => {
  const activity = await makeGoodsActivity(app, firmId, { actName: '金秋有礼' });
  const [one, two] = [await shop(), await shop('武侯祠店')];
  expect((await bind(activity.id, one)).data).toEqual({ ok: 1, repeat: 0 });
  expect((await bind(activity.id, one, two, two)).data).toEqual({ ok: 1, repeat: 1 });
  const [won] = await winGoods(app, activity);
  await app.db.transaction().execute((db) =>
    verifyPrize(db as Db, app.config.masterKey, {
      verCode: won!.verCode,
      shopId: one,
      accountId: null,
      lng: null,
      lat: null,
    }),
  );
  const rows = await bindings({ activityId: activity.id });
  expect(rows.map(({ shopName, verCnt }) => [shopName, verCnt])).toEqual([
    ['武侯祠店', 0],
    ['玉林店', 1],
  ]);
  expect(rows[0]).toMatchObject({ agentName: '成都锦和商贸', actName: '金秋有礼', actStatus: 2, bindSource: 0 });
  const ofShop = await app.data(token, bindingApi.shopList, { shopId: one, status: 2 });
  expect(ofShop.list.map(({ activityId }) => activityId)).toEqual([activity.id]);
  expect((await app.data(token, bindingApi.shopList, { shopId: one, status: 4 })).total).toBe(0);
  expect((await bindings({ activityId: activity.id, agentId })).length).toBe(2);
  expect((await app.data(token, shopApi.info, { id: one })).actCount).toBe(1);
});

test('activities that can be bound say whether the shop, or every shop of the dealer, is', async () => {
  const dealer = await makeAgent(app, firmId);
  const [one, two] = [await makeShop(app, firmId, dealer, '甲店'), await makeShop(app, firmId, dealer, '乙店')];
  const activity = await makeGoodsActivity(app, firmId);
  const bound = async (input: object) =>
    (await app.data(token, bindingApi.bindable, { ...input, ids: [activity.id] } as never)).map((row) => row.bound);
  await bind(activity.id, one);
  expect(await bound({ shopId: one })).toEqual([true]);
  expect(await bound({ shopId: two })).toEqual([false]);
  expect(await bound({ agentId: dealer })).toEqual([false]);
  await bind(activity.id, two);
  expect(await bound({ agentId: dealer })).toEqual([true]);
  await app.db.updateTable('activity').set({ status: ActivityStatus.ended }).where('id', '=', activity.id).execute();
  expect(await bound({})).toEqual([]);
});

test('publishing wants a shop that can hand out, which is bound or open to all', async () => {
  const id = await draftOf();
  const publish = () => app.call(token, activityApi.publish, { id });
  expect((await publish()).message).toContain(activityRefusals.noShop[1]);
  const stopped = await shop();
  await bind(id, stopped);
  await app.db.updateTable('shop').set({ status: Enabled.off }).where('id', '=', stopped).execute();
  expect((await publish()).message).toContain(activityRefusals.noShop[1]);
  await bind(id, await shop());
  expect((await publish()).code).toBe(200);
});

test('the last shop of a published activity stays, in a draft and where all hand out it goes', async () => {
  const id = await draftOf();
  await bind(id, await shop());
  expect((await unbind((await bindings({ activityId: id }))[0]!.id)).data).toBeNull();
  await bind(id, await shop(), await shop());
  expect((await app.call(token, activityApi.publish, { id })).code).toBe(200);
  const [first, last] = await bindings({ activityId: id });
  const both = await Promise.all([unbind(first!.id), unbind(last!.id)]);
  expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, redeemRefusals.lastShop[0]]);
  expect(await bindings({ activityId: id })).toHaveLength(1);
  const left = (await bindings({ activityId: id }))[0]!;
  await app.data(token, activityApi.end, { id, reason: '提前收尾' });
  expect((await unbind(left.id)).code).toBe(200);

  const open = await makeGoodsActivity(app, firmId);
  await bind(open.id, await shop());
  expect((await unbind((await bindings({ activityId: open.id }))[0]!.id)).code).toBe(200);
});

test('unbinding warns of what is not settled, and stops new ones alone', async () => {
  const activity = await makeGoodsActivity(app, firmId);
  const shopId = await shop();
  await bind(activity.id, shopId, await shop());
  await app.db.updateTable('activity').set({ verifyAll: false }).where('id', '=', activity.id).execute();
  const [one, two] = await winGoods(app, activity, 2);
  const verify = (verCode: string) =>
    app.db
      .transaction()
      .execute((db) =>
        verifyPrize(db as Db, app.config.masterKey, { verCode, shopId, accountId: null, lng: null, lat: null }),
      );
  await verify(one!.verCode);
  const bound = (await bindings({ activityId: activity.id, shopId }))[0]!;
  expect((await app.data(token, bindingApi.shopRemove, { id: bound.id }))?.warn).toBe(unsettledWarning);
  await expect(verify(two!.verCode)).rejects.toMatchObject({ code: redeemRefusals.notBound[0] });
  expect((await unbind(bound.id)).code).toBe(404);
});

test('neither another firm’s shop nor an activity of the recycle bin is bound', async () => {
  const activity = await makeGoodsActivity(app, firmId);
  const { token: theirs, firmId: other } = await makeFirmStaff(app, may);
  const strange = await makeShop(app, other, await makeAgent(app, other), '别家');
  const own = await shop();
  expect((await bind(activity.id, own, strange)).code).toBe(404);
  expect(await bindings({ activityId: activity.id })).toEqual([]);
  expect((await app.call(theirs, bindingApi.save, { activityId: activity.id, shopIds: [strange] })).code).toBe(404);
  await app.db
    .updateTable('activity')
    .set({ status: ActivityStatus.recycled, recycledFrom: ActivityStatus.ended })
    .where('id', '=', activity.id)
    .execute();
  expect((await bind(activity.id, own)).code).toBe(404);
});
