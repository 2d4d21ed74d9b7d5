import { RiskLevel } from '@zhuiyuan/contract/codes/state/warning-states';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeActivity } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { warnOfMoney } from './money-checks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const warnings = () =>
  app.db.selectFrom('riskEvent').orderBy('id').select(['firmId', 'level', 'title', 'hitCount']).execute();

test('the nightly look warns the firm whose rows do not add up, once for each rule', async () => {
  const firmId = await makeFirm(app);
  const { tierIds } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000 }]);
  await warnOfMoney(app);
  expect(await warnings()).toEqual([]);
  // One prize given out that no draw knows of.
  await app.db.updateTable('tier').set({ remain: 9, issued: 1 }).where('id', '=', tierIds[0]!).execute();
  await warnOfMoney(app);
  await warnOfMoney(app);
  expect(await warnings()).toEqual([
    { firmId, level: RiskLevel.severe, title: '账目核对不一致：奖级的发放数等于抽奖记录数', hitCount: 2 },
  ]);
});
