import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Review } from '@zhuiyuan/contract/kit/review';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState, shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { ductApi } from '@zhuiyuan/contract/settlement/duct';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { findFaults, type MadeActivity } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop, shopDraft } from '../../test/factories/parties.ts';
import { makeGoodsActivity } from '../../test/factories/redeem.ts';
import { makeGoods, makeNeedOrder } from '../../test/factories/replenish.ts';
import { makeDirectShop, rewardShop, setPayee, verifyGoods } from '../../test/factories/settlement.ts';
import { downloadSheet } from '../../test/sheets.ts';
import { offeredText } from '../../test/factories/settlement.ts';
import type { Db } from '../kit/db/database.ts';
import { reverseVerification } from '../redeem/reverse-verification.ts';
import { evidenceChecks } from './check-evidence.ts';
import { settlementChecks } from './check-settlement.ts';

const acts = ['list', 'save', 'audit', 'pay', 'export'];
const permissions = [
  ...acts.flatMap((act) => [`admin:lottery:storeRemit:${act}`, `admin:lottery:dealerRemit:${act}`]),
  'admin:lottery:store:list',
  ...['clear', 'list', 'save', 'update'].map((act) => `admin:identity:shop:${act}`),
  'admin:identity:agent:clear',
  ...['list', 'save'].map((act) => `admin:identity:importTask:${act}`),
];
const period = { periodFrom: addDays(shanghaiToday(), -30), periodTo: shanghaiToday() };

let app: TestApp;
let firmId: number;
let agentId: number;
let activity: MadeActivity;
/** Makes and passes remittances, and pays them. */
let auditor: string;
let payer: string;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 12, work: true });
});
afterAll(() => app.close());

beforeEach(async () => {
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  activity = await makeGoodsActivity(app, firmId);
  auditor = (await makeStaff(app, { firmId, permissions })).token;
  payer = (await makeStaff(app, { firmId, permissions })).token;
});

const preview = (kind: PayeeKind, more: object = {}) =>
  app.data(auditor, remitApi.preview, { payeeKind: kind, ...period, ...more });
const generate = async (kind: PayeeKind, more: Partial<InputOf<typeof remitApi.generate>> = {}) => {
  const { sum } = await preview(kind);
  return app.call(auditor, remitApi.generate, { payeeKind: kind, ...period, ...sum, ...more });
};
const list = async (payeeKind: PayeeKind = PayeeKind.shop) =>
  (await app.data(auditor, remitApi.list, { payeeKind })).list;
/** Passes remittances as they are now. */
const pass = async (...ids: number[]) => {
  const versions = await Promise.all(ids.map(versionOf));
  return app.data(auditor, remitApi.audit, { ids, versions, audit: Review.passed });
};
const versionOf = async (id: number) => (await app.data(auditor, remitApi.info, { id })).version;
const reject = (...ids: number[]) =>
  app.data(auditor, remitApi.audit, { ids, audit: Review.rejected, remark: '金额有误' });
const pay = (id: number, token = payer) => app.call(token, remitApi.voucher, { id, voucher: '/media/v.png' });
const owed = async (kind: DeductibleOwner, id: number) =>
  (
    await app.db
      .selectFrom('dedAccount')
      .select('balance')
      .where('ownerKind', '=', kind)
      .where('ownerId', '=', id)
      .where('peerKind', '=', DeductibleOwner.firm)
      .executeTakeFirst()
  )?.balance ?? 0;

