import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { rollUpScans } from './roll-up-scans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('every settled scan is added to its counters exactly once, also by rounds at the same time', async () => {
  const world = await makeCodeWorld(app);
  const { seg } = await world.issue();
  const scan = (verdict: string, secondsAgo: number, isCounted = true) =>
    app.db
      .insertInto('scanLog')
      .values({
        codeText: 'x',
        seg,
        serial: 1,
        firmId: world.firmId,
        productId: world.productId,
        verdict,
        isCounted,
        at: new Date(Date.now() - secondsAgo * 1000),
      })
      .execute();
  const counters = async () => {
    const segment = await app.db
      .selectFrom('segment')
      .where('seg', '=', seg)
      .select('scanCnt')
      .executeTakeFirstOrThrow();
    const product = await app.db
      .selectFrom('product')
      .where('id', '=', world.productId)
      .select('scanCnt')
      .executeTakeFirstOrThrow();
    return [segment.scanCnt, product.scanCnt];
  };
  await scan('FIRST', 600);
  await scan('REPEAT', 500);
  await scan('REPEAT', 400, false);
  await scan('FIRST', 0);
  await Promise.all([rollUpScans(app.db), rollUpScans(app.db), rollUpScans(app.db)]);
  expect(await counters()).toEqual([1, 2]);
  await rollUpScans(app.db);
  expect(await counters()).toEqual([1, 2]);
});
