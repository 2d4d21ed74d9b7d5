import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('the runs bound to a lot are those bound now, by segment and serial, page by page', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { seg } = await world.issue({ itemCount: 1000 });
  const other = await ops.makeLot();
  const of = (lotId: number, more: object = {}) => app.data(world.token, identityApi.ofLot, { lotId, ...more });
  expect(await of(world.lotId)).toMatchObject({ list: [], total: 0 });

  await ops.use(range(seg, 1, 400));
  await ops.use(range(seg, 601, 700));
  // One code and one run leave the lot again.
  await ops.update(await ops.single(seg, 50), { newLotId: other });
  await ops.update(range(seg, 301, 320), { newLotId: other });

  const { list, total } = await of(world.lotId);
  expect(list.map(({ serialFrom, serialTo, count }) => [serialFrom, serialTo, count])).toEqual([
    [1, 49, 49],
    [51, 300, 250],
    [321, 400, 80],
    [601, 700, 100],
  ]);
  expect(total).toBe(4);
  expect(list[1]).toMatchObject({ firstCode: await ops.codeOf(seg, 51), lastCode: await ops.codeOf(seg, 300) });
  const second = await of(world.lotId, { page: 2, limit: 3 });
  expect(second).toMatchObject({ total: 4, totalPage: 2, list: [list[3]] });
  expect((await of(other)).list.map(({ serialFrom, serialTo }) => [serialFrom, serialTo])).toEqual([
    [50, 50],
    [301, 320],
  ]);

  const stranger = (await makeFirmStaff(app, codePermissions)).token;
  expect((await app.call(stranger, identityApi.ofLot, { lotId: world.lotId })).code).toBe(404);
});

test('scans are found by their lot', async () => {
  const world = await makeCodeWorld(app);
  const { firmId, productId, lotId } = world;
  const token = (await makeStaff(app, { firmId, permissions: ['admin:identity:select:log'] })).token;
  const asked = { firmId, productId, codeText: 'A', verdict: 'FIRST' as const };
  await app.db
    .insertInto('scanLog')
    .values([
      { ...asked, lotId },
      { ...asked, lotId: lotId + 1 },
    ])
    .execute();
  expect((await app.data(token, scanLogApi.list, { lotId })).total).toBe(1);
  const stranger = (await makeFirmStaff(app, ['admin:identity:select:log'])).token;
  expect((await app.data(stranger, scanLogApi.list, { lotId })).total).toBe(0);
});