describe('a shop', () => {
  it('is settled, passed by one and paid by another, once', async () => {
    const shopId = await makeDirectShop(app, firmId, agentId, '直营一店');
    await verifyGoods(app, activity, shopId, 2);
    await rewardShop(app, firmId, shopId, 800);
    const { list: candidates, sum } = await preview(PayeeKind.shop);
    expect(candidates).toMatchObject([
      { id: shopId, name: '直营一店', verCnt: 2, ductAmount: 5200, rewardAmount: 800, amount: 6000, isPayable: true },
    ]);
    expect(sum).toEqual({ count: 1, amount: 6000, unpayable: 0 });
    expect((await generate(PayeeKind.shop)).data).toEqual({ count: 1, amount: 6000 });
    const [made] = await list();
    expect(made).toMatchObject({
      remitNo: expect.stringMatching(/^DK\d{10}$/),
      shopName: '直营一店',
      amount: 6000,
      itemCnt: 3,
      channel: 'bank',
      account: '************1234',
      status: 0,
      auditName: '',
      ...period,
    });
    expect(await owed(DeductibleOwner.shop, shopId)).toBe(0);
    expect((await preview(PayeeKind.shop)).sum.count).toBe(0);
    const lines = await app.data(auditor, remitApi.items, { id: made!.id });
    expect(lines.sum).toBe(6000);
    expect(lines.list.map(({ amount }) => amount).toSorted()).toEqual([2600, 2600, 800]);
    const reward = lines.list.find(({ amount }) => amount === 800);
    expect(reward).toMatchObject({ refText: '', detail: expect.stringContaining('任务奖励') });

    expect(await pay(made!.id)).toMatchObject({ code: 62501, message: '打款单尚未审核' });
    expect(await pass(made!.id)).toEqual({ ok: 1, fail: [] });
    expect(await pass(made!.id)).toEqual({ ok: 0, fail: [{ id: made!.id, message: '打款单已审核' }] });
    expect(await pay(made!.id, auditor)).toMatchObject({ code: 62503, message: '审核人与打款人不能为同一人' });
    expect(await app.call(payer, remitApi.voucher, { id: made!.id, voucher: '' })).toMatchObject({
      code: 400,
      message: '请上传打款凭证',
    });
    const answers = await Promise.all([pay(made!.id), pay(made!.id), pay(made!.id)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 62522, 62522]);
    expect((await list())[0]).toMatchObject({ status: 1, voucher: '/media/v.png', paidAt: expect.any(String) });
    expect(await reject(made!.id)).toMatchObject({ ok: 0, fail: [{ message: '打款单已打款或已驳回' }] });
    expect(await app.data(auditor, remitApi.summary, {})).toMatchObject({ monthAmount: 6000, payeeCnt: 0 });
    expect(await findFaults(app)).toEqual([]);
  });

  it('is owed again what a rejected remittance took, and settled anew', async () => {
    const shopId = await makeDirectShop(app, firmId, agentId);
    const [ver] = await verifyGoods(app, activity, shopId);
    await rewardShop(app, firmId, shopId, 800);
    await generate(PayeeKind.shop);
    const [made] = await list();
    expect(await app.call(auditor, remitApi.audit, { ids: [made!.id], audit: Review.rejected })).toMatchObject({
      code: 400,
      message: '请输入驳回原因',
    });
    await reject(made!.id);
    expect((await list())[0]).toMatchObject({ status: -1, rejectReason: '金额有误', itemCnt: 2 });
    expect(await owed(DeductibleOwner.shop, shopId)).toBe(2600);
    const entries = await app.data(auditor, ductApi.list, { shopId });
    expect(entries.list.map(({ kind, amount, ref }) => ({ kind, amount, ref }))).toEqual([
      { kind: 4, amount: 2600, ref: made!.remitNo },
      { kind: 5, amount: -2600, ref: made!.remitNo },
      { kind: 1, amount: 2600, ref: ver!.verNo },
    ]);
    expect(await findFaults(app)).toEqual([]);
    expect((await generate(PayeeKind.shop)).data).toEqual({ count: 1, amount: 3400 });
    expect(await findFaults(app)).toEqual([]);
  });

  it('is paid what its dealer owes it by nobody here', async () => {
    const shopId = await makeShop(app, firmId, agentId);
    await setPayee(app, 'shop', shopId);
    await verifyGoods(app, activity, shopId);
    expect((await preview(PayeeKind.shop)).sum.count).toBe(0);
    expect((await preview(PayeeKind.agent)).sum.count).toBe(0);
  });

  it('without an account is not passed until it says one, which stays out of sight', async () => {
    const token = auditor;
    const { id: shopId } = await app.data(token, shopApi.save, shopDraft(agentId) as never);
    await rewardShop(app, firmId, shopId, 500);
    await generate(PayeeKind.shop);
    const [made] = await list();
    expect(made).toMatchObject({ channel: '', isPayable: false });
    expect(await pass(made!.id)).toMatchObject({ ok: 0, fail: [{ message: '收款账户信息不完整' }] });
    const info = await app.data(token, shopApi.info, { id: shopId });
    const saved = { id: shopId, payChannel: 'bank', payAccount: '6222 0200 1111 2222', payName: '沈青' } as const;
    await app.data(token, shopApi.update, { ...info, ...saved } as never);
    expect(await app.data(token, shopApi.info, { id: shopId })).toMatchObject({
      payAccount: '************2222',
      payName: '沈青',
    });
    expect((await list())[0]).toMatchObject({ channel: 'bank', account: '************2222', isPayable: true });
    const kept = await app.db.selectFrom('shop').selectAll().where('id', '=', shopId).executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain('11112222');
    // What is sent back masked changes nothing.
    await app.data(token, shopApi.update, { id: shopId, payAccount: '************2222' } as never);
    expect(await pass(made!.id)).toMatchObject({ ok: 1 });
    const other = { id: shopId, payAccount: '************3333' };
    expect(await app.call(token, shopApi.update, other as never)).toMatchObject({ message: '请输入完整的收款账号' });
    const { fileName, count } = await app.data(payer, remitApi.bankFile, {});
    expect(count).toBe(1);
    expect(await offeredText(app, fileName!)).toContain(`${made!.remitNo},银行卡,沈青,6222020011112222,5.00,`);
    expect(await app.call(payer, remitApi.bankFile, {})).toMatchObject({ message: '没有可导出的数据' });
    const [file] = (await app.data(payer, remitApi.bankFiles, {})).list;
    expect(file).toMatchObject({ count: 1, paidCnt: 0 });
    const again = await app.data(payer, remitApi.bankFileAgain, { id: file!.id });
    expect(await offeredText(app, again.fileName!)).toContain('6222020011112222');
  });
});

