import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { PayeeKind, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { bindEarlier, makeGoodsActivity } from '../../test/factories/redeem.ts';
import { makeGoods, needDraft } from '../../test/factories/replenish.ts';
import { makeDirectShop, rewardShop, setPayee, verifyGoods } from '../../test/factories/settlement.ts';
import { asInsider, brokenRules, insiderOf } from '../../test/insider.ts';
import { payOrder } from '../movement/replenish/pay-order.ts';
import { insertOrder, updateOrder } from '../movement/replenish/order-writes.ts';
import { linkShops } from '../parties/shop/shop-link-writes.ts';
import { reverseVerification } from '../redeem/reverse-verification.ts';
import { generateRemits } from '../settlement/generate-remits.ts';
import { passRemit, payByHand, rejectRemit } from '../settlement/remit-acts.ts';

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
const broken = () => brokenRules(app, firmId);
const { inOne } = insiderOf(() => ({ app, firmId }));
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
  await asInsider(app, sql`update remit set paid_at = paid_at - interval '10 seconds' where id = ${id}`);
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
  ['quantity', sql`qty = 2`, sql`total_amount = 60000, total_qty = 12`],
])('an order of another %s', async (_what, lines, head) => {
  const { id } = await ordered();
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
  const [cheap, dear] = [await goods(20_000, 2), await goods(50_000, 3)];
  await inOne((db) => updateOrder(db, id, needDraft(other, cheap) as never, undefined));
  expect(await broken()).toEqual([]);
  await inOne((db) => updateOrder(db, id, needDraft(agentId, dear) as never, undefined));
  await inOne((db) => payOrder(db, id, { amount: 5000, voucher: '', remark: '' }, staff));
  expect(await broken()).toEqual([]);
});

/** A prize that a shop of a dealer handed out; the shop has belonged to him for two days. */
const handed = async () => {
  const [agentId, otherAgent] = [await makeAgent(app, firmId), await makeAgent(app, firmId)];
  const shopId = await makeShop(app, firmId, agentId);
  await bindEarlier(app, shopId);
  await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId);
  const ver = app.db.selectFrom('prizeVer').where('shopId', '=', shopId).select(['id', 'drawId']);
  expect(await broken()).toEqual([]);
  return { ...(await ver.executeTakeFirstOrThrow()), agentId, otherAgent, shopId };
};
const times = '核销的时间同其单号、入账、领取与抽奖';
const links = '门店的关联同其建立与结束时记下的，前后不重叠';
const belongs = '核销的门店当时属于其经销商与业务员';
const monthLater = sql`+ interval '40 days'`;

test('a prize that was handed out in another month', async () => {
  const { id, drawId } = await handed();
  await asInsider(app, sql`update prize_ver set ver_at = ver_at ${monthLater} where id = ${id}`);
  expect(await broken()).toEqual([times]);
  await asInsider(
    app,
    sql`update ded_log set at = at ${monthLater} where ref_kind = 'prize_ver' and ref_id = ${id}`,
    sql`update claim set claimed_at = claimed_at ${monthLater} where draw_id = ${drawId}`,
  );
  expect(await broken()).toContain(times);
});

test('a prize that was handed out before it was won', async () => {
  const { id, drawId } = await handed();
  await asInsider(
    app,
    sql`update prize_ver set ver_at = ver_at - interval '15 minutes' where id = ${id}`,
    sql`update claim set claimed_at = claimed_at - interval '15 minutes' where draw_id = ${drawId}`,
  );
  expect(await broken()).toEqual([times]);
});

