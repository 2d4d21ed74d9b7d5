import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { PayeeKind, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../test/app.ts';
import { makeTeller } from '../test/factories/fund.ts';
import { makeAgent, makeFirm, makeShop } from '../test/factories/parties.ts';
import { makeGoodsActivity, winGoods } from '../test/factories/redeem.ts';
import { makeGoods, needDraft } from '../test/factories/replenish.ts';
import { makeDirectShop, rewardShop, setPayee, verifyGoods } from '../test/factories/settlement.ts';
import { asInsider } from '../test/insider.ts';
import type { Db } from './kit/db/database.ts';
import { findMoneyFaults } from './money-checks.ts';
import { deductOrder, payOrder } from './movement/replenish/pay-order.ts';
import { insertOrder, updateOrder } from './movement/replenish/order-writes.ts';
import { linkShops } from './parties/shop/shop-link-writes.ts';
import { reverseVerification } from './redeem/reverse-verification.ts';
import { verifyPrize } from './redeem/verify-prize.ts';
import { generateRemits } from './settlement/generate-remits.ts';
import { passRemit, payByHand, rejectRemit } from './settlement/remit-acts.ts';

/** What somebody with the database in his hands does to what shops and dealers settle, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
let staff: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
  staff = await makeTeller(app, firmId);
});
afterAll(() => app.close());

/** Which rules break, each once. */
const broken = async () => [
  ...new Set((await findMoneyFaults(app.db, app.config.masterKey, firmId)).map(({ name }) => name)),
];
const inOne = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  app.db.transaction().execute((transaction) => work(transaction as Db));
const may = { may: () => true };

const generate = () =>
  inOne((db) =>
    generateRemits(db, {
      firmId,
      payeeKind: PayeeKind.shop,
      minAmount: 1,
      source: RemitSource.period,
      operatorId: staff,
    }),
  );
const lastRemit = () =>
  app.db
    .selectFrom('remit')
    .where('firmId', '=', firmId)
    .orderBy('id', 'desc')
    .select(['id', 'version', 'amount'])
    .executeTakeFirstOrThrow();

/** A shop with a remittance of a prize and of a reward, passed. */
const passed = async () => {
  const shopId = await makeDirectShop(app, firmId, await makeAgent(app, firmId));
  await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId);
  await rewardShop(app, firmId, shopId, 300);
  await generate();
  const remit = await lastRemit();
  const auditor = await makeTeller(app, firmId);
  await inOne((db) => passRemit(db, remit, { id: auditor, ...may }));
  return { shopId, id: remit.id, amount: remit.amount };
};
const pay = (id: number) => inOne((db) => payByHand(db, { id }, { voucher: '/v.png', fee: 0 }, { id: staff, ...may }));
const reject = (id: number) =>
  inOne((db) => rejectRemit(db, { id, reason: '户名不符', notTaken: false }, { id: staff, ...may }));

/** Says of a paid remittance that it was rejected, with all that comes of that. */
const asRejected = (id: number, by: number) => [
  sql`update remit set status = ${RemitStatus.rejected}, paid_at = null, paid_by = null, voucher = '', reject_by = ${by}, rejected_at = now() where id = ${id}`,
  sql`update remit_item set is_live = false where remit_id = ${id}`,
  sql`update prize_ver set settle_state = ${SettleState.open} where firm_id = ${firmId}`,
  sql`update shop_reward set status = ${RewardStatus.open} where firm_id = ${firmId}`,
  sql`insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, qty, balance_after, ref_kind, ref_id, shop_id, operator_id)
    select firm_id, owner_kind, owner_id, peer_kind, peer_id, ${DedKind.reverse}, -amount, -qty, -amount, ref_kind, ref_id, shop_id, ${by}
    from ded_log where ref_kind = 'remit' and ref_id = ${id} and kind = ${DedKind.remit}`,
  sql`update ded_account set balance = balance + total_out, total_out = 0 where firm_id = ${firmId}`,
];
const ends = '打款单的打款与驳回同当时记下的，只有一次';

