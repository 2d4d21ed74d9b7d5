import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { storeApi } from '@zhuiyuan/contract/settlement/store/store';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeAgent, makeFirm, shopDraft } from '../../../test/factories/parties.ts';
import { makeGoodsActivity } from '../../../test/factories/redeem.ts';
import { makeDirectShop, rewardShop, verifyGoods } from '../../../test/factories/settlement.ts';

const permissions = [
  ...['list', 'save', 'update', 'status', 'export'].map((act) => `admin:lottery:store:${act}`),
  'admin:lottery:storeAudit:list',
  'admin:lottery:storeAudit:audit',
  'admin:lottery:storeRemit:list',
  'admin:lottery:storeRemit:save',
  'admin:lottery:storeRemit:audit',
];

let app: TestApp;
let firmId: number;
let agentId: number;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  ({ token } = await makeStaff(app, { firmId, permissions }));
});

const save = async (more: object = {}) => (await app.data(token, shopApi.save, shopDraft(agentId, more) as never)).id;
const listed = async (input: object = {}) => (await app.data(token, storeApi.list, input)).list;

describe('what campaigns bring shops', () => {
  it('is counted for each, and for all', async () => {
    const shopId = await makeDirectShop(app, firmId, agentId, '直营一店');
    await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId, 2);
    await rewardShop(app, firmId, shopId, 800);
    const other = await save({ name: '待审门店' });
    expect(await listed()).toMatchObject([
      { id: other, name: '待审门店', verCnt: 0, rewardWait: 0, ductBalance: 0, payChannel: '', audit: Review.waiting },
      { id: shopId, verCnt: 2, unpackCnt: 0, rewardWait: 800, ductBalance: 5200, payChannel: 'bank' },
    ]);
    expect(await app.data(token, storeApi.board, {})).toMatchObject({
      total: 2,
      added: 2,
      active: 1,
      rewardWait: 800,
      ductBalance: 5200,
    });
    expect(await app.data(token, storeApi.info, { id: shopId })).toMatchObject({
      verCnt: 2,
      rewardWait: 800,
      dedBalance: 5200,
    });
    expect((await listed({ dateLimit: 'today' })).map(({ id }) => id)).toEqual([shopId]);
    const period = { periodFrom: addDays(shanghaiToday(), -3), periodTo: shanghaiToday() };
    const paid = { payeeKind: PayeeKind.shop, ...period, count: 1, amount: 6000 };
    await app.data(token, remitApi.generate, paid);
    const [reward] = (await app.data(token, storeApi.rewards, { shopId })).list;
    expect(reward).toMatchObject({ amount: 800, status: 0, remitNo: expect.stringMatching(/^DK/) });
    // What a rejected remittance gives back was handed out once.
    const [remit] = (await app.data(token, remitApi.list, {})).list;
    await app.data(token, remitApi.audit, { ids: [remit!.id], audit: Review.rejected, remark: '有误' });
    expect((await listed({ keywords: '直营' }))[0]).toMatchObject({ verCnt: 2, rewardWait: 800, ductBalance: 5200 });
    expect((await app.data(token, storeApi.rewards, { shopId })).list).toMatchObject([{ remitNo: '' }]);
    expect(await findFaults(app)).toEqual([]);
  });

  it('stands beside the one master of shops, which it writes through', async () => {
    const id = await save({ name: '新门店' });
    await app.data(token, shopApi.update, { ...shopDraft(agentId, { name: '改名门店' }), id } as never);
    expect(await app.data(token, storeApi.switchMany, { ids: [id, id], status: Enabled.off })).toEqual({
      ok: 1,
      fail: [],
    });
    expect(await listed({ status: Enabled.off })).toMatchObject([{ id, name: '改名门店', status: Enabled.off }]);
    expect((await app.call(token, shopApi.removeMany, { ids: [id] })).code).toBe(403);
    expect((await app.data(token, storeApi.switchMany, { ids: [999_999_999], status: 1 })).fail).toHaveLength(1);
  });
});

describe('the review of shops', () => {
  it('passes and rejects, one or many, each once', async () => {
    const [first, second, third] = [await save(), await save(), await save()];
    const waiting = await app.data(token, shopApplyApi.list, { audit: Review.waiting });
    expect(waiting.list.map(({ id }) => id)).toEqual([third, second, first]);
    expect(waiting.list[0]).toMatchObject({
      applicant: '测试',
      waitHours: 0,
      auditName: '',
      phone: expect.stringContaining('****'),
    });
    expect(await app.call(token, shopApplyApi.audit, { ids: [first], audit: Review.rejected })).toMatchObject({
      code: 400,
      message: '请输入驳回原因',
    });
    const rejected = { ids: [first, second], audit: Review.rejected, remark: '门头照片模糊' };
    expect(await app.data(token, shopApplyApi.audit, rejected)).toEqual({ ok: 2, fail: [] });
    expect(await app.data(token, shopApplyApi.audit, { ids: [second, third], audit: Review.passed })).toEqual({
      ok: 1,
      fail: [{ id: second, message: '门店不在待审核状态，请刷新后重试' }],
    });
    const counts = await app.data(token, shopApplyApi.counts, {});
    expect(new Map(counts.map(({ audit, count }) => [audit, count]))).toEqual(
      new Map([
        [Review.rejected, 2],
        [Review.passed, 1],
      ]),
    );
    await app.db
      .updateTable('shop')
      .set({ submittedAt: sql<string>`now() - interval '50 hours'` })
      .where('id', '=', first)
      .execute();
    await app.data(token, shopApi.update, { ...shopDraft(agentId), id: first } as never);
    const again = await app.data(token, shopApplyApi.info, { id: first });
    expect(again).toMatchObject({ audit: Review.waiting, waitHours: 0, auditRemark: '' });
  });

  it('lets one of two at once have it', async () => {
    const id = await save();
    const answers = await Promise.all(
      [Review.passed, Review.rejected].map((audit) =>
        app.data(token, shopApplyApi.audit, { ids: [id], audit, remark: '不符' }),
      ),
    );
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([0, 1]);
  });

  it('refuses to pass a shop without a dealer', async () => {
    const id = await save();
    await app.db
      .updateTable('shopAss')
      .set({ unbindAt: sql<string>`now()` })
      .where('shopId', '=', id)
      .execute();
    expect((await app.data(token, shopApplyApi.audit, { ids: [id], audit: Review.passed })).fail).toEqual([
      { id, message: '门店必须归属一个经销商，请直接变更' },
    ]);
  });

  it('finds shops of the firm that may be the same', async () => {
    const at = { lng: 120.15, lat: 30.28 };
    const id = await save({ name: '申请门店', licenseNo: '91330100MA2XXXXX01', ...at });
    const license = await save({ name: '同照门店', licenseNo: '91330100MA2XXXXX01' });
    const near = await save({ name: '隔壁门店', lng: 120.1502, lat: 30.28 });
    await save({ name: '远处门店', lng: 120.16, lat: 30.28 });
    const stranger = await makeFirm(app);
    const foreign = await makeStaff(app, { firmId: stranger, permissions });
    await app.data(foreign.token, shopApi.save, shopDraft(await makeAgent(app, stranger), { ...at }) as never);
    const { twins } = await app.data(token, shopApplyApi.info, { id });
    expect(twins).toMatchObject([
      { id: license, sameLicense: true, metres: null },
      { id: near, sameLicense: false, metres: 19 },
    ]);
  });
});
