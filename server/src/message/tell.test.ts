import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { messageApi } from '@zhuiyuan/contract/message/message';
import { MessageChannel, MessageEvent, MessageKind } from '@zhuiyuan/contract/message/message-states';
import { eventTexts } from '@zhuiyuan/contract/message/message-content';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStaff } from '../../test/factories/access.ts';
import { openCashWorld } from '../../test/factories/cash.ts';
import { makeActivity } from '../../test/factories/lottery.ts';
import { makeAgent, makeShop } from '../../test/factories/parties.ts';
import { makeRedemption } from '../../test/factories/posting.ts';
import { makeGoodsActivity, winGoods } from '../../test/factories/redeem.ts';
import { reviewHold } from '../campaign/hold/review-hold.ts';
import { auditRedemption, shipRedemption } from '../claim/redemption-writes.ts';
import type { Db } from '../kit/db/database.ts';
import { verifyPrize } from '../redeem/verify-prize.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { tell } from './outbox.ts';
import { remindExpiring } from './tell-claims.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
let firmId: number;
beforeAll(async () => {
  world = await openCashWorld();
  firmId = world.firmId;
  await seedRegions(world.app.db);
});
afterAll(() => world.close());

const told = async (uid: number) =>
  (
    await world.app.db.selectFrom('message').where('uid', '=', uid).orderBy('id').select(['kind', 'content']).execute()
  ).map(({ kind, content }) => [kind, content]);
const inTransaction = <T>(act: (db: Db) => Promise<T>): Promise<T> =>
  world.app.db.transaction().execute((db) => act(db as Db));
const dayOf = async (drawId: number) =>
  (
    await sql<{ day: string }>`select to_char(expire_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from claim
      where draw_id = ${drawId}`.execute(world.app.db)
  ).rows[0]!.day;

test('who won something he has to come for is told once; points and cash that goes out by itself are not', async () => {
  const goods = await makeGoodsActivity(world.app, firmId, { actName: '中秋有礼' });
  const [won] = await winGoods(world.app, goods);
  const { prizeName } = await world.app.db
    .selectFrom('tier')
    .where('activityId', '=', goods.id)
    .select('prizeName')
    .executeTakeFirstOrThrow();
  expect(await told(won!.uid)).toEqual([
    ['WIN', `恭喜您在「中秋有礼」中获得${prizeName}，请于${await dayOf(won!.drawId)}前领取`],
  ]);
  const points = await makeActivity(world.app, { firmId }, [{ stock: 10, weight: 1_000_000, points: 5 }]);
  const [given] = await winGoods(world.app, points);
  expect(await told(given!.uid)).toEqual([]);
});

test('cash: sent, received; a failure says why, and another attempt is told of anew', async () => {
  world.configure({ autoConfirmMs: -1 });
  const activity = await world.campaign();
  const [good, held] = await world.people(['o_tell_good', '']);
  const [drawId] = await world.draw(activity, [good!]);
  expect(await told(good!)).toEqual([]);
  await world.step();
  expect(await told(good!)).toEqual([[MessageKind.PAY_SENT, '您的1.88元红包已发放，请在24小时内领取']]);
  const bill = [...world.simulator.ledger.bills.values()].find(({ openid }) => openid === 'o_tell_good');
  world.simulator.transfers.confirm(bill!);
  await world.work();
  expect(await told(good!)).toEqual([
    [MessageKind.PAY_SENT, '您的1.88元红包已发放，请在24小时内领取'],
    [MessageKind.PAY_RECEIVED, '1.88元已存入您的微信零钱'],
  ]);
  expect((await world.payoutOf(drawId!))!.status).toBe('RECEIVED');
  // Whom the paying app does not know takes his cash up himself: he is told that he won.
  await world.draw(activity, [held!]);
  expect((await told(held!)).map(([kind]) => kind)).toEqual([MessageKind.WIN]);
  const [poor] = await world.people(['o_tell_poor']);
  await world.draw(activity, [poor!]);
  await world.step();
  const failing = [...world.simulator.ledger.bills.values()].find(({ openid }) => openid === 'o_tell_poor');
  world.simulator.transfers.fail(failing!, 'PAYEE_ACCOUNT_ABNORMAL');
  await world.work();
  const last = (await told(poor!)).at(-1)!;
  expect(last[0]).toBe(MessageKind.PAY_FAILED);
  expect(last[1]).toMatch(/^红包发放失败：.+，我们将尽快处理$/);
  world.configure({ autoConfirmMs: 5 });
});