test('a remittance that was paid and is said to be rejected', async () => {
  const { id } = await passed();
  await pay(id);
  expect(await broken()).toEqual([]);
  await asInsider(app, ...asRejected(id, staff));
  expect(await broken()).toEqual([ends]);
  await generate();
  expect((await lastRemit()).id).not.toBe(id);
  expect(await broken()).toEqual([ends]);
});

test('a remittance that was paid, is said to be rejected and keeps its voucher', async () => {
  const { id } = await passed();
  await pay(id);
  await asInsider(
    app,
    ...asRejected(id, staff),
    sql`alter table remit_end disable trigger remit_end_kept`,
    sql`update remit_end set (status, at, person) = (select status, rejected_at, reject_by from remit where remit.id = ${id}) where remit_id = ${id}`,
    sql`alter table remit_end enable trigger remit_end_kept`,
  );
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update remit set voucher = '/v.png' where id = ${id}`);
  expect(await broken()).toEqual([ends]);
});

test('a remittance that was paid and waits again, or is paid by another at another time', async () => {
  const { id } = await passed();
  await pay(id);
  await asInsider(app, sql`update remit set paid_at = paid_at - interval '1 day' where id = ${id}`);
  expect(await broken()).toEqual([ends]);
  await asInsider(
    app,
    sql`update remit set paid_at = null, status = ${RemitStatus.waiting} where id = ${id}`,
    sql`update shop_reward set status = ${RewardStatus.open} where firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([ends]);
});

test('one that was rejected and settled anew breaks no rule, and its end is kept', async () => {
  const { id } = await passed();
  await reject(id);
  await generate();
  expect((await lastRemit()).id).not.toBe(id);
  expect(await broken()).toEqual([]);
  await expect(app.db.deleteFrom('remitEnd').where('remitId', '=', id).execute()).rejects.toThrow('stays as it was');
  await asInsider(app, sql`delete from remit_end where remit_id = ${id}`);
  expect(await broken()).toEqual([ends]);
});

const payees = '门店与经销商的收款账户同最后记下的';
const accounts = '打款单付往审核时的账户，未审核的付往收款方现在的账户';

test('a shop that is to be paid elsewhere, with its waiting remittance alike', async () => {
  const shopId = await makeDirectShop(app, firmId, await makeAgent(app, firmId));
  await rewardShop(app, firmId, shopId, 300);
  await generate();
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update shop set pay_account_sealed = '\\x00', pay_name = '张三' where id = ${shopId}`,
    sql`update remit set account_sealed = '\\x00', account_name = '张三' where payee_id = ${shopId}`,
  );
  expect(await broken()).toEqual([payees]);
});

test('a shop and a dealer of whom nothing was said', async () => {
  const agentId = await makeAgent(app, firmId);
  await makeShop(app, firmId, agentId);
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update agent set pay_channel = 'alipay', pay_name = '张三' where id = ${agentId}`);
  expect(await broken()).toEqual([payees]);
});

test('an account that is exchanged while a remittance is passed, and put back', async () => {
  const { id } = await passed();
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update remit set account_sealed = '\\x00' where id = ${id}`,
    sql`update remit set passed_account = encode(sha256(convert_to(concat_ws('|', channel, account, account_name, encode(account_sealed, 'hex')), 'UTF8')), 'hex') where id = ${id}`,
  );
  expect(await broken()).toEqual([accounts]);
});

test('a remittance that was passed to the account of another time', async () => {
  const { id, shopId } = await passed();
  await setPayee(app, 'shop', shopId, 'alipay');
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update payee_note set at = at - interval '1 hour' where firm_id = ${firmId}`);
  expect(await broken()).toEqual([accounts]);
  await asInsider(app, sql`update payee_note set at = at + interval '1 hour' where firm_id = ${firmId}`);
  expect(await broken()).toEqual([]);
  expect(id).toBeGreaterThan(0);
});

