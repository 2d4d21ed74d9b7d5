import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { findFaults } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, shopDraft } from '../../test/factories/parties.ts';
import { makeDirectShop, offeredText, rewardShop } from '../../test/factories/settlement.ts';

const permissions = [
  ...['list', 'save', 'audit', 'pay'].map((act) => `admin:lottery:storeRemit:${act}`),
  ...['list', 'save', 'update'].map((act) => `admin:identity:shop:${act}`),
  ...['list', 'save'].map((act) => `admin:identity:importTask:${act}`),
];
const asked = { payeeKind: PayeeKind.shop, periodFrom: addDays(shanghaiToday(), -30), periodTo: shanghaiToday() };

let app: TestApp;
let firmId: number;
let agentId: number;
let auditor: string;
let payer: string;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 8, work: true });
});
afterAll(() => app.close());

/** A firm with its dealer, and who passes and who pays. */
const begin = async () => {
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  auditor = (await makeStaff(app, { firmId, permissions })).token;
  payer = (await makeStaff(app, { firmId, permissions })).token;
};
beforeEach(begin);

const preview = () => app.data(auditor, remitApi.preview, asked);
const generate = async () => {
  const { count, amount } = (await preview()).sum;
  return app.data(auditor, remitApi.generate, { ...asked, count, amount });
};
const list = async () => (await app.data(auditor, remitApi.list, {})).list;
/** Passes remittances as they are now. */
const pass = async (...ids: number[]) => {
  const rows = (await list()).filter(({ id }) => ids.includes(id));
  const versions = ids.map((each) => rows.find(({ id }) => id === each)!.version);
  return app.data(auditor, remitApi.audit, { ids, versions, audit: Review.passed });
};
const reject = (...ids: number[]) =>
  app.data(auditor, remitApi.audit, { ids, audit: Review.rejected, remark: '金额有误' });
const pay = (id: number, more: object = {}) =>
  app.call(payer, remitApi.voucher, { id, voucher: '/media/v.png', ...more });

describe('the file for the bank', () => {
  const head = ['打款单号', '结果', '失败原因', '手续费（元）'];
  /** A remittance of a rewarded shop, passed. */
  const makePassed = async () => {
    const shopId = await makeDirectShop(app, firmId, agentId);
    await rewardShop(app, firmId, shopId, 700);
    await generate();
    const [made] = await list();
    await pass(made!.id);
    return made!;
  };
  const bankFile = (more: object = {}) => app.call(payer, remitApi.bankFile, more);

  it('holds what it names: neither rejected nor paid another way, unless staff say that the bank did not take it', async () => {
    const [one, other] = [await makePassed(), await makePassed()];
    expect((await bankFile()).data).toMatchObject({ count: 2, before: 0 });
    const atBank = '打款单已导出银行批量文件，请先导入打款结果；银行未受理的，请勾选“已向银行确认未受理”';
    expect(await reject(one.id)).toEqual({ ok: 0, fail: [{ id: one.id, message: atBank }] });
    expect(await pay(other.id)).toMatchObject({ code: 62533, message: atBank });
    expect((await preview()).sum.count).toBe(0);
    const said = { ids: [one.id], audit: Review.rejected, remark: '换账户', notTaken: true };
    expect(await app.data(auditor, remitApi.audit, said)).toEqual({ ok: 1, fail: [] });
    expect((await pay(other.id, { notTaken: true })).code).toBe(200);
    const rows = await app.db
      .selectFrom('auditLog')
      .select('operUrl')
      .where('firmId', '=', firmId)
      .where('operParam', 'like', '%"notTaken":true%')
      .execute();
    expect(rows).toHaveLength(2);
    expect(await findFaults(app)).toEqual([]);
  });

  it('lets go of what the bank says it did not pay, and of that again', async () => {
    const made = await makePassed();
    for (const reason of ['账号有误', '户名不符']) {
      expect((await bankFile()).message, reason).toBe('ok');
      const ended = await importRows(app, payer, 'remit_result', [head, [made.remitNo, '失败', reason, '']]);
      expect(ended, reason).toMatchObject({ ok: 1, fail: 0 });
    }
    expect((await list())[0]).toMatchObject({ bankFileAt: null, failReason: '户名不符' });
    expect(await reject(made.id)).toEqual({ ok: 1, fail: [] });
    expect(await findFaults(app)).toEqual([]);
  });

  it('that could not be written leaves its remittances for the next one', async () => {
    const made = await makePassed();
    const { put } = app.files;
    app.files.put = () => Promise.reject(new Error('the store is away'));
    expect((await bankFile()).code).not.toBe(200);
    app.files.put = put;
    expect((await list())[0]).toMatchObject({ id: made.id, bankFileAt: null });
    expect((await bankFile()).data).toMatchObject({ count: 1, before: 0 });
  });

  it('has each once, however many ask at once, and says what was in one before', async () => {
    const first = await makePassed();
    await bankFile();
    const second = await makePassed();
    const answers = await Promise.all([1, 2, 3, 4].map(() => bankFile()));
    const made = answers.filter(({ code }) => code === 200);
    expect(made.map(({ data }) => data)).toMatchObject([{ count: 1, before: 1 }]);
    const text = await offeredText(app, made[0]!.data.fileName!);
    expect([text.includes(first.remitNo), text.includes(second.remitNo)]).toEqual([false, true]);
  });

  it('is given again as it was, one file by itself, whatever became of what it asks', async () => {
    const [one, other] = [await makePassed(), await makePassed()];
    const taken = await app.data(payer, remitApi.bankFile, {});
    const first = await offeredText(app, taken.fileName!);
    const third = await makePassed();
    await bankFile();
    expect((await pay(other.id, { notTaken: true })).code).toBe(200);
    const files = await app.data(payer, remitApi.bankFiles, {});
    expect(files.list).toMatchObject([
      { count: 1, amount: 700, paidCnt: 0, rejectedCnt: 0, operatorName: '测试' },
      { count: 2, amount: 1400, paidCnt: 1, rejectedCnt: 0, operatorName: '测试' },
    ]);
    const again = async (nth: number) =>
      offeredText(app, (await app.data(payer, remitApi.bankFileAgain, { id: files.list[nth]!.id })).fileName!);
    expect(await again(1)).toBe(first);
    expect(first).toContain(one.remitNo);
    expect(await again(0)).toContain(third.remitNo);
    expect(await again(0)).not.toContain(one.remitNo);
    const dealersOnly = await makeStaff(app, { firmId, permissions: ['admin:lottery:dealerRemit:pay'] });
    const ofDealers = { payeeKind: PayeeKind.agent };
    expect((await app.data(dealersOnly.token, remitApi.bankFiles, ofDealers)).list).toEqual([]);
    const { id } = files.list[0]!;
    expect((await app.call(dealersOnly.token, remitApi.bankFileAgain, { id })).code).toBe(403);
    expect((await app.call(dealersOnly.token, remitApi.bankFiles, {})).code).toBe(403);
  });

  it('is of one firm, whose account it is paid from', async () => {
    await makePassed();
    await begin();
    const made = await makePassed();
    const platform = await makeStaff(app, { permissions });
    expect(await app.call(platform.token, remitApi.bankFile, {})).toMatchObject({
      code: 400,
      message: '一个银行文件只能含一家企业的打款单，请先选择所属企业',
    });
    expect((await list())[0]).toMatchObject({ id: made.id, bankFileAt: null });
    expect(await app.data(platform.token, remitApi.bankFile, { firmId })).toMatchObject({ count: 1, before: 0 });
    expect((await app.data(platform.token, remitApi.bankFiles, { firmId })).list).toMatchObject([{ firmId, count: 1 }]);
  });
});