describe('a dealer', () => {
  /** A dealer with two prizes that he settled with his shop. */
  const settledDealer = async () => {
    const dealer = await makeAgent(app, firmId, { name: '成都锦和商贸' });
    await setPayee(app, 'agent', dealer);
    const shopId = await makeShop(app, firmId, dealer, '玉林店');
    await verifyGoods(app, activity, shopId, 2);
    await app.data(auditor, shopSettlementApi.clear, { shopId, amount: 5200, remark: '月结' });
    return { dealer, shopId };
  };
  const orderOf = async (dealer: number) => {
    const id = await makeNeedOrder(app, { firmId, agentId: dealer }, [[await makeGoods(app, firmId), 100]]);
    return app.db.selectFrom('needOrder').select(['id', 'orderNo']).where('id', '=', id).executeTakeFirstOrThrow();
  };

  it('is paid his credit less what his orders took of it', async () => {
    const { dealer } = await settledDealer();
    const { orderNo } = await orderOf(dealer);
    const offset = (amount: number, idemKey?: string) =>
      app.call(payer, ductApi.offset, { agentId: dealer, amount, orderNo, idemKey });
    expect(await offset(6000)).toMatchObject({ code: 62510, message: '抵扣金额不能大于余额' });
    const [one, other] = await Promise.all([offset(1200, 'k1'), offset(1200, 'k1')]);
    expect(one).toEqual(other);
    expect(one.data).toEqual({ balance: 4000 });
    expect((await preview(PayeeKind.agent)).list).toMatchObject([
      { id: dealer, ductAmount: 5200, offset: 1200, amount: 4000, shopCnt: 1, verCnt: 2 },
    ]);
    expect((await generate(PayeeKind.agent)).data).toEqual({ count: 1, amount: 4000 });
    const [made] = await list(PayeeKind.agent);
    expect(made).toMatchObject({ agentName: '成都锦和商贸', offset: 1200, ductAmount: 5200, amount: 4000, itemCnt: 3 });
    const lines = await app.data(auditor, remitApi.items, { id: made!.id });
    expect(lines.list.find(({ amount }) => amount === -1200)).toMatchObject({ refText: orderNo });
    expect(await offset(100)).toMatchObject({ code: 62510 });
    expect(await findFaults(app)).toEqual([]);
    await reject(made!.id);
    expect(await owed(DeductibleOwner.agent, dealer)).toBe(4000);
    expect(await findFaults(app)).toEqual([]);
    // What was given back can be cleared, and is not settled twice.
    await app.data(auditor, agentDeductibleApi.clear, { id: dealer, amount: 4000, remark: '季结' });
    expect((await preview(PayeeKind.agent)).sum.count).toBe(0);
    expect(await findFaults(app)).toEqual([]);
  });

  it('is owed anew what a remittance took that is rejected after a clearing', async () => {
    const { dealer, shopId } = await settledDealer();
    const { orderNo } = await orderOf(dealer);
    await app.data(payer, ductApi.offset, { agentId: dealer, amount: 200, orderNo });
    await generate(PayeeKind.agent);
    const [made] = await list(PayeeKind.agent);
    await verifyGoods(app, activity, shopId);
    await app.data(auditor, shopSettlementApi.clear, { shopId, amount: 2600, remark: '月结' });
    await app.data(auditor, agentDeductibleApi.clear, { id: dealer, amount: 2600, remark: '季结' });
    await reject(made!.id);
    expect(await findFaults(app)).toEqual([]);
    expect((await generate(PayeeKind.agent)).data).toEqual({ count: 1, amount: 5000 });
    expect((await list(PayeeKind.agent))[0]).toMatchObject({ ductAmount: 5200, offset: 200, verCnt: 2 });
    expect(await findFaults(app)).toEqual([]);
  });

  it('has a statement that begins and ends with his balance, and a log of it', async () => {
    const { dealer } = await settledDealer();
    await generate(PayeeKind.agent);
    const month = shanghaiToday().slice(0, 7);
    const { fileName } = await app.data(auditor, ductApi.statement, { agentId: dealer, month });
    const { rows } = await downloadSheet(app, fileName!);
    const { name: firmName } = await app.db
      .selectFrom('firm')
      .select('name')
      .where('id', '=', firmId)
      .executeTakeFirstOrThrow();
    expect(rows.slice(0, 4).map((row) => row.filter(Boolean))).toEqual([
      [`成都锦和商贸 ${month} 对账单`],
      ['经销商', '成都锦和商贸'],
      ['所属企业', firmName],
      ['月份', month],
    ]);
    expect(rows.at(-1)?.slice(0, 6)).toEqual(['合计', null, null, null, 52, 52]);
    expect(await app.call(auditor, ductApi.statement, { agentId, month })).toMatchObject({ code: 62535 });
    // Who has no account is not offered.
    const own = [{ id: dealer, name: '成都锦和商贸', firmId, balance: 0 }];
    expect(await app.data(auditor, ductApi.agents, {})).toEqual(own);
    expect(await app.data(auditor, ductApi.agents, { keywords: '锦和' })).toEqual(own);
    expect(await app.data(auditor, ductApi.agents, { ids: `${agentId},${dealer}` } as never)).toEqual(own);
    expect(rows.slice(5, -1).map((row) => [row[1], row[6]])).toEqual([
      ['期初余额', 0],
      ['核销产生', 52],
      ['打款结清', 0],
      ['期末余额', 0],
    ]);
    for (const odd of ['9999-12', '0001-01', '1999-12'])
      expect(await app.call(auditor, ductApi.statement, { agentId: dealer, month: odd }), odd).toMatchObject({
        code: 400,
        message: '请选择月份',
      });
    expect((await app.data(auditor, ductApi.list, { agentId: dealer })).list).toHaveLength(2);
    expect((await app.data(auditor, ductApi.exportAgent, { agentId: dealer })).fileName).toBeTruthy();
  });
});

