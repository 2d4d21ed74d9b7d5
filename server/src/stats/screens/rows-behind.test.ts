import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { verificationApi } from '@zhuiyuan/contract/redeem/verification';
import { statApis } from '@zhuiyuan/contract/stats/screens/stat-api';
import { statMay } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeStatRows } from '../../../test/factories/stat-rows.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { advanceFigures } from '../figures/advance-figures.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  const { firmId } = await makeStatRows(app);
  const staff = await makeStaff(app, {
    firmId,
    permissions: [
      statMay('prize'),
      statMay('exchange'),
      claimApi.list.may,
      redemptionApi.list.may,
      verificationApi.list.may,
    ].map(String),
  });
  token = staff.token;
  await advanceFigures(app.db, 'now');
}, 120_000);
afterAll(() => app.close());

const dateLimit = 'lately30';
/** Tiers of a table, each with the activity that a list is asked of with it. */
const tiersOf = async (name: 'prize' | 'exchange') => {
  const { list } = await app.data(token, statApis[name].list, { dateLimit, groupBy: 'tier', limit: 200 });
  const rows = list.filter(({ id }) => id !== 0);
  expect(rows.length).toBeGreaterThan(1);
  return rows.map((row) => ({
    row,
    of: { dateLimit, tierId: row.id, activityId: Number(row['activityId']), limit: 1 },
  }));
};

test('wins of a tier are as many as the list of them shows, claimed, closed and in cash too', async () => {
  const seen = { winCnt: 0, claimCnt: 0, closeCnt: 0, verCnt: 0 };
  for (const { row, of } of await tiersOf('prize')) {
    const count = async (more: object) => (await app.data(token, claimApi.list, { ...of, ...more } as never)).total;
    expect(await count({})).toBe(row['winCnt']);
    expect(await count({ status: ClaimStatus.claimed })).toBe(row['claimCnt']);
    expect(await count({ status: ClaimStatus.closed })).toBe(row['closeCnt']);
    const cash = await app.data(token, claimApi.list, { ...of, prizeType: PrizeType.cash, limit: 200 } as never);
    expect(cash.list.reduce((sum, { amount }) => sum + amount, 0)).toBe(row['winAmount']);
    for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += Number(row[name]);
  }
  for (const many of Object.values(seen)) expect(many).toBeGreaterThan(0);
});

test('orders of a tier are as many as the list of them shows in each state', async () => {
  for (const { row, of } of await tiersOf('exchange')) {
    const count = async (more: object) =>
      (await app.data(token, redemptionApi.list, { ...of, ...more } as never)).total;
    expect(await count({})).toBe(row['exchCnt']);
    expect(await count({ status: RedemptionStatus.waiting })).toBe(row['exchWaiting']);
    expect(await count({ status: RedemptionStatus.passed, isShipped: 0 })).toBe(row['exchToShip']);
    expect(await count({ status: RedemptionStatus.finished })).toBe(row['exchFinished']);
    expect(await count({ status: RedemptionStatus.rejected })).toBe(row['exchRejected']);
    expect(await count({ status: RedemptionStatus.closed })).toBe(row['exchClosed']);
  }
});

test('a tier of another activity has no rows, and verifications are asked of a tier too', async () => {
  const [one] = await tiersOf('prize');
  const { tierId, activityId } = one!.of;
  const all = await app.data(token, verificationApi.list, { status: VerStatus.done } as never);
  const counts = await Promise.all(
    (await tiersOf('prize')).map(
      async ({ of }) =>
        (await app.data(token, verificationApi.list, { ...of, dateLimit: undefined, status: VerStatus.done } as never))
          .total,
    ),
  );
  expect(counts.reduce((sum, many) => sum + many, 0)).toBe(all.total);
  const { total } = await app.data(token, claimApi.list, { tierId, activityId: activityId + 1 } as never);
  expect(total).toBe(0);
});
