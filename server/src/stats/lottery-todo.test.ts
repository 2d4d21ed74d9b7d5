import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { PaySource, ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makePool } from '../../test/factories/fund.ts';
import { activityDraft } from '../../test/factories/lottery.ts';
import { makeAgent, makeShop } from '../../test/factories/parties.ts';
import { makeRedemptions } from '../../test/factories/posting.ts';
import { countRemits } from '../../test/factories/settlement.ts';
import { insertActivity } from '../campaign/activity/activity-writes.ts';
import type { Db } from '../kit/db/database.ts';
import { makeGoodsActivity, winGoods } from '../../test/factories/redeem.ts';

const sight = 'admin:statistics:home:trace';
const acts = [
  'aiActive:audit',
  'aiActive:publish',
  'receive:list',
  'receive:update',
  'redInfo:list',
  'redInfo:resend',
  'redInfo:sync',
  'storeRemit:list',
  'storeRemit:pay',
  'dealerRemit:list',
  'dealerRemit:audit',
].map((act) => `admin:lottery:${act}`);

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  ({ firmId, token } = await makeFirmStaff(app, [sight, ...acts]));
});
afterAll(() => app.close());

it('counts what the lists it leads to show, for who may act on it', async () => {
  const goods = await makeGoodsActivity(app, firmId);
  await winGoods(app, goods, 3);
  await app.db
    .updateTable('claim')
    .set({ hold: true })
    .where('drawId', '=', sql<number>`(select min(draw_id) from claim where activity_id = ${goods.id})`)
    .execute();
  const posted = await makeGoodsActivity(app, firmId);
  await makeRedemptions(app, posted, 3);
  await app.db
    .updateTable('redemption')
    .set({ status: RedemptionStatus.passed, auditAt: sql<string>`now()`, auditBy: 1 })
    .where('id', '=', sql<number>`(select min(id) from redemption)`)
    .execute();
  const draft = await activityDraft(app, firmId, [{ stock: 10, weight: 10_000 }]);
  await app.db.transaction().execute((db) => insertActivity(db as Db, draft, { firmId, operatorId: 1 }));
  const poolId = await makePool(app, firmId, 1000);
  const { mchConfId } = await app.db
    .selectFrom('pool')
    .where('id', '=', poolId)
    .select('mchConfId')
    .executeTakeFirstOrThrow();
  const packet = {
    firmId,
    mchConfId,
    openid: 'o',
    appId: 'wx',
    amount: 100,
    source: PaySource.hand,
    status: 'SENDING',
  };
  await app.db
    .insertInto('redInfo')
    .values([
      { ...packet, sourceId: 1, hold: true },
      { ...packet, sourceId: 2, hold: false, attemptNo: 1 },
    ])
    .execute();
  const agentId = await makeAgent(app, firmId);
  const shopId = await makeShop(app, firmId, agentId);
  const period = {
    firmId,
    amount: 100,
    rewardAmount: 100,
    source: 3,
    periodFrom: '2026-01-01',
    periodTo: '2026-01-31',
  };
  const first = await countRemits(app, firmId, 3);
  await app.db
    .insertInto('remit')
    .values([
      { ...period, firmNo: first, payeeKind: PayeeKind.shop, shopId, agentId },
      {
        ...period,
        firmNo: first + 1,
        payeeKind: PayeeKind.shop,
        shopId,
        agentId,
        status: RemitStatus.rejected,
        rejectBy: 1,
        rejectedAt: sql<string>`now()`,
      },
      { ...period, firmNo: first + 2, payeeKind: PayeeKind.agent, agentId },
    ])
    .execute();
  const diff = {
    firmId,
    mchConfId,
    billDate: '2026-01-01',
    diffType: ReconDiffType.amount,
    ourAmount: 1,
    billAmount: 2,
  };
  await app.db
    .insertInto('reconDiff')
    .values([
      { ...diff, outBillNo: 'A', state: ReconState.open },
      { ...diff, outBillNo: 'B', state: ReconState.handled },
    ])
    .execute();

  expect(await app.data(token, homeApi.todo, {})).toEqual({
    holdNum: 1,
    redHoldNum: 1,
    shopRemitNum: 1,
    dealerRemitNum: 1,
    redeemAuditNum: 2,
    redeemShipNum: 1,
    reconDiffNum: 1,
    draftActivityNum: 1,
  });
  const total = async (answer: Promise<{ total: number }>) => (await answer).total;
  expect(await total(app.data(token, claimApi.list, { hold: true }))).toBe(1);
  expect(await total(app.data(token, redInfoApi.list, { hold: true }))).toBe(1);
  expect(await total(app.data(token, redemptionApi.list, { status: RedemptionStatus.passed, isShipped: false }))).toBe(
    1,
  );
  expect(await total(app.data(token, remitApi.list, { status: RemitStatus.waiting }))).toBe(1);
  const { token: stranger } = await makeFirmStaff(app, [sight, ...acts]);
  expect(Object.values(await app.data(stranger, homeApi.todo, {})).every((n) => n === 0)).toBe(true);
  const { token: blind } = await makeStaff(app, { firmId, permissions: [sight] });
  expect(await app.data(blind, homeApi.todo, {})).toEqual({});
});
