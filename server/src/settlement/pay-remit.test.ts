import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { storeApi } from '@zhuiyuan/contract/settlement/store/store';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { openCashWorld } from '../../test/factories/cash.ts';
import { findFaults } from '../../test/factories/lottery.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { makeDirectShop, rewardShop, setPayee } from '../../test/factories/settlement.ts';
import { hashPassword } from '../access/hash-password.ts';
import type { Db } from '../kit/db/database.ts';
import { remitPayChecks } from './check-remit-pay.ts';

const permissions = [
  'admin:lottery:store:list',
  ...['list', 'save', 'audit', 'pay'].map((act) => `admin:lottery:storeRemit:${act}`),
  ...['list', 'resend', 'cancel'].map((act) => `admin:lottery:redInfo:${act}`),
];
const period = { periodFrom: addDays(shanghaiToday(), -3), periodTo: shanghaiToday() };

let world: Awaited<ReturnType<typeof openCashWorld>>;
let agentId: number;
let auditor: string;
let payer: string;
const password = 'Right-pass-1';

beforeAll(async () => {
  world = await openCashWorld();
  const { app, firmId, merchant } = world;
  agentId = await makeAgent(app, firmId);
  auditor = (await makeStaff(app, { firmId, permissions })).token;
  const staff = await makeStaff(app, { firmId, permissions });
  payer = staff.token;
  await app.db
    .updateTable('admin')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', staff.id)
    .execute();
  merchant.sceneId = '1005';
  merchant.singleMax = 200_000;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db
    .updateTable('merchant')
    .set({ transferSceneId: '1005', status: Enabled.on, singleMax: 200_000 })
    .execute();
});

let serial = 0;
/** A shop that is owed `amount` fen and is paid over WeChat; known there as `openid`, not at all without one. */
const makePaid = async (amount: number, openid?: string) => {
  const { app, firmId, merchant } = world;
  const shopId = await makeDirectShop(app, firmId, agentId, `收款门店${(serial += 1)}`);
  await setPayee(app, 'shop', shopId, 'weixin');
  await rewardShop(app, firmId, shopId, amount);
  const person = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  if (openid) {
    const { accountId } = await app.db
      .selectFrom('roleBinding')
      .where('roleId', '=', shopId)
      .where('roleKind', '=', RoleKind.shop)
      .select('accountId')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('accountOpenId').values({ appId: merchant.appId, openId: openid, accountId }).execute();
  }
  const asked = { payeeKind: PayeeKind.shop, ...period, payeeIds: [shopId], count: 1, amount };
  await app.data(auditor, remitApi.generate, asked);
  const [remit] = (await app.data(auditor, remitApi.list, { shopId })).list;
  return { ...remit!, shopId, person };
};
const pass = async (...ids: number[]) => {
  const versions = (await Promise.all(ids.map(row))).map(({ version }) => version);
  return world.app.data(auditor, remitApi.audit, { ids, versions, audit: Review.passed });
};
const pay = (ids: number[], more: { password?: string } = {}, token = payer) =>
  world.app.call(token, remitApi.pay, { ids, ...more });
const row = (id: number) => world.app.data(payer, remitApi.info, { id });
const pool = async () =>
  (await world.app.db.selectFrom('pool').where('id', '=', world.poolId).select('balance').executeTakeFirstOrThrow())
    .balance;
const paidTo = (openid: string) =>
  world
    .paid()
    .filter((bill) => bill.openid === openid)
    .map(({ amount }) => amount);
const noFaults = async () => expect(await findFaults(world.app)).toEqual([]);

