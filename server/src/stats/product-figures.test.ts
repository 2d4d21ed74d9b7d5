import { homeApi } from '@zhuiyuan/contract/stats/home';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { makeFirm } from '../../test/factories/parties.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let reader: string;

beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  const permissions = ['admin:identity:product:list', 'admin:identity:lot:list'];
  reader = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
});
afterAll(() => app.close());

const scan = (daysAgo: number, change: object = {}) =>
  app.db
    .insertInto('scanLog')
    .values({
      firmId: world.firmId,
      productId: world.productId,
      codeText: 'A',
      verdict: 'FIRST',
      isCounted: true,
      at: sql<string>`now() - ${sql.lit(`${daysAgo} days`)}::interval`,
      ...change,
    })
    .execute();

it('tells how far the lots and codes of a product have come, and compares its scans with those before', async () => {
  const zeros = await app.data(reader, homeApi.product, { id: world.productId });
  expect(zeros).toEqual({
    lotNum: 1,
    waitingLotNum: 1,
    planQty: 0,
    activeNum: 0,
    shippedNum: 0,
    ownActiveNum: 0,
    ownScannedNum: 0,
    scanNum: 0,
    recentScanNum: 0,
    previousScanNum: 0,
  });

  const lot = { firmId: world.firmId, productId: world.productId, produceDate: '2026-11-01' };
  await app.db
    .insertInto('lot')
    .values([
      { ...lot, lotNo: 'A', planQty: 700, activeCnt: 30, shipCnt: 24, qcState: QcState.passed },
      { ...lot, lotNo: 'B', planQty: 300, activeCnt: 5, shipCnt: 4 },
      { ...lot, lotNo: 'C', planQty: 9000, shipCnt: 7, isDel: 1 },
    ])
    .execute();
  const { seg } = await world.issue({ productId: world.productId, itemCount: 1000 });
  await app.db.updateTable('segment').set({ activeCnt: 200, scanCnt: 50 }).where('seg', '=', seg).execute();
  await app.db.updateTable('product').set({ activeCnt: 240, scanCnt: 61 }).where('id', '=', world.productId).execute();
  for (const days of [0, 3, 29, 31, 45]) await scan(days);
  await scan(1, { isCounted: false });
  await scan(1, { productId: null });

  expect(await app.data(reader, homeApi.product, { id: world.productId })).toEqual({
    lotNum: 3,
    waitingLotNum: 2,
    planQty: 1000,
    activeNum: 240,
    shippedNum: 28,
    ownActiveNum: 200,
    ownScannedNum: 50,
    scanNum: 61,
    recentScanNum: 3,
    previousScanNum: 2,
  });
});

it('sums the lots that the filters leave', async () => {
  const { productId } = world;
  expect(await app.data(reader, lotApi.sums, { productId })).toEqual({
    planQty: 1000,
    activeCnt: 35,
    shipCnt: 28,
    voidCnt: 0,
  });
  expect(await app.data(reader, lotApi.sums, { productId, qcState: QcState.passed })).toEqual({
    planQty: 700,
    activeCnt: 30,
    shipCnt: 24,
    voidCnt: 0,
  });
  expect(await app.data(reader, lotApi.sums, { productId, lotNo: 'B' })).toMatchObject({ planQty: 300 });
});

it('keeps both from other firms', async () => {
  const permissions = ['admin:identity:product:list', 'admin:identity:lot:list'];
  const { token } = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  expect((await app.call(token, homeApi.product, { id: world.productId })).code).not.toBe(200);
  expect((await app.call(token, lotApi.sums, { productId: world.productId })).code).not.toBe(200);
});