describe('at once', () => {
  it('two settle the same, and it is settled once', async () => {
    for (let at = 0; at < 3; at += 1)
      await rewardShop(app, firmId, await makeDirectShop(app, firmId, agentId), 1000 + at);
    const { sum } = await preview(PayeeKind.shop);
    const ask = (idemKey?: string) =>
      app.call(auditor, remitApi.generate, { payeeKind: PayeeKind.shop, ...period, ...sum, idemKey });
    const answers = await Promise.all([ask(), ask(), ask('same'), ask('same')]);
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code !== 200 && code !== 62524)).toEqual([]);
    // The two of one key answer alike.
    expect(answers[2]).toEqual(answers[3]);
    expect(new Set(codes.filter((code) => code === 200)).size).toBe(1);
    expect(await list()).toHaveLength(3);
    expect(await findFaults(app)).toEqual([]);
  });

  it('one passes, one rejects, one pays and a shop takes back: every sum holds', async () => {
    const operatorId = await makeTeller(app, firmId);
    const shops = [];
    for (let at = 0; at < 4; at += 1) {
      const shopId = await makeDirectShop(app, firmId, agentId);
      await verifyGoods(app, activity, shopId, 2);
      shops.push(shopId);
    }
    await generate(PayeeKind.shop);
    const ids = (await list()).map(({ id }) => id);
    const more = await Promise.all(shops.map((shopId) => verifyGoods(app, activity, shopId)));
    const vers = await app.db
      .selectFrom('prizeVer')
      .select('id')
      .where(
        'verNo',
        'in',
        more.flat().map(({ verNo }) => verNo),
      )
      .execute();
    await Promise.all([
      ...ids.flatMap((id) => [pass(id), reject(id), pay(id)]),
      ...vers.map(({ id }) =>
        app.db
          .transaction()
          .execute((db) => reverseVerification(db as Db, { id, reason: '点错了', operatorId }))
          .catch(() => undefined),
      ),
      generate(PayeeKind.shop),
      generate(PayeeKind.shop),
    ]);
    const states = (await list()).map(({ status }) => status);
    expect(states.every((status) => [-1, 0, 1].includes(status))).toBe(true);
    expect(await findFaults(app)).toEqual([]);
  });
});