test('a prize that is held is told of when it is let go', async () => {
  const goods = await makeGoodsActivity(world.app, firmId);
  const [uid] = await world.people(['']);
  const [drawId] = await world.draw(goods, [uid!], { hold: true });
  expect(await told(uid!)).toEqual([]);
  await inTransaction((db) => reviewHold(db, { id: drawId!, pass: true, remark: '' }, 1));
  expect((await told(uid!)).map(([kind]) => kind)).toEqual([MessageKind.WIN]);
});

test('what a shop’s people win by opening boxes is no message to a consumer', async () => {
  const goods = await makeGoodsActivity(world.app, firmId);
  const [uid] = await world.people(['']);
  await world.draw(goods, [uid!], { audience: Audience.shop });
  expect(await told(uid!)).toEqual([]);
});

test('handed out at a counter, passed, rejected, on its way, and its number changed', async () => {
  const goods = await makeGoodsActivity(world.app, firmId);
  const [won] = await winGoods(world.app, goods);
  const agentId = await makeAgent(world.app, firmId, { name: '锦和商贸' });
  const shopId = await makeShop(world.app, firmId, agentId, '玉林店');
  await inTransaction((db) =>
    verifyPrize(db, world.app.config.masterKey, {
      verCode: won!.verCode,
      shopId,
      accountId: null,
      lng: null,
      lat: null,
    }),
  );
  expect((await told(won!.uid)).at(-1)).toEqual([
    MessageKind.VERIFIED,
    expect.stringMatching(/^奖品.+已在玉林店核销$/),
  ]);

  const posted = await makeActivity(world.app, { firmId }, [{ stock: 10, weight: 1_000_000, post: 'only' }]);
  const first = await makeRedemption(world.app, posted);
  const ship = (shipNo: string) =>
    inTransaction((db) => shipRedemption(db, { id: first.id, shipCompany: '顺丰速运', shipNo, operatorId: 1 }));
  await inTransaction((db) => auditRedemption(db, { id: first.id, pass: true, remark: '', operatorId: 1 }));
  await ship('SF1');
  await ship('SF1');
  await ship('SF2');
  expect((await told(first.uid)).slice(1)).toEqual([
    [MessageKind.REDEEM_APPROVED, '兑换申请已通过，等待发货'],
    [MessageKind.REDEEM_SHIPPED, '奖品已发出，顺丰速运 SF1'],
    [MessageKind.REDEEM_SHIPPED, '奖品已发出，顺丰速运 SF2'],
  ]);
  // Back to the first number: the last message names the one that holds.
  await ship('SF1');
  expect((await told(first.uid)).slice(4)).toEqual([[MessageKind.REDEEM_SHIPPED, '奖品已发出，顺丰速运 SF1']]);
  const second = await makeRedemption(world.app, posted);
  await inTransaction((db) => auditRedemption(db, { id: second.id, pass: false, remark: '地址不全', operatorId: 1 }));
  expect((await told(second.uid)).at(-1)).toEqual([MessageKind.REDEEM_REJECTED, '兑换申请未通过：地址不全']);
});

test('who is named in what he is told of an event reads his name, and staff read it masked', async () => {
  const appId = world.merchant.appId;
  const content = '{{thing1.DATA}}获奖';
  const { id: templateId } = await world.app.db
    .insertInto('messageTemplate')
    .values({ firmId, appId, templateNo: 'named', title: '中奖', content })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.app.db
    .insertInto('messageSetting')
    .values({
      firmId,
      event: MessageEvent.VERIFIED,
      innerOn: true,
      innerContent: '{nick}，{shop}',
      wechatOn: true,
      templateId,
      fields: JSON.stringify({ thing1: '{nick}' }),
    })
    .execute();
  const [uid] = await world.people(['']);
  await tell(world.app.db, firmId, MessageEvent.VERIFIED, [
    { uid: uid!, ref: 'named', values: { nick: '沈清和', shop: '玉林店' } },
    { uid: uid!, ref: 'nameless', values: { nick: '', shop: '玉林店' } },
  ]);
  await world.app.db.deleteFrom('messageSetting').execute();
  const { token } = await makeStaff(world.app, { firmId, permissions: ['admin:lottery:message:list'] });
  const { list } = await world.app.data(token, messageApi.list, { page: 1, limit: 10, consumerId: uid! } as never);
  expect(await told(uid!)).toEqual(
    ['沈清和，玉林店', '沈清和获奖', '，玉林店', '-获奖'].map((text) => ['VERIFIED', text]),
  );
  expect(list.map((row) => row.content).toReversed()).toEqual(['沈**，玉林店', '沈**获奖', '，玉林店', '-获奖']);
});

