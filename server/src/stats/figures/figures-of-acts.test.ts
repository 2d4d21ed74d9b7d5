import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFigures } from '../../../test/factories/figures.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { makeGoodsActivity } from '../../../test/factories/redeem.ts';
import { verifyGoods } from '../../../test/factories/settlement.ts';
import { warnOfFigures } from './run-figures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('draws and prizes handed out are in the figures, and the nightly look warns of a day that was tampered with', async () => {
  const firmId = await makeFirm(app);
  const activity = await makeGoodsActivity(app, firmId);
  const shop = await makeShop(app, firmId, await makeAgent(app, firmId));
  await verifyGoods(app, activity, shop, 3);
  expect(await findFigures(app)).toEqual([]);
  const kept = app.db.selectFrom('statDay').where('firmId', '=', firmId).where('grain', '=', 0);
  expect(
    await kept.where('dim', '=', 6).where('id', '=', shop).select(['verCnt', 'verAmount']).executeTakeFirst(),
  ).toEqual({ verCnt: 3, verAmount: 7800 });
  expect(await kept.where('dim', '=', 0).select(['drawCnt', 'claimCnt', 'wonVerCnt']).executeTakeFirst()).toEqual({
    drawCnt: 3,
    claimCnt: 3,
    wonVerCnt: 3,
  });
  await app.db.updateTable('statDay').set({ drawCnt: 4 }).where('firmId', '=', firmId).where('dim', '=', 0).execute();
  await warnOfFigures(app);
  expect(await app.db.selectFrom('riskEvent').select(['firmId', 'title']).execute()).toEqual([
    { firmId, title: expect.stringContaining('统计数据核对不一致') },
  ]);
});
