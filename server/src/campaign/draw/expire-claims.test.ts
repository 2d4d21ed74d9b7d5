import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakUpdates, mendUpdates } from '../../../test/broken-updates.ts';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFaults, makeActivity, makeMembers, ticketOf } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import type { Db } from '../../kit/db/database.ts';
import { endActivity } from '../activity/publish-activity.ts';
import { openSeed } from '../fair/epochs.ts';
import type { Weight } from '../fair/numbers.ts';
import { drawTogether } from './draw-together.ts';
import { expireClaims } from './expire-claims.ts';
import { dateClaims } from '../../../test/factories/notes.ts';

let app: TestApp;
let firmId: number;
// The job runs beside itself here.
beforeAll(async () => {
  app = await openTestApp({ poolSize: 4 });
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

let serial = 0;
/** An activity whose every draw won, and whose claims are over. */
const overdue = async (count: number, tier: { cash?: number }, more: { autoReturn?: boolean } = {}) => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, ...tier }], more);
  const row = await app.db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', 'weightVersion.activityId', 'seedEpoch.activityId')
    .where('seedEpoch.id', '=', activity.epoch.id)
    .select(['seedSealed', sql<Weight[]>`entries`.as('entries')])
    .executeTakeFirstOrThrow();
  const seed = openSeed(app.config.masterKey, { activityId: activity.id, epochNo: 1, seedSealed: row.seedSealed });
  const people = await makeMembers(app, firmId, count);
  for (const uid of people)
    await drawTogether(app.shopperDb, [
      {
        ticket: ticketOf(activity, uid, { seg: 9_000_009, serial: (serial += 1) }),
        clientSeed: '',
        seed,
        entries: row.entries,
      },
    ]);
  await dateClaims(app, sql`activity_id = ${activity.id}`, sql`now() - interval '1 minute'`);
  return activity;
};
const claims = (activityId: number) =>
  app.db
    .selectFrom('claim')
    .where('activityId', '=', activityId)
    .orderBy('drawId')
    .select(['status', 'closeReason'])
    .execute();
const budget = (activityId: number) =>
  app.db
    .selectFrom('activityBudget')
    .where('activityId', '=', activityId)
    .select(['remain', 'reserved', 'released'])
    .executeTakeFirstOrThrow();
const tierOf = (id: number) =>
  app.db.selectFrom('tier').where('id', '=', id).select(['remain', 'issued', 'returned']).executeTakeFirstOrThrow();

test('cash nobody claimed can be won again while the activity runs, once', async () => {
  const { id, tierIds } = await overdue(3, { cash: 100 }, { autoReturn: true });
  const before = await budget(id);
  expect(before.reserved).toBe(300);
  const closed = await Promise.all([expireClaims(app), expireClaims(app), expireClaims(app)]);
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await budget(id)).toMatchObject({ reserved: 0, remain: before.remain + 300 });
  expect(await tierOf(tierIds[0]!)).toEqual({ remain: 50, issued: 3, returned: 3 });
  const rows = await claims(id);
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toEqual({ status: ClaimStatus.closed, closeReason: 'EXPIRED' });
  expect(await findFaults(app)).toEqual([]);
});

test('of an ended activity it goes to the pool, and prizes stay given out', async () => {
  const { id, tierIds } = await overdue(2, { cash: 100 }, { autoReturn: true });
  await app.db
    .transaction()
    .execute((transaction) => endActivity(transaction as Db, id, { reason: 'MANUAL', text: '收尾' }, 1));
  const { released } = await budget(id);
  await expireClaims(app);
  expect(await budget(id)).toEqual({ remain: 0, reserved: 0, released: released + 200 });
  expect(await tierOf(tierIds[0]!)).toMatchObject({ issued: 2, returned: 0 });
  expect(await findFaults(app)).toEqual([]);
});

test('a claim that cannot be closed keeps those of no other activity open', async () => {
  const [broken, whole] = [await overdue(1, { cash: 100 }), await overdue(2, { cash: 100 })];
  await breakUpdates(app, 'claim', `old.activity_id = ${broken.id}`);
  expect(await expireClaims(app)).toBe(2);
  expect((await claims(whole.id)).every(({ status }) => status === ClaimStatus.closed)).toBe(true);
  expect(await claims(broken.id)).toMatchObject([{ status: ClaimStatus.open }]);
  await mendUpdates(app, 'claim');
  expect(await expireClaims(app)).toBe(1);
  expect(await findFaults(app)).toEqual([]);
});

test('what is being paid or looked at, and what is not over, stays', async () => {
  const { id } = await overdue(3, {});
  const rows = await app.db
    .selectFrom('claim')
    .where('activityId', '=', id)
    .orderBy('drawId')
    .select('drawId')
    .execute();
  const set = (at: number, change: object) =>
    app.db.updateTable('claim').set(change).where('drawId', '=', rows[at]!.drawId).execute();
  await set(0, { busy: ClaimBusy.paying });
  await set(1, { hold: true });
  await set(2, { expireAt: sql`now() + interval '1 day'` });
  expect(await expireClaims(app)).toBe(0);
  expect((await claims(id)).every(({ status }) => status === ClaimStatus.open)).toBe(true);
});