test('a transaction that does not come to be tells nothing', async () => {
  const posted = await makeActivity(world.app, { firmId }, [{ stock: 10, weight: 1_000_000, post: 'only' }]);
  const order = await makeRedemption(world.app, posted);
  await expect(
    inTransaction(async (db) => {
      await auditRedemption(db, { id: order.id, pass: true, remark: '', operatorId: 1 });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect((await told(order.uid)).map(([kind]) => kind)).toEqual([MessageKind.WIN]);
});

test('three days before its end a prize is reminded of, once, whoever looks', async () => {
  const goods = await makeGoodsActivity(world.app, firmId, { actName: '提醒活动' });
  const won = await winGoods(world.app, goods, 3);
  const setEnd = (drawId: number, end: string, made = '20 days') =>
    sql`update claim set expire_at = now() + ${end}::interval, created_at = now() - ${made}::interval
      where draw_id = ${drawId} and firm_id = ${firmId}`.execute(world.app.db);
  await setEnd(won[0]!.drawId, '2 days 23 hours');
  await setEnd(won[1]!.drawId, '3 days 1 hour');
  // Open for two days altogether: its winner was told when he won.
  await setEnd(won[2]!.drawId, '1 day', '1 day');
  await Promise.all([remindExpiring(world.app), remindExpiring(world.app)]);
  await remindExpiring(world.app);
  const reminders = await world.app.db
    .selectFrom('message')
    .where('kind', '=', MessageEvent.CLAIM_EXPIRE_SOON)
    .select(['uid', 'ref', 'channel'])
    .execute();
  expect(reminders).toEqual([{ uid: won[0]!.uid, ref: String(won[0]!.drawId), channel: MessageChannel.inner }]);
});

test('an event goes by the channels of its setting, with the template’s fields filled and fitted', async () => {
  const appId = world.merchant.appId;
  const { id: templateId } = await world.app.db
    .insertInto('messageTemplate')
    .values({
      firmId,
      appId,
      templateNo: 't1',
      title: '中奖结果通知',
      content: '活动名称：{{thing1.DATA}}\n奖品名称：{{thing2.DATA}}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const set = (innerOn: boolean, wechatOn: boolean) =>
    world.app.db
      .insertInto('messageSetting')
      .values({
        firmId,
        event: MessageEvent.WIN,
        innerOn,
        innerContent: eventTexts.WIN.content,
        wechatOn,
        templateId,
        fields: JSON.stringify({ thing1: '{act}', thing2: '{prize}' }),
      })
      .onConflict((key) => key.columns(['firmId', 'event']).doUpdateSet({ innerOn, wechatOn }))
      .execute();
  const goods = await makeGoodsActivity(world.app, firmId, { actName: '名字很长很长很长很长很长很长很长很长的活动' });
  const rows = async (uid: number) =>
    world.app.db
      .selectFrom('message')
      .where('uid', '=', uid)
      .select(['channel', 'appId', 'templateNo', 'fields'])
      .execute();
  await set(false, true);
  const [byWechat] = await winGoods(world.app, goods);
  expect(await rows(byWechat!.uid)).toEqual([
    {
      channel: MessageChannel.wechat,
      appId,
      templateNo: 't1',
      fields: { thing1: '名字很长很长很长很长很长很长很长很长的…', thing2: expect.stringMatching(/^奖品/) },
    },
  ]);
  await set(false, false);
  const [byNone] = await winGoods(world.app, goods);
  expect(await rows(byNone!.uid)).toEqual([]);
  await world.app.db.deleteFrom('messageSetting').execute();
});