test('a passed remittance goes out once, however often and by how many it is paid, and is paid when it was received', async () => {
  const before = await pool();
  const { id, shopId } = await makePaid(6000, 'o_shop_once_ok');
  expect((await pay([id])).data.fail).toEqual([{ id, message: '打款单尚未审核' }]);
  await pass(id);
  expect((await pay([id], {}, auditor)).data.fail).toEqual([{ id, message: '审核人与打款人不能为同一人' }]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay([id, id])));
  expect(answers.map(({ data }) => data.ok).toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
  expect(await row(id)).toMatchObject({ status: 0, payState: Delivery.SENDING, paidAt: null });
  expect(await pool()).toBe(before - 6000);
  await noFaults();
  for (const blocked of [
    await world.app.call(payer, remitApi.voucher, { id, voucher: '/media/v.png' }),
    await world.app.call(payer, remitApi.giveUp, { id }),
    await world.app.call(payer, remitApi.retry, { id }),
  ])
    expect([62523, 62437, 62402]).toContain(blocked.code);
  expect((await world.app.data(auditor, remitApi.audit, { ids: [id], audit: 2, remark: '错' })).fail).toHaveLength(1);
  await world.work();
  expect(await row(id)).toMatchObject({ status: 1, payState: Delivery.RECEIVED, paidAt: expect.any(String) });
  expect(paidTo('o_shop_once_ok')).toEqual([6000]);
  const { rewardWait } = await world.app.data(payer, storeApi.info, { id: shopId });
  expect(rewardWait).toBe(0);
  expect((await pay([id])).data.fail[0]!.message).toBe('打款单已打款或已驳回');
  expect(await pool()).toBe(before - 6000);
  const attempt = (await world.attempts()).find(({ openid }) => openid === 'o_shop_once_ok');
  expect(JSON.parse(attempt!.body!)).toMatchObject({
    transfer_scene_id: '1005',
    user_recv_perception: '劳务报酬',
    transfer_scene_report_infos: [{ info_type: '岗位类型', info_content: '门店' }, { info_type: '报酬说明' }],
  });
  await noFaults();
});

test('above 1,000 yuan together the password is asked for once more', async () => {
  const [one, two] = [await makePaid(60_000, 'o_shop_pw1_ok'), await makePaid(40_001, 'o_shop_pw2_ok')];
  await pass(one.id, two.id);
  expect(await pay([one.id, two.id])).toMatchObject({ code: 62012, message: '敏感操作，请输入登录密码' });
  expect(await pay([one.id, two.id], { password: 'wrong' })).toMatchObject({ code: 62013 });
  expect(await row(one.id)).toMatchObject({ payState: null });
  expect((await pay([one.id, two.id], { password })).data).toEqual({ ok: 2, fail: [] });
  await world.work();
  expect([paidTo('o_shop_pw1_ok'), paidTo('o_shop_pw2_ok')]).toEqual([[60_000], [40_001]]);
  await noFaults();
});

test('what failed is retried under a new number, or given up: then it is rejected and owed again', async () => {
  const before = await pool();
  const { id, shopId } = await makePaid(7000, 'o_shop_failing_fail_real');
  await pass(id);
  await pay([id]);
  await world.work();
  expect(await row(id)).toMatchObject({
    status: 0,
    payState: Delivery.FAILED,
    failReason: expect.stringContaining('实名'),
  });
  expect(await pool()).toBe(before - 7000);
  await noFaults();
  expect((await world.app.call(auditor, remitApi.retry, { id })).code).toBe(62503);
  const retried = await Promise.all([1, 2, 3].map(() => world.app.call(payer, remitApi.retry, { id })));
  expect(retried.map(({ code }) => code).toSorted()).toEqual([200, 62402, 62402]);
  expect(await row(id)).toMatchObject({ payState: Delivery.SENDING, failReason: '' });
  await world.work();
  expect(await row(id)).toMatchObject({ payState: Delivery.FAILED });
  expect(
    (await world.app.call(auditor, remitApi.audit, { ids: [id], audit: 2, remark: '换账户' })).data.fail[0],
  ).toMatchObject({
    message: '打款单正在微信打款中，不能执行该操作',
  });
  await world.app.data(payer, remitApi.giveUp, { id });
  expect(await row(id)).toMatchObject({ status: 0, payState: null, gaveUp: true });
  expect(await pool()).toBe(before);
  expect((await pay([id])).data.fail[0]!.message).toContain('已放弃');
  await noFaults();
  expect(await world.app.data(auditor, remitApi.audit, { ids: [id], audit: 2, remark: '换账户' })).toEqual({
    ok: 1,
    fail: [],
  });
  const due = await world.app.data(auditor, remitApi.preview, { payeeKind: PayeeKind.shop, ...period });
  expect(due.list.find((one) => one.id === shopId)).toMatchObject({ amount: 7000 });
  expect(paidTo('o_shop_failing_fail_real')).toEqual([]);
  await noFaults();
});

test('what is closed beside the payouts is given up here too', async () => {
  const before = await pool();
  const { id } = await makePaid(500, 'o_shop_closed_fail_real');
  await pass(id);
  await pay([id]);
  await world.work();
  const payout = (await world.records()).find((one) => one.source === PaySource.remit && one.sourceId === id)!;
  await world.app.data(payer, redInfoApi.close, { ids: [payout.id] } as never);
  expect(await row(id)).toMatchObject({ payState: null, gaveUp: true });
  expect(await pool()).toBe(before);
  await world.app.data(payer, remitApi.voucher, { id, voucher: '/media/v.png' });
  expect(await row(id)).toMatchObject({ status: 1 });
  await noFaults();
});

