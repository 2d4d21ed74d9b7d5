import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openPayWorld } from '../../../test/factories/payout.ts';
import { openMerchants } from '../pay-merchants.ts';
import { reconcileAll } from './reconcile-job.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
afterEach(() => world.close());

const dayMs = 24 * 60 * 60_000;
/** What was paid was paid so many days before. */
const goBack = async (days: number) => {
  for (const entry of world.simulator.ledger.entries) entry.at -= days * dayMs;
  await sql`update payout set posted_at = posted_at - make_interval(days => ${days}::int), created_at = created_at - make_interval(days => ${days}::int),
    finished_at = finished_at - make_interval(days => ${days}::int)`.execute(world.app.db);
};
const differences = () => world.app.db.selectFrom('reconDiff').select(['mchConfId', 'outBillNo', 'diffType']).execute();
const linesOf = async (mchConfId: number) =>
  (await world.app.db.selectFrom('reconDay').select('lines').where('mchConfId', '=', mchConfId).execute())
    .map(({ lines }) => lines)
    .reduce((sum, lines) => sum + lines, 0);

it('knows the payments that the same account made under another app', async () => {
  world = await openPayWorld();
  const { app, merchant, simulator } = world;
  await world.open(...Array.from({ length: 3 }, (_, nth) => world.toRow(`o${nth}_ok`, 500 + nth)));
  await world.work();
  const { id: second } = await app.db
    .insertInto('merchant')
    .values({ firmId: merchant.firmId, name: '小程序', mchid: merchant.mchId, appid: 'wxmini' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.insertInto('payQueue').values({ mchConfId: second, firmId: merchant.firmId }).execute();
  // What nobody of us paid is still told, under each.
  simulator.ledger.entries.push({ ...simulator.ledger.entries[0]!, outBillNo: 'LT00000000000999901' });
  await goBack(1);
  const merchants = openMerchants(async (_db, asked) => ({ ...merchant, id: asked, version: String(asked) }));
  await reconcileAll({ db: app.db, log: app.log }, merchants);
  expect([await linesOf(merchant.id), await linesOf(second)]).toEqual([4, 4]);
  expect((await differences()).map(({ mchConfId, outBillNo }) => [mchConfId, outBillNo])).toEqual([
    [merchant.id, 'LT00000000000999901'],
    [second, 'LT00000000000999901'],
  ]);
});

it.each([9, 60])('takes up the bills of all payments after %d days away', async (days) => {
  world = await openPayWorld();
  const { app, merchant } = world;
  await world.open(...Array.from({ length: 5 }, (_, nth) => world.toRow(`o${nth}_ok`, 500 + nth)));
  await world.work();
  await goBack(days);
  await reconcileAll({ db: app.db, log: app.log }, world.merchants);
  expect(await linesOf(merchant.id)).toBe(5);
  expect((await world.attempts()).every(({ judgedAt }) => judgedAt !== null)).toBe(true);
  expect(await differences()).toEqual([]);
});

it('holds nothing against bills that are not kept any more', async () => {
  world = await openPayWorld();
  const { app } = world;
  await world.open(world.toRow('o1_ok', 500));
  await world.work();
  await goBack(120);
  await reconcileAll({ db: app.db, log: app.log }, world.merchants);
  expect((await world.attempts()).map(({ judgedAt }) => judgedAt)).toEqual([null]);
  expect(await differences()).toEqual([]);
});