test('an account that was changed by somebody who is not there', async () => {
  const shopId = await makeDirectShop(app, firmId, await makeAgent(app, firmId));
  const foreign = await makeTeller(app, await makeFirm(app));
  await asInsider(app, sql`update payee_note set changed_by = ${foreign} where owner_id = ${shopId}`);
  expect(await broken()).toEqual([payees]);
});

const said = '奖励同登记时记下的';

test.each([
  ['grows', sql`update shop_reward set amount = 5000000`],
  [
    'goes to another shop',
    sql`update shop_reward set shop_id = (select min(s.id) from shop s where s.firm_id = shop_reward.firm_id)`,
  ],
])('a reward by hand that %s', async (_what, bend) => {
  const agentId = await makeAgent(app, firmId);
  await makeDirectShop(app, firmId, agentId);
  await rewardShop(app, firmId, await makeDirectShop(app, firmId, agentId), 300);
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`${bend} where firm_id = ${firmId}`);
  expect(await broken()).toEqual([said]);
});

test('a reward by hand that grows with its remittance alike', async () => {
  const shopId = await makeDirectShop(app, firmId, await makeAgent(app, firmId));
  await rewardShop(app, firmId, shopId, 300);
  await generate();
  await asInsider(
    app,
    sql`update shop_reward set amount = 90000 where shop_id = ${shopId}`,
    sql`update remit_item set amount = 90000 where firm_id = ${firmId}`,
    sql`update remit set amount = 90000, reward_amount = 90000 where payee_id = ${shopId}`,
  );
  expect(await broken()).toEqual([said]);
});

const orders = '要货订单的经销商、供货方与明细同最后记下的';
const goods = async (price: number, qty = 4) => [
  { productId: await makeGoods(app, firmId), unit: NeedUnit.box, qty, price },
];

/** An order of 1,200 yuan. */
const ordered = async () => {
  const agentId = await makeAgent(app, firmId);
  const items = await goods(30_000);
  const draft = needDraft(agentId, items) as never;
  const { id } = await inOne((db) =>
    insertOrder(db, draft, { firmId, actor: { operatorId: staff, opSrc: OpSource.console } }),
  );
  expect(await broken()).toEqual([]);
  return { id, agentId, items };
};

test.each([
  ['price', sql`price = price - 10000`, sql`total_amount = total_amount - 40000`],
  ['quantity', sql`qty = 2, item_qty = 12`, sql`total_amount = 60000, total_qty = 12`],
])('an order of another %s', async (what, line, head) => {
  const { id } = await ordered();
  const lines = what === 'quantity' ? sql`qty = 2` : line;
  await asInsider(
    app,
    sql`update need_order_item set ${lines} where order_id = ${id}`,
    sql`update need_order set ${head} where id = ${id}`,
  );
  expect(await broken()).toEqual([orders]);
});

test('an order of another dealer, and one of goods that are dearer', async () => {
  const { id, agentId } = await ordered();
  const other = await makeAgent(app, firmId);
  await asInsider(app, sql`update need_order set agent_id = ${other} where id = ${id}`);
  expect(await broken()).toEqual([orders]);
  await asInsider(app, sql`update need_order set agent_id = ${agentId} where id = ${id}`);
  expect(await broken()).toEqual([]);
  const dear = await makeGoods(app, firmId);
  await asInsider(app, sql`update need_order_item set product_id = ${dear} where order_id = ${id}`);
  expect(await broken()).toEqual([orders]);
});

test('an order that is lawfully changed and paid breaks no rule', async () => {
  const { id, agentId } = await ordered();
  const other = await makeAgent(app, firmId);
  await inOne(async (db) => updateOrder(db, id, needDraft(other, await goods(20_000, 2)) as never, undefined));
  expect(await broken()).toEqual([]);
  await inOne(async (db) => updateOrder(db, id, needDraft(agentId, await goods(50_000, 3)) as never, undefined));
  await inOne((db) => payOrder(db, id, { amount: 5000, voucher: '', remark: '' }, staff));
  expect(await broken()).toEqual([]);
});