test('nothing is begun where it cannot be paid', async () => {
  const { app, merchant } = world;
  const known = await makePaid(3000, 'o_shop_known_ok');
  const unknown = await makePaid(3000);
  const great = await makePaid(200_000, 'o_shop_great_ok');
  const bank = await makeDirectShop(app, world.firmId, agentId);
  await rewardShop(app, world.firmId, bank, 900);
  await app.data(auditor, remitApi.generate, {
    payeeKind: PayeeKind.shop,
    ...period,
    payeeIds: [bank],
    count: 1,
    amount: 900,
  });
  const [byBank] = (await app.data(auditor, remitApi.list, { shopId: bank })).list;
  await pass(known.id, unknown.id, great.id, byBank!.id);
  const why = async (id: number) => (await pay([id], { password })).data.fail[0]!.message;
  expect(await why(unknown.id)).toContain('还没有绑定微信收款');
  expect(await why(great.id)).toContain('2000元');
  expect(await why(byBank!.id)).toContain('不是微信收款');
  await app.db.updateTable('merchant').set({ singleMax: 2000 }).where('id', '=', merchant.id).execute();
  expect(await why(known.id)).toBe('金额超出商户单笔限额');
  await app.db
    .updateTable('merchant')
    .set({ singleMax: 200_000, transferSceneId: '1000' })
    .where('id', '=', merchant.id)
    .execute();
  expect(await why(known.id)).toContain('没有可用于打款的微信商户');
  await app.db.updateTable('merchant').set({ transferSceneId: '1009' }).where('id', '=', merchant.id).execute();
  const balance = await pool();
  const empty = await makePaid(3000, 'o_shop_poor_ok');
  await pass(empty.id);
  await sql`update pool set balance = 100 where id = ${world.poolId}`.execute(app.db);
  expect((await pay([known.id, empty.id], { password })).data.fail.map(({ message }) => message)).toEqual([
    '资金池余额不足',
    '资金池余额不足',
  ]);
  await sql`update pool set balance = ${balance} where id = ${world.poolId}`.execute(app.db);
  expect(
    (await world.records()).filter(({ source, sourceId }) => source === PaySource.remit && sourceId === known.id),
  ).toEqual([]);
  await noFaults();
});

test('the rules notice what breaks them', async () => {
  const { app } = world;
  const { id } = await makePaid(1500, 'o_shop_rules_ok');
  await pass(id);
  await pay([id]);
  const breaking: ((db: Db) => Promise<unknown>)[] = [
    (db) => db.updateTable('remit').set({ payState: Delivery.SENT }).where('id', '=', id).execute(),
    (db) =>
      db
        .updateTable('redInfo')
        .set({ amount: 1 })
        .where('source', '=', PaySource.remit)
        .where('sourceId', '=', id)
        .execute(),
    (db) =>
      db
        .updateTable('redInfo')
        .set({ openid: 'o_somebody_else' })
        .where('source', '=', PaySource.remit)
        .where('sourceId', '=', id)
        .execute(),
  ];
  const broken = new Set<string>();
  for (const act of breaking)
    await app.db
      .transaction()
      .execute(async (transaction) => {
        await act(transaction as Db);
        for (const { name, find } of remitPayChecks) if ((await find(transaction as Db)).length > 0) broken.add(name);
        throw new Error('undone');
      })
      .catch(() => undefined);
  expect(broken.size).toBe(remitPayChecks.length);
  await world.work();
  await noFaults();
});

test.each(['1970-01-02', 'infinity'])(
  'who receives is told apart though an account is known at the app since %s',
  async (since) => {
    const { id } = await makePaid(700, `o_shop_dated_${since}_ok`);
    await pass(id);
    expect((await pay([id])).data.ok).toBe(1);
    await noFaults();
    const found: string[] = [];
    await world.app.db
      .transaction()
      .execute(async (transaction) => {
        await transaction
          .updateTable('accountOpenId')
          .set({ createdAt: since })
          .where('openId', '=', `o_shop_dated_${since}_ok`)
          .execute();
        await transaction
          .updateTable('redInfo')
          .set({ openid: 'o_somebody_else' })
          .where('source', '=', PaySource.remit)
          .where('sourceId', '=', id)
          .execute();
        for (const { name, find } of remitPayChecks)
          found.push(...(await find(transaction as Db)).map(({ detail }) => `${name} ${detail}`));
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(found).toEqual([expect.stringMatching(/^微信打款的收款人是当时绑定的账号在该应用的OpenID 发放 FF/)]);
    await world.work();
  },
);