it('passes the account that was shown, and no other', async () => {
  const { id: shopId } = await app.data(auditor, shopApi.save, shopDraft(agentId) as never);
  const account = (payAccount: string, payName: string) =>
    app.data(auditor, shopApi.update, { id: shopId, payChannel: 'bank', payAccount, payName } as never);
  await account('6222000000001111', '店主');
  await rewardShop(app, firmId, shopId, 700);
  const steadyId = await makeDirectShop(app, firmId, agentId);
  await rewardShop(app, firmId, steadyId, 900);
  await generate();
  const seen = await list();
  const changing = seen.find(({ payeeId }) => payeeId === shopId)!;
  await account('6222999900008888', '别人');
  const audit = (rows: typeof seen) =>
    app.call(auditor, remitApi.audit, {
      ids: rows.map(({ id }) => id),
      versions: rows.map(({ version }) => version),
      audit: Review.passed,
    });
  const message = `打款单${changing.remitNo}的收款账户已变化，请刷新核对后再审核`;
  expect((await audit([changing])).data).toEqual({ ok: 0, fail: [{ id: changing.id, message }] });
  expect((await audit(seen)).data).toEqual({ ok: 1, fail: [{ id: changing.id, message }] });
  expect(await app.call(auditor, remitApi.audit, { ids: [changing.id], audit: Review.passed })).toMatchObject({
    code: 400,
    message: '请刷新后重新审核',
  });
  expect((await list()).find(({ id }) => id === changing.id)).toMatchObject({ auditName: '' });
  expect(await pass(changing.id)).toEqual({ ok: 1, fail: [] });
});

it('takes no fee above the amount, by hand or from a bank', async () => {
  const [one, other] = [700, 800];
  for (const amount of [one, other]) await rewardShop(app, firmId, await makeDirectShop(app, firmId, agentId), amount);
  await generate();
  const rows = await list();
  await pass(...rows.map(({ id }) => id));
  expect(await pay(rows[0]!.id, { fee: rows[0]!.amount + 1 })).toMatchObject({ code: 62534 });
  const ended = await importRows(app, payer, 'remit_result', [
    ['打款单号', '结果', '失败原因', '手续费（元）'],
    [rows[0]!.remitNo, '成功', '', '99999.00'],
  ]);
  expect(ended).toMatchObject({ ok: 0, fail: 1 });
  expect((await pay(rows[0]!.id, { fee: rows[0]!.amount })).code).toBe(200);
});
