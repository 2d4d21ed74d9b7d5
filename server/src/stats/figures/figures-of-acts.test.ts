import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFigures } from '../../../test/factories/figures.ts';
import { makeActivity } from '../../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { makeRedemption } from '../../../test/factories/posting.ts';
import { makeGoodsActivity } from '../../../test/factories/redeem.ts';
import { verifyGoods } from '../../../test/factories/settlement.ts';
import { auditRedemption, shipRedemption } from '../../claim/redemption-writes.ts';
import type { Db } from '../../kit/db/database.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { closeDays } from './check-figures.ts';
import { warnOfFigures } from './run-figures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
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

test.each([0, 3])(
  'another number of a parcel books its cost no second time, %s days after it was shipped',
  async (days) => {
    await sql`truncate stat_day, stat_person, stat_reach, stat_change, stat_cursor, consumer_count`.execute(app.db);
    const firmId = await makeFirm(app);
    const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000, post: 'only' }]);
    await app.db.updateTable('tier').set({ costPrice: 5200 }).where('activityId', '=', activity.id).execute();
    const { id } = await makeRedemption(app, activity);
    const inTransaction = (work: (db: Db) => Promise<unknown>) => app.db.transaction().execute((db) => work(db as Db));
    const ship = (shipNo: string) =>
      inTransaction((db) => shipRedemption(db, { id, shipCompany: '顺丰速运', shipNo, operatorId: 1 }));
    const orderOf = () =>
      app.db
        .selectFrom('redemption')
        .where('id', '=', id)
        .select(['shipNo', 'shippedAt', 'reshippedAt'])
        .executeTakeFirstOrThrow();
    await inTransaction((db) => auditRedemption(db, { id, pass: true, remark: '', operatorId: 1 }));
    await ship('SF1');
    await sql`update redemption set shipped_at = shipped_at - make_interval(days => ${days}::int) where id = ${id}`.execute(
      app.db,
    );
    const { shippedAt } = await orderOf();
    expect((await findFigures(app)).filter((fault) => fault.firmId === firmId)).toEqual([]);
    await ship('SF2');
    expect(await orderOf()).toEqual({ shipNo: 'SF2', shippedAt, reshippedAt: expect.any(String) });
    expect((await findFigures(app)).filter((fault) => fault.firmId === firmId)).toEqual([]);
    await closeDays(app.db);
    expect((await findFigures(app)).filter((fault) => fault.firmId === firmId)).toEqual([]);
    const { rows } = await sql`
    select exch_cost, cost_amount from stat_day where firm_id = ${firmId} and grain = 0 and dim = 0 and exch_cost <> 0`.execute(
      app.db,
    );
    expect(rows).toEqual([{ exchCost: 5200, costAmount: 5200 }]);
  },
);
