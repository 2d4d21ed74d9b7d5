import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { BillState, PaySource, ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { assetFiguresApi } from '@zhuiyuan/contract/stats/overview/asset-figures';
import { assetsApi } from '@zhuiyuan/contract/fund/pool/assets';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { makePool } from '../../../test/factories/fund.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { allocateBudget } from '../../fund/budget.ts';
import { reserveWins } from '../../fund/reserve-wins.ts';
import { settleReserved } from '../../fund/end-reservation.ts';
import type { Db } from '../../kit/db/database.ts';

let app: TestApp;
let firmId: number;
let token: string;
let poolId: number;
let mchConfId: number;
let last = 800_000;
const next = (): number => (last += 1);

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(['admin:lottery:assets:index']));
  poolId = await makePool(app, firmId, 10_000_000);
  ({ mchConfId } = await app.db
    .selectFrom('pool')
    .where('id', '=', poolId)
    .select('mchConfId')
    .executeTakeFirstOrThrow());
});
afterAll(() => app.close());

/** An activity that was given money and paid some of it. */
const pay = async (amount: number): Promise<number> => {
  const activityId = next();
  const refId = next();
  await app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    await allocateBudget(db, { firmId, activityId, poolId, amount: amount + 100 }, 1);
    await reserveWins(db, { firmId, activityId, refKind: 'draw', wins: [{ refId, amount }] });
    await settleReserved(db, { firmId, refKind: 'draw', refIds: [refId] });
  });
  return activityId;
};

it('shares out all that was ever paid, to the fen', async () => {
  const amounts = [900, 800, 700, 600, 500, 400, 300, 200, 100, 50];
  const ids: number[] = [];
  for (const amount of amounts) ids.push(await pay(amount));
  const share = await app.data(token, assetFiguresApi.share, {});
  expect(share.map(({ paid }) => paid)).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 150]);
  expect(share.slice(0, 8).map(({ activityId }) => activityId)).toEqual(ids.slice(0, 8));
  expect(share.at(-1)).toMatchObject({ activityId: null, name: '其他' });
  const { paidTotal } = await app.data(token, assetsApi.overview, {});
  expect(share.reduce((sum, { paid }) => sum + paid, 0)).toBe(paidTotal);
  const { paid } = await app.db
    .selectFrom('fundLedger')
    .where('firmId', '=', firmId)
    .where('type', '=', LedgerType.pay)
    .select(sql<number>`sum(outside)::bigint`.as('paid'))
    .executeTakeFirstOrThrow();
  expect(paid).toBe(paidTotal);
});

const payout = async (firm: number, at: string, state: number, errCode = '') => {
  const isReceived = state === BillState.success;
  const sent = { firmId: firm, mchConfId, openid: 'somebody', attemptNo: 1, amount: 100 };
  const { id } = await app.db
    .insertInto('redInfo')
    .values({
      ...sent,
      source: PaySource.hand,
      sourceId: next(),
      appId: 'wx',
      status: isReceived ? 'RECEIVED' : 'FAILED',
      receivedAt: isReceived ? sql<string>`${at}::timestamptz` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('payout')
    .values({
      ...sent,
      redInfoId: id,
      outBillNo: `T${id}`,
      state,
      errCode,
      postedAt: sql<string>`${at}::timestamptz`,
      body: '{}',
      finishedAt: sql<string>`${at}::timestamptz`,
    })
    .execute();
};

it('counts what failed against what was received, the week before up to the same clock', async () => {
  expect(await app.data(token, assetFiguresApi.failure, {})).toMatchObject({
    now: { failed: 0, received: 0, rate: null },
    before: { rate: null },
  });
  const ago = (days: number, seconds: number) =>
    new Date(Date.now() - days * 86_400_000 - seconds * 1000).toISOString();
  await payout(firmId, ago(0, 1), BillState.success);
  await payout(firmId, ago(6, 1), BillState.success);
  await payout(firmId, ago(3, 1), BillState.success);
  await payout(firmId, ago(2, 1), BillState.fail, 'ACCOUNT_NOT_EXIST');
  // Came back: no failure.
  await payout(firmId, ago(2, 1), BillState.fail, 'OVERDUE_CLOSE');
  await payout(firmId, ago(2, 1), BillState.cancelled);
  await payout(firmId, ago(7, 60), BillState.success);
  await payout(firmId, ago(8, 1), BillState.fail, 'ACCOUNT_NOT_EXIST');
  // A week ago, later than now by the clock; and too long ago.
  await payout(firmId, ago(7, -3600), BillState.fail, 'ACCOUNT_NOT_EXIST');
  await payout(firmId, ago(15, 1), BillState.fail, 'ACCOUNT_NOT_EXIST');
  const found = await app.data(token, assetFiguresApi.failure, {});
  // An hour after now is of the next day in the last hour of one.
  const isLate = new Date(Date.now() + 8 * 3_600_000).getUTCHours() === 23;
  expect(found.before).toEqual({ failed: 1, received: 1, rate: 0.5 });
  expect(found.now).toEqual(isLate ? { failed: 2, received: 3, rate: 0.4 } : { failed: 1, received: 3, rate: 0.25 });
});

it('says of each of seven days whether its bills agree, of the own firm alone', async () => {
  const day = (ago: number) => addDays(shanghaiToday(), -ago);
  const bill = (firm: number, billDate: string, merchant = mchConfId) =>
    app.db.insertInto('reconDay').values({ firmId: firm, mchConfId: merchant, billDate }).execute();
  const diff = (billDate: string, state: number) =>
    app.db
      .insertInto('reconDiff')
      .values({
        firmId,
        mchConfId,
        billDate,
        outBillNo: `R${next()}`,
        diffType: ReconDiffType.amount,
        ourAmount: 1,
        billAmount: 2,
        state,
      })
      .execute();
  await bill(firmId, day(1));
  await bill(firmId, day(2));
  await diff(day(2), ReconState.handled);
  await bill(firmId, day(3));
  await diff(day(3), ReconState.handled);
  await diff(day(3), ReconState.open);
  await bill(firmId, day(8));
  const other = await makeFirm(app);
  await bill(other, day(5), next());
  const found = await app.data(token, assetFiguresApi.recon, {});
  expect(found.map(({ day: at }) => at)).toEqual([7, 6, 5, 4, 3, 2, 1].map(day));
  expect(found.map(({ light }) => light)).toEqual([0, 0, 0, 0, 3, 2, 1]);
  expect(found[4]).toMatchObject({ bills: 1, diffCount: 2, openCount: 1 });
});