test('a prize that was taken back breaks no rule, and is not taken back at another time', async () => {
  const { id } = await handed();
  await inOne((db) => reverseVerification(db, { id, reason: '误点', operatorId: staff }));
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update prize_ver set reversed_at = reversed_at + interval '1 day' where id = ${id}`);
  expect(await broken()).toEqual([times]);
});

const sealed = '门店核销有核销时的封印';

/** Moves a verification of a shop with its credit to another dealer. */
const toDealer = (id: number, shopId: number, agentId: number) => [
  sql`update prize_ver set agent_id = ${agentId} where id = ${id}`,
  sql`update ded_account set peer_id = ${agentId} where owner_kind = ${DeductibleOwner.shop} and owner_id = ${shopId}`,
  sql`update ded_log set peer_id = ${agentId} where ref_kind = 'prize_ver' and ref_id = ${id}`,
];

test('a prize and its shop that are moved to another dealer', async () => {
  const { id, shopId, otherAgent } = await handed();
  await asInsider(
    app,
    ...toDealer(id, shopId, otherAgent),
    sql`update shop_ass set target_id = ${otherAgent} where shop_id = ${shopId}`,
  );
  expect(await broken()).toEqual([links, sealed]);
});

test('a prize that is moved to a dealer whose shop it is said to have been, between two times', async () => {
  const { id, shopId, otherAgent } = await handed();
  await asInsider(
    app,
    ...toDealer(id, shopId, otherAgent),
    sql`insert into shop_ass (firm_id, shop_id, kind, target_id, bind_at, unbind_at, created_at)
      values (${firmId}, ${shopId}, ${ShopLinkKind.agent}, ${otherAgent}, now() - interval '1 day', now(), now() - interval '1 day')`,
    sql`insert into link_note (firm_id, link_id, shop_id, kind, target_id, bind_at, unbind_at, created_at)
      select firm_id, id, shop_id, kind, target_id, bind_at, unbind_at, created_at from shop_ass where target_id = ${otherAgent}`,
  );
  expect(await broken()).toEqual([links, sealed]);
});

test('a prize that is moved to the dealer who has the shop since', async () => {
  const { id, shopId, otherAgent } = await handed();
  await asInsider(
    app,
    sql`update prize_ver set ver_at = ver_at - interval '5 minutes' where id = ${id}`,
    sql`update draw set drawn_at = drawn_at - interval '5 minutes' where firm_id = ${firmId}`,
  );
  const change = { kind: ShopLinkKind.agent, targetId: otherAgent, reason: '区域调整' };
  const effectAt = new Date(Date.now() - 3_600_000).toISOString();
  await inOne((db) => linkShops(db, firmId, [shopId], { ...change, effectAt }, staff));
  // Said to have begun an hour ago, the link was not known when the prize was handed out.
  expect(await broken()).not.toContain(belongs);
  expect(await broken()).not.toContain(links);
  await asInsider(app, ...toDealer(id, shopId, otherAgent));
  expect(await broken()).toContain(belongs);
});

const people = '打款单与抵扣记录的经手人都是企业或平台的员工';

test('a remittance that was passed by somebody who came later', async () => {
  const { id } = await passed();
  const later = await makeTeller(app, firmId);
  await asInsider(
    app,
    sql`update admin set created_at = now() + interval '1 hour' where id = ${later}`,
    sql`update remit set audit_by = ${later} where id = ${id}`,
  );
  expect(await broken()).toEqual([people]);
  await asInsider(app, sql`update admin set created_at = now() - interval '1 hour', is_del = true where id = ${later}`);
  expect(await broken()).toEqual([]);
});

test('a remittance that was passed by the staff of another firm', async () => {
  const { id } = await passed();
  const foreign = await makeTeller(app, await makeFirm(app));
  await asInsider(app, sql`update remit set audit_by = ${foreign} where id = ${id}`);
  expect(await broken()).toEqual([people]);
});

test('credit of a dealer that comes of nothing, and of an order that took none', async () => {
  const agentId = await makeAgent(app, firmId);
  expect(await broken()).toEqual([]);
  const account = { ownerKind: DeductibleOwner.agent, ownerId: agentId };
  for (const [kind, refKind] of [
    [DedKind.reverse, 'need_pay'],
    [DedKind.offset, 'other'],
  ] as const) {
    await asInsider(
      app,
      sql`insert into ded_account (firm_id, owner_kind, owner_id, peer_kind, peer_id, balance, total_in)
        values (${firmId}, ${account.ownerKind}, ${agentId}, ${DeductibleOwner.firm}, ${firmId}, 500000, 500000)`,
      sql`insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, qty, balance_after, ref_kind, ref_id)
        values (${firmId}, ${account.ownerKind}, ${agentId}, ${DeductibleOwner.firm}, ${firmId}, ${kind}, 500000, 0, 500000, ${refKind}, 424242)`,
    );
    expect(await broken()).toContain('抵扣记录的来由都是已知的，货款抵扣同其付款记录');
    await asInsider(
      app,
      sql`delete from ded_log where firm_id = ${firmId}`,
      sql`delete from ded_account where firm_id = ${firmId}`,
    );
    expect(await broken()).toEqual([]);
  }
});