it('takes the results of a bank in, and reports each bad row of 1,001', async () => {
  const shopIds = await Promise.all(Array.from({ length: 3 }, async () => makeDirectShop(app, firmId, agentId)));
  for (const shopId of shopIds) await rewardShop(app, firmId, shopId, 700);
  await generate(PayeeKind.shop);
  const [first, second, third] = (await list()).toReversed();
  await pass(first!.id, second!.id);
  const bad = Array.from({ length: 997 }, (_none, at) => [`DK99999${String(at).padStart(5, '0')}`, '成功', '', '']);
  const ended = await importRows(app, payer, 'remit_result', [
    ['打款单号', '结果', '失败原因', '手续费（元）'],
    [first!.remitNo, '成功', '', '1.50'],
    [second!.remitNo, '失败', '户名不符', ''],
    [third!.remitNo, '成功', '', ''],
    [first!.remitNo.toLowerCase(), '失败', '重复的行', ''],
    ...bad,
  ]);
  expect(ended).toMatchObject({ total: 1001, ok: 2, fail: 999 });
  const { total } = await app.data(payer, importTaskApi.errors, { id: ended.taskId, limit: 100 });
  expect(total).toBe(999);
  const rows = await list();
  expect(rows.find(({ id }) => id === first!.id)).toMatchObject({ status: 1, fee: 150 });
  expect(rows.find(({ id }) => id === second!.id)).toMatchObject({ status: 0, failReason: '户名不符' });
  expect(rows.find(({ id }) => id === third!.id)).toMatchObject({ status: 0 });
  expect(await findFaults(app)).toEqual([]);
});

it('is asked for shops and dealers with permissions of their own, and not of another firm', async () => {
  const shopId = await makeDirectShop(app, firmId, agentId);
  await rewardShop(app, firmId, shopId, 700);
  await generate(PayeeKind.shop);
  const [made] = await list();
  const dealers = await makeStaff(app, {
    firmId,
    permissions: ['admin:lottery:dealerRemit:list', 'admin:lottery:dealerRemit:audit'],
  });
  expect((await app.call(dealers.token, remitApi.list, {})).code).toBe(403);
  expect((await app.call(dealers.token, remitApi.info, { id: made!.id })).code).toBe(403);
  expect(
    (
      await app.call(dealers.token, remitApi.audit, {
        ids: [made!.id],
        versions: [made!.version],
        audit: Review.passed,
      })
    ).code,
  ).toBe(200);
  expect((await list())[0]).toMatchObject({ auditName: '' });
  const foreign = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  expect((await app.call(foreign.token, remitApi.info, { id: made!.id })).code).toBe(404);
  expect(
    await app.data(foreign.token, remitApi.audit, { ids: [made!.id], versions: [made!.version], audit: Review.passed }),
  ).toMatchObject({
    ok: 0,
  });
  expect((await app.data(foreign.token, remitApi.list, {})).total).toBe(0);
});

