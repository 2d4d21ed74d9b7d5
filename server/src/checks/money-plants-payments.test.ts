import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { NeedUnit, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeKind, RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { asInsider, brokenRules, insiderOf } from '../../test/insider.ts';
import { makeCodeWorld, opsOf, range } from '../../test/factories/codes.ts';
import { book, makePool, makeTeller } from '../../test/factories/fund.ts';
import { makeMembers } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { makeRedActive, sendAsStaff } from '../../test/factories/red.ts';
import { makeGoodsActivity } from '../../test/factories/redeem.ts';
import { makeGoods, needDraft } from '../../test/factories/replenish.ts';
import { makeDirectShop, rewardShop, setPayee, verifyGoods } from '../../test/factories/settlement.ts';
import { insertOrder } from '../movement/replenish/order-writes.ts';
import { payOrder } from '../movement/replenish/pay-order.ts';
import { clearShop } from '../parties/deductible/clear-shop.ts';
import { beginHeld } from '../payout/open-payouts.ts';
import { insertBatch } from '../red/code/batch-writes.ts';
import { runBatches } from '../red/code/run-batches.ts';
import { requirePayer } from '../red/send/find-receivers.ts';
import { generateRemits } from '../settlement/generate-remits.ts';
import { passRemit, payByHand } from '../settlement/remit-acts.ts';

/** What somebody with the database in his hands does to what is paid, one thing a test, and what is said of it. */
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
const nobody = 777_777;

/** Packets sent by hand to two people, 5 yuan and 7 yuan; held above `reviewAbove`. */
const sent = async (reviewAbove = 100_000) => {
  const id = await makeRedActive(app, firmId);
  const uids = await makeMembers(app, firmId, 3);
  const payer = await inOne((db) => requirePayer(db, id));
  for (const uid of uids)
    await sql`insert into account_open_id (app_id, open_id, account_id) select ${payer.appId}, ${`o-${uid}`}, account_id from member where id = ${uid}`.execute(
      app.db,
    );
  const packets = [500, 700].map((amount, at) => ({
    openid: `o-${uids[at]}`,
    uid: uids[at]!,
    consumer: '',
    amount,
    remark: '',
  }));
  await inOne((db) =>
    sendAsStaff(db, { payer, packets, remark: '补发', fileName: null, idemKey: 'one', reviewAbove }, staff),
  );
  const rows = await app.db.selectFrom('redInfo').where('redActiveId', '=', id).orderBy('id').selectAll().execute();
  expect(await broken()).toEqual([]);
  return { id, uids, one: rows[0]!, other: rows[1]! };
};
const attempts = '每次尝试的金额与商户同其发放记录，所发请求也相同';
const lines = '手工发放的收款人与金额同其所写，并各有一条预占';

test('an attempt of more than its payout', async () => {
  const { one } = await sent();
  await asInsider(app, sql`update payout set amount = 199900 where red_info_id = ${one.id}`);
  expect(await broken()).toEqual([attempts]);
});

test.each([
  ['another amount', { transfer_amount: 199_900 }],
  ['another number', { out_bill_no: 'X1' }],
])('an attempt that asks WeChat Pay for %s', async (_what, asked) => {
  const { one } = await sent();
  await asInsider(app, sql`update payout set body = ${JSON.stringify(asked)} where red_info_id = ${one.id}`);
  expect(await broken()).toEqual([attempts]);
});

test('an attempt over the merchant of somebody else', async () => {
  const { one } = await sent();
  await asInsider(app, sql`update payout set mch_conf_id = mch_conf_id + 1 where red_info_id = ${one.id}`);
  expect(await broken()).toEqual([attempts]);
});

test('a payout by hand that nobody asked for', async () => {
  const { one } = await sent();
  await asInsider(
    app,
    sql`insert into red_info (firm_id, source, source_id, uid, mch_conf_id, app_id, openid, amount, attempt_no)
      select firm_id, ${PaySource.hand}, 999999999, uid, mch_conf_id, app_id, openid, 199900, 1 from red_info where id = ${one.id}`,
    sql`insert into payout (firm_id, red_info_id, attempt_no, mch_conf_id, out_bill_no, openid, amount)
      select firm_id, id, 1, mch_conf_id, 'X1evil', openid, amount from red_info where source_id = 999999999 and firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([lines]);
});

test('a packet by hand that goes to somebody else', async () => {
  const { one, uids } = await sent();
  await asInsider(
    app,
    sql`update red_info set uid = ${uids[2]!}, openid = ${`o-${uids[2]}`} where id = ${one.id}`,
    sql`update payout set openid = ${`o-${uids[2]}`} where red_info_id = ${one.id}`,
  );
  expect(await broken()).toEqual([lines]);
});

test('a packet by hand that grows by what another loses', async () => {
  const { one, other } = await sent();
  const shift = (id: number, sourceId: number, by: number) => [
    sql`update red_info set amount = amount + ${by} where id = ${id}`,
    sql`update payout set amount = amount + ${by} where red_info_id = ${id}`,
    sql`update fund_ledger set reserved = reserved + ${by}, avail = avail - ${by} where ref_kind = 'redSend' and ref_id = ${sourceId}`,
  ];
  await asInsider(app, ...shift(one.id, one.sourceId, 300), ...shift(other.id, other.sourceId, -300));
  expect(await broken()).toEqual([lines]);
});

test('lines of packets by hand are kept', async () => {
  const { one } = await sent();
  await expect(
    sql`update red_send_line set amount = 1 where id = ${one.sourceId} and firm_id = ${firmId}`.execute(app.db),
  ).rejects.toThrow('kept as they were asked for');
});

test('held packets that are let go by nobody', async () => {
  await sent(0);
  await asInsider(app, sql`update red_info set hold = false where firm_id = ${firmId}`);
  expect(await broken()).toEqual(['未冻结的发放都已尝试或已关闭']);
});

test('held packets that are let go by somebody who is not there', async () => {
  const { one, other } = await sent(0);
  const reviewer = await makeTeller(app, firmId);
  await inOne((db) => beginHeld(db, [one.id, other.id], { by: reviewer, remark: '' }));
  expect(await broken()).toEqual([]);
  await asInsider(app, sql`update red_info set reviewed_by = ${nobody} where id = ${one.id}`);
  expect(await broken()).toEqual(['发放的申请人与复核人都是企业或平台的员工']);
  const foreign = await makeTeller(app, await makeFirm(app));
  await asInsider(app, sql`update red_info set reviewed_by = ${foreign} where id = ${one.id}`);
  expect(await broken()).toEqual(['发放的申请人与复核人都是企业或平台的员工']);
});

test('packets that are made to look as if nobody had to let them go', async () => {
  await sent(0);
  await asInsider(
    app,
    sql`update red_send set review_above = total_amount, needs_review = false where firm_id = ${firmId}`,
    sql`update red_info set hold = false, attempt_no = 1 where firm_id = ${firmId}`,
    sql`insert into payout (firm_id, red_info_id, attempt_no, mch_conf_id, out_bill_no, openid, amount)
      select firm_id, id, 1, mch_conf_id, 'X' || id, openid, amount from red_info where firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([lines]);
});

/** A batch of four red codes: one of 88 yuan. */
const dealt = async () => {
  const world = await makeCodeWorld(app);
  ({ firmId } = world);
  const { seg } = await world.issue({ itemCount: 10 });
  const ops = opsOf(app, world);
  await ops.use(range(seg, 1, 10), { lotId: await ops.makeLot() });
  const redActiveId = await makeRedActive(app, firmId);
  const shares = [
    { amount: 8800, count: 1 },
    { amount: 100, count: 3 },
  ];
  const of = { redActiveId, source: 'range' as const, range: { seg, serialFrom: 1, serialTo: 4 }, shares };
  const { id } = await inOne((db) => insertBatch(db, app.config.masterKey, of, null, staff));
  await runBatches(app);
  expect(await broken()).toEqual([]);
  return id;
};
const batches = '红包码批次的金额与其摘要相符';

test('codes of a batch whose sealed amounts were exchanged', async () => {
  const id = await dealt();
  await asInsider(
    app,
    sql`update red_bar b set amount_sealed = o.amount_sealed from red_bar o
      where b.batch_id = ${id} and b.firm_id = ${firmId} and o.batch_id = b.batch_id and o.firm_id = b.firm_id and o.serial = 5 - b.serial`,
  );
  expect(await broken()).toEqual([batches]);
});

test.each([
  ['digest', sql`update red_batch set digest = repeat('0', 64)`],
  ['shares', sql`update red_batch set shares = '[{"amount": 4450, "count": 2}, {"amount": 100, "count": 2}]'`],
  ['seed', sql`update red_batch set seed_sealed = key_sealed`],
])('a batch of another %s', async (_what, bend) => {
  await dealt();
  await asInsider(app, bend);
  expect(await broken()).toEqual([batches]);
});

test('a recharge that is invented', async () => {
  const poolId = await makePool(app, firmId, 1000);
  const requests = '充值与调账都经另一人复核，只入账一次';
  const asked = (by: number, reviewer: number) =>
    sql`insert into fund_request (firm_id, pool_id, kind, amount, vouchers, status, created_by, reviewed_by, reviewed_at)
      values (${firmId}, ${poolId}, ${LedgerType.recharge}, 500, '{/v.png}', ${RequestStatus.passed}, ${by}, ${reviewer}, now())`;
  await asInsider(
    app,
    asked(nobody, nobody + 1),
    sql`insert into fund_ledger (firm_id, pool_id, type, pool, outside, balance_after, ref_kind, ref_id, operator_id)
      select firm_id, pool_id, kind, amount, -amount, 1500, 'request', id, created_by from fund_request where created_by = ${nobody}`,
    sql`update pool set balance = 1500 where id = ${poolId}`,
  );
  expect(await broken()).toEqual([requests]);
  await asInsider(app, sql`update fund_ledger set operator_id = null where pool_id = ${poolId} and pool = 500`);
  expect(await broken()).toEqual([requests]);
});

test('money that nobody gave an activity, and a balance that does not follow', async () => {
  const poolId = await makePool(app, firmId, 10_000);
  await makeRedActive(app, firmId, { poolId, budgetAmount: 3000, amountMax: 3000 });
  await book(app, poolId, 50);
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update fund_ledger set operator_id = null where pool_id = ${poolId} and type = ${LedgerType.allocate}`,
  );
  expect(await broken()).toEqual(['每次划拨都由企业或平台的员工作出']);
  await asInsider(
    app,
    sql`update fund_ledger set operator_id = ${staff}, balance_after = 8000 where pool_id = ${poolId} and type = ${LedgerType.allocate}`,
  );
  expect(await broken()).toEqual(['流水写明的余额等于到它为止之和']);
});

/** Two shops that the firm supplies itself, each with a remittance that was passed; the first is paid, `last` waits to be passed. */
const remitted = async () => {
  const agentId = await makeAgent(app, firmId);
  const activity = await makeGoodsActivity(app, firmId);
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
  const shops: number[] = [];
  for (const amount of [300, 500, 700]) {
    const shopId = await makeDirectShop(app, firmId, agentId);
    await verifyGoods(app, activity, shopId);
    await rewardShop(app, firmId, shopId, amount);
    await generate();
    shops.push(shopId);
  }
  const [paid, passed, last] = await app.db
    .selectFrom('remit')
    .where('firmId', '=', firmId)
    .orderBy('id')
    .select(['id', 'version', 'firmNo'])
    .execute();
  const may = { may: () => true };
  const auditor = await makeTeller(app, firmId);
  for (const remit of [paid!, passed!]) await inOne((db) => passRemit(db, remit, { id: auditor, ...may }));
  await inOne((db) => payByHand(db, { id: paid!.id }, { voucher: '/v.png', fee: 0 }, { id: staff, ...may }));
  expect([paid, passed, last].map((remit) => remit!.firmNo)).toEqual([1, 2, 3]);
  expect(await broken()).toEqual([]);
  return { shops, paid: paid!.id, passed: passed!.id, last: last!.id };
};

test.each(['paid', 'last'] as const)('a remittance that is taken out with all that tells of it: %s', async (which) => {
  const { [which]: id } = await remitted();
  await asInsider(
    app,
    sql`update ded_account a set balance = balance + r.duct_amount, total_out = total_out - r.duct_amount from remit r
      where r.id = ${id} and a.firm_id = r.firm_id and a.owner_kind = r.payee_kind and a.owner_id = r.payee_id and a.peer_kind = ${DeductibleOwner.firm}`,
    sql`update prize_ver set settle_state = ${SettleState.open} where firm_id = ${firmId} and id in (
      select ref_id from remit_item where remit_id = ${id} and ref_kind = 'prize_ver')`,
    sql`update shop_reward set status = ${RewardStatus.open} where firm_id = ${firmId} and id in (
      select ref_id from remit_item where remit_id = ${id} and ref_kind = 'shop_reward')`,
    sql`delete from ded_log where ref_kind = 'remit' and ref_id = ${id}`,
    sql`delete from remit_item where remit_id = ${id}`,
    sql`delete from remit where id = ${id}`,
  );
  expect(await broken()).toEqual(['企业的打款单从1起连续编号，银行文件中的都在']);
});

test('a remittance that a file for the bank names and that is gone', async () => {
  const { last } = await remitted();
  await app.db
    .insertInto('bankFile')
    .values({ firmId, payeeKind: PayeeKind.shop, remitIds: [last, nobody], amount: 3300, createdBy: staff })
    .execute();
  expect(await broken()).toEqual(['企业的打款单从1起连续编号，银行文件中的都在']);
});

test.each(['passed', 'last'] as const)('a remittance that goes to another account: %s', async (which) => {
  const { [which]: id } = await remitted();
  const accounts = '打款单付往审核时的账户，未审核的付往收款方现在的账户';
  await asInsider(app, sql`update remit set account_name = '张三', account = '****6666' where id = ${id}`);
  expect(await broken()).toEqual([accounts]);
  if (which === 'passed')
    await expect(
      app.db.updateTable('remit').set({ accountName: '李四' }).where('id', '=', id).execute(),
    ).rejects.toThrow('the account that was passed');
});

test('a remittance without the account that was passed, and one with it that nobody passed', async () => {
  const { passed, last } = await remitted();
  const accounts = '打款单付往审核时的账户，未审核的付往收款方现在的账户';
  await asInsider(app, sql`update remit set passed_account = null where id = ${passed}`);
  expect(await broken()).toEqual([accounts]);
  await asInsider(
    app,
    sql`update remit set passed_account = repeat('0', 64) where id = ${last}`,
    sql`update remit set audit_at = null, audit_by = null where id = ${passed}`,
  );
  expect(await broken()).toEqual([accounts]);
});

test('a payee who is paid another way does not take what was passed along', async () => {
  const { shops } = await remitted();
  await setPayee(app, 'shop', shops[1]!, 'alipay');
  expect(await broken()).toEqual([]);
});

test('a remittance that somebody passed who is not there', async () => {
  const { passed } = await remitted();
  await asInsider(app, sql`update remit set audit_by = ${nobody} where id = ${passed}`);
  expect(await broken()).toEqual(['打款单与抵扣记录的经手人都是企业或平台的员工']);
});

test('rewards without a cause, and one that was settled by no remittance', async () => {
  const rewards = '奖励都有门店与登记人，已结算的都有打款单';
  const { shops } = await remitted();
  const invent = (more: { createdBy: number | null; status: number; shopId?: number; refId: number }) =>
    asInsider(
      app,
      sql`insert into shop_reward (firm_id, shop_id, kind, amount, status, ref_kind, ref_id, created_by)
        values (${firmId}, ${more.shopId ?? shops[0]!}, ${RewardKind.task}, 5000000, ${more.status}, 'task', ${more.refId}, ${more.createdBy})`,
    );
  const forget = () => asInsider(app, sql`delete from shop_reward where ref_kind = 'task' and firm_id = ${firmId}`);
  await invent({ createdBy: null, status: RewardStatus.open, refId: 1 });
  expect(await broken()).toEqual([rewards]);
  await forget();
  await invent({ createdBy: staff, status: RewardStatus.open, shopId: nobody, refId: 2 });
  expect(await broken()).toEqual([rewards]);
  await forget();
  await invent({ createdBy: staff, status: RewardStatus.settled, refId: 3 });
  expect(await broken()).toEqual([rewards]);
});

/** A prize that a shop of a dealer handed out, and another dealer with a shop. */
const handed = async () => {
  const [agentId, otherAgent] = [await makeAgent(app, firmId), await makeAgent(app, firmId)];
  const [shopId, otherShop] = [await makeShop(app, firmId, agentId), await makeShop(app, firmId, otherAgent)];
  await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId);
  const { id } = await app.db
    .selectFrom('prizeVer')
    .where('shopId', '=', shopId)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await broken()).toEqual([]);
  return { id, agentId, otherAgent, shopId, otherShop };
};
const belongs = '核销的门店当时属于其经销商与业务员';
const sealed = '门店核销有核销时的封印';

/** Moves a verification with its credit to another shop and dealer. */
const move = (id: number, from: number, shopId: number, agentId: number) =>
  asInsider(
    app,
    sql`update prize_ver set shop_id = ${shopId}, agent_id = ${agentId} where id = ${id}`,
    sql`update ded_account set owner_id = ${shopId}, peer_id = ${agentId} where owner_kind = ${DeductibleOwner.shop} and owner_id = ${from}`,
    sql`update ded_log set owner_id = ${shopId}, shop_id = ${shopId}, peer_id = ${agentId} where ref_kind = 'prize_ver' and ref_id = ${id}`,
  );

test('a prize that was handed out by a shop that is not there, or not that dealer’s', async () => {
  const { id, agentId, shopId, otherShop } = await handed();
  await move(id, shopId, nobody, agentId);
  expect(await broken()).toEqual([belongs, sealed]);
  await move(id, nobody, otherShop, agentId);
  expect(await broken()).toEqual([belongs, sealed]);
});

test('a credit that is moved between accounts', async () => {
  const { agentId, shopId } = await handed();
  await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId);
  expect(await broken()).toEqual([]);
  await asInsider(
    app,
    sql`update ded_log set balance_after = balance_after + 1 where owner_id = ${shopId} and peer_id = ${agentId} and id = (
      select max(id) from ded_log where owner_id = ${shopId} and peer_id = ${agentId})`,
  );
  expect(await broken()).toEqual(['每条抵扣记录的余额等于到它为止之和']);
});

test('a clearing that is invented', async () => {
  const { id, agentId, shopId } = await handed();
  const people = '打款单与抵扣记录的经手人都是企业或平台的员工';
  const pairs = '经销商为门店垫付的，各有门店的一次清零';
  const cleared = (refId: number) => [
    sql`update prize_ver set settle_state = ${SettleState.shop} where id = ${id}`,
    sql`update ded_account set balance = 0, total_out = 2600 where owner_kind = ${DeductibleOwner.shop} and owner_id = ${shopId}`,
    sql`insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, balance_after, ref_kind, ref_id, shop_id)
      values (${firmId}, ${DeductibleOwner.shop}, ${shopId}, ${DeductibleOwner.agent}, ${agentId}, ${DedKind.clear}, -2600, 0, 'clear_to', 1, ${shopId})`,
    sql`insert into ded_account (firm_id, owner_kind, owner_id, peer_kind, peer_id, balance, total_in)
      values (${firmId}, ${DeductibleOwner.agent}, ${agentId}, ${DeductibleOwner.firm}, ${firmId}, 2600, 2600)`,
    sql`insert into ded_log (firm_id, owner_kind, owner_id, peer_kind, peer_id, kind, amount, balance_after, ref_kind, ref_id, shop_id)
      values (${firmId}, ${DeductibleOwner.agent}, ${agentId}, ${DeductibleOwner.firm}, ${firmId}, ${DedKind.verify}, 2600, 2600, 'shop_clear', ${refId}, ${shopId})`,
  ];
  await asInsider(app, ...cleared(1));
  expect((await broken()).toSorted()).toEqual([people, pairs].toSorted());
});

test('a prize that was settled by nothing', async () => {
  const { id, shopId } = await handed();
  await asInsider(
    app,
    sql`update prize_ver set settle_state = ${SettleState.shop} where id = ${id}`,
    sql`update ded_account set balance = 0, total_out = 2600 where owner_kind = ${DeductibleOwner.shop} and owner_id = ${shopId}`,
  );
  expect(await broken()).toContain('已结算的核销都有打款单或清零');
});

test('a shop that is cleared breaks no rule', async () => {
  const { shopId } = await handed();
  await inOne((db) => clearShop(db, { shopId, remark: '月结', voucher: '' }, staff));
  expect(await broken()).toEqual([]);
});

/** An order of 1,200 yuan of which 50 are paid. */
const ordered = async () => {
  const items = [{ productId: await makeGoods(app, firmId), unit: NeedUnit.box, qty: 4, price: 30_000 }];
  const draft = needDraft(await makeAgent(app, firmId), items) as never;
  const actor = { operatorId: staff, opSrc: OpSource.console };
  const { id } = await inOne((db) => insertOrder(db, draft, { firmId, actor }));
  await inOne((db) => payOrder(db, id, { amount: 5000, voucher: '', remark: '' }, staff));
  expect(await broken()).toEqual([]);
  return id;
};

test('an order that costs no more than was paid', async () => {
  const id = await ordered();
  await asInsider(app, sql`update need_order set total_amount = pay_amount where id = ${id}`);
  expect(await broken()).toEqual(['要货订单的数量与金额等于其明细之和', '要货订单的经销商、供货方与明细同最后记下的']);
});

test.each([
  ['long after the order was changed last', 'staff'],
  ['by nobody', 'nobody'],
])('a payment that is invented %s', async (_what, by) => {
  const id = await ordered();
  const operatorId = by === 'staff' ? staff : nobody;
  const at = by === 'staff' ? sql`now() + interval '1 hour'` : sql`now()`;
  await asInsider(
    app,
    sql`insert into need_pay (firm_id, order_id, kind, amount, operator_id, created_at) values (${firmId}, ${id}, ${PayKind.pay}, 115000, ${operatorId}, ${at})`,
    sql`update need_order set pay_amount = total_amount where id = ${id}`,
  );
  expect(await broken()).toEqual(['要货订单的付款都由员工登记，订单随之更新']);
});