it('is found by its filters', async () => {
  for (const amount of [500, 900]) await rewardShop(app, firmId, await makeDirectShop(app, firmId, agentId), amount);
  await generate(PayeeKind.shop);
  const [dear, cheap] = (await list()).toSorted((one, other) => other.amount - one.amount);
  const find = async (filters: object) =>
    (await app.data(auditor, remitApi.list, filters)).list.map(({ id }) => id).toSorted((one, other) => one - other);
  await pass(dear!.id);
  expect(await find({ minAmount: 600 })).toEqual([dear!.id]);
  expect(await find({ maxAmount: 600 })).toEqual([cheap!.id]);
  expect(await find({ audited: true })).toEqual([dear!.id]);
  expect(await find({ remitNo: cheap!.remitNo })).toEqual([cheap!.id]);
  expect(await find({ shopId: cheap!.payeeId })).toEqual([cheap!.id]);
  expect(await find({ channel: 'alipay' })).toEqual([]);
  expect(await find({ source: 2, status: 0, dateLimit: 'today' })).toHaveLength(2);
  expect((await app.data(auditor, remitApi.export, { minAmount: 600 })).fileName).toBeTruthy();
});

it('each rule finds what breaks it', async () => {
  const shopId = await makeDirectShop(app, firmId, agentId);
  await verifyGoods(app, activity, shopId);
  await generate(PayeeKind.shop);
  const [made] = await list();
  await pass(made!.id);
  await pay(made!.id);
  const broken = new Set<string>();
  const own = settlementChecks.filter((check) => !evidenceChecks.includes(check));
  const breaking: ((db: Db) => Promise<unknown>)[] = [
    (db) => db.updateTable('remitItem').set({ isLive: false }).where('remitId', '=', made!.id).execute(),
    (db) => db.updateTable('remitItem').set({ amount: 1 }).where('remitId', '=', made!.id).execute(),
    (db) => db.updateTable('dedLog').set({ amount: -1 }).where('refKind', '=', 'remit').execute(),
    (db) => db.updateTable('prizeVer').set({ settleState: SettleState.open }).where('shopId', '=', shopId).execute(),
    (db) =>
      db
        .insertInto('dedAccount')
        .values({
          firmId,
          ownerKind: DeductibleOwner.agent,
          ownerId: agentId,
          peerKind: DeductibleOwner.firm,
          peerId: firmId,
          balance: 5,
        })
        .execute(),
    (db) =>
      db
        .insertInto('shopReward')
        .values({
          firmId,
          shopId,
          kind: RewardKind.unpack,
          amount: 5,
          status: RewardStatus.settled,
          refKind: 'draw',
          refId: 1,
          drawId: 1,
        })
        .execute(),
    (db) => db.updateTable('remit').set({ paidBy: null }).where('id', '=', made!.id).execute(),
    (db) => db.updateTable('dedLog').set({ refKind: 'other' }).where('refKind', '=', 'remit').execute(),
    (db) =>
      db
        .updateTable('remit')
        .set((row) => ({ offsetAmount: 5, ductAmount: row('ductAmount', '+', 5) }))
        .where('id', '=', made!.id)
        .execute(),
  ];
  for (const act of breaking)
    await app.db
      .transaction()
      .execute(async (transaction) => {
        const db = transaction as Db;
        await act(db);
        for (const { name, find } of own) if ((await find(db, firmId)).length > 0) broken.add(name);
        throw new Error('undone');
      })
      .catch(() => undefined);
  expect([...broken].toSorted()).toEqual(own.map(({ name }) => name).toSorted());
});
