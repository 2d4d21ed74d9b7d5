import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { takeChances } from '../../test/chances.ts';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { breakUpdates, mendUpdates } from '../../test/broken-updates.ts';
import { bookGift, findFaults, makeGiver, makeMembers } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import type { Db } from '../kit/db/database.ts';
import { expirePoints, findPointsDue } from './expire-points.ts';
import { lockPoints } from './move-points.ts';
import { noteAgain } from '../../test/factories/notes.ts';

const random = takeChances();

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 10 });
});
afterAll(() => app.close());
// Nights are those of all firms.
afterEach(async () => {
  await app.db.updateTable('consumerConfig').set({ pointsMonths: 0 }).execute();
  await noteAgain(app);
});

/** A firm whose points are good for some months. */
const firmOf = async (pointsMonths: number): Promise<number> => {
  const firmId = await makeFirm(app);
  await app.db.insertInto('consumerConfig').values({ firmId, pointsMonths }).execute();
  await noteAgain(app);
  return firmId;
};
const setMonths = async (firmId: number, pointsMonths: number) => {
  await app.db.updateTable('consumerConfig').set({ pointsMonths }).where('firmId', '=', firmId).execute();
  await noteAgain(app);
};

/** What is found but for the order of times: people of one firm come and go here in years of their own. */
const faultsOfPast = async () =>
  (await findFaults(app)).filter((fault) => !fault.startsWith('积分流水依次记下，时间不早于之前的'));

/** Books points as if it were then. */
const book = async (firmId: number, uid: number, delta: number, at: string): Promise<void> => {
  const { points } = await app.db
    .updateTable('member')
    .set({ points: sql<number>`points + ${delta}` })
    .where('id', '=', uid)
    .returning('points')
    .executeTakeFirstOrThrow();
  await bookGift(app, { firmId, uid, points: delta, balance: points, operatorId: await makeGiver(app, firmId), at });
};
const balanceOf = async (uid: number): Promise<number> =>
  (await app.db.selectFrom('member').where('id', '=', uid).select('points').executeTakeFirstOrThrow()).points;
const expiries = (uid: number) =>
  app.db
    .selectFrom('pointLog')
    .where('uid', '=', uid)
    .where('source', '=', 'expire')
    .orderBy('id')
    .select(['delta', 'untilDay', 'balance'])
    .execute();

/** The last day on which points are good, counted on fingers. */
const goodUntil = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
};

/** Somebody's points one by one, the oldest first. */
class Purse {
  readonly lots: { day: string; left: number }[] = [];
  readonly lost: number[] = [];
  readonly months: number;
  constructor(months: number) {
    this.months = months;
  }
  get balance(): number {
    return this.lots.reduce((sum, { left }) => sum + left, 0);
  }
  spend(points: number): void {
    let rest = points;
    for (const lot of this.lots) {
      const taken = Math.min(rest, lot.left);
      lot.left -= taken;
      rest -= taken;
    }
  }
  night(today: string): void {
    const over = this.lots.filter(({ day }) => goodUntil(day, this.months) < today);
    const points = over.reduce((sum, { left }) => sum + left, 0);
    for (const lot of over) lot.left = 0;
    if (points > 0) this.lost.push(-points);
  }
}

test('what is earned, spent and lost on random days agrees with purses that are kept point by point', async () => {
  const clocks = ['00:00:00', '00:09:59', '12:30:00', '23:59:59'];
  for (const months of [1, 2, 7]) {
    const firmId = await firmOf(months);
    const uids = await makeMembers(app, firmId, 4);
    const purses = new Map(uids.map((uid) => [uid, new Purse(months)]));
    const story: string[] = [];
    // From the end of a short month into those around it.
    let today = addDays('2024-01-20', random(40));
    for (let step = 0; step < 45; step += 1) {
      today = addDays(today, random(3) === 0 ? 1 + random(25) : random(3));
      for (const [uid, purse] of purses) {
        const act = random(4);
        const at = `${today} ${clocks[random(clocks.length)]!}`;
        if (act === 0 || act === 1) {
          const points = 1 + random(50);
          purse.lots.push({ day: today, left: points });
          await book(firmId, uid, points, at);
          story.push(`${at} ${uid} +${points}`);
        } else if (act === 2 && purse.balance > 0) {
          const points = 1 + random(purse.balance);
          purse.spend(points);
          await book(firmId, uid, -points, at);
          story.push(`${at} ${uid} -${points}`);
        }
      }
      if (random(3) === 0) continue;
      const morning = addDays(today, 1);
      today = morning;
      for (const purse of purses.values()) purse.night(morning);
      await expirePoints(app, morning);
      story.push(`night of ${morning}`);
    }
    for (const [uid, purse] of purses) {
      const told = story.join('\n');
      expect(await balanceOf(uid), told).toBe(purse.balance);
      const rows = await expiries(uid);
      expect(
        rows.map(({ delta }) => delta),
        told,
      ).toEqual(purse.lost);
      expect(rows.every(({ balance }) => balance >= 0)).toBe(true);
    }
  }
  expect(await faultsOfPast()).toEqual([]);
});

test('points are good until the end of their day, also where a month is short, and what goes next is told', async () => {
  const firmId = await firmOf(1);
  const [uid, other] = (await makeMembers(app, firmId, 2)) as [number, number];
  await book(firmId, uid, 30, '2025-01-30 10:00:00');
  await book(firmId, uid, 5, '2025-01-31 23:59:59');
  await book(firmId, uid, 7, '2025-02-01 00:00:00');
  await book(firmId, uid, -10, '2025-02-02 10:00:00');
  expect(await expirePoints(app, '2025-02-28')).toBe(0);
  expect(await expirePoints(app, '2025-03-01')).toBe(1);
  expect(await expiries(uid)).toEqual([{ delta: -25, untilDay: '2025-01-31', balance: 7 }]);
  expect(await expirePoints(app, '2025-03-01')).toBe(0);
  expect(await expirePoints(app, '2025-03-02')).toBe(1);
  expect(await balanceOf(uid)).toBe(0);
  expect(await findPointsDue(app.db, firmId, uid)).toBeNull();

  const today = shanghaiToday();
  await book(firmId, other, 20, `${addDays(today, -9)} 08:00:00`);
  await book(firmId, other, 4, `${addDays(today, -8)} 08:00:00`);
  await book(firmId, other, -21, `${addDays(today, -1)} 08:00:00`);
  expect(await findPointsDue(app.db, firmId, other)).toEqual({ points: 3, day: goodUntil(addDays(today, -8), 1) });
  await setMonths(firmId, 0);
  expect(await findPointsDue(app.db, firmId, other)).toBeNull();
  expect(await expirePoints(app, addDays(today, 400))).toBe(0);
  expect(await faultsOfPast()).toEqual([]);
});

test('another number of months holds for all points from the next night on', async () => {
  const firmId = await firmOf(12);
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  await book(firmId, uid, 40, '2025-01-10 10:00:00');
  await book(firmId, uid, 50, '2025-03-10 10:00:00');
  expect(await expirePoints(app, '2025-05-01')).toBe(0);
  await setMonths(firmId, 3);
  expect(await findPointsDue(app.db, firmId, uid)).toMatchObject({ points: 90 });
  expect(await expirePoints(app, '2025-05-02')).toBe(1);
  await setMonths(firmId, 1);
  // That night took already.
  expect(await expirePoints(app, '2025-05-02')).toBe(0);
  expect(await expirePoints(app, '2025-05-03')).toBe(1);
  expect((await expiries(uid)).map(({ delta }) => delta)).toEqual([-40, -50]);
  expect(await faultsOfPast()).toEqual([]);
});

test('however many processes take what is over at once, and whoever spends meanwhile, each person loses it once and nobody owes', async () => {
  const firmId = await firmOf(6);
  const uids = await makeMembers(app, firmId, 230);
  for (const uid of uids) await book(firmId, uid, 100, '2024-05-05 10:00:00');
  const operatorId = await makeGiver(app, firmId);
  const spend = (uid: number) =>
    app.db.transaction().execute(async (transaction) => {
      const db = transaction as Db;
      const balance = (await lockPoints(db, firmId, [uid])).get(uid)! - 60;
      if (balance < 0) return;
      await db.updateTable('member').set({ points: balance }).where('id', '=', uid).execute();
      await bookGift({ db }, { firmId, uid, points: -60, balance, operatorId });
    });
  const [first, second, third] = await Promise.all([
    expirePoints(app, '2025-01-01'),
    expirePoints(app, '2025-01-01'),
    expirePoints(app, '2025-01-01'),
    ...uids.filter((uid) => uid % 3 === 0).map(spend),
  ]);
  expect(first + second + third).toBe(uids.length);
  for (const uid of uids) {
    const rows = await expiries(uid);
    expect(rows).toHaveLength(1);
    expect([-100, -40]).toContain(rows[0]!.delta);
    expect(await balanceOf(uid)).toBe(0);
  }
  expect(await faultsOfPast()).toEqual([]);
});

test('a worker that is killed leaves each part booked or not at all, and the next run makes up for the rest', async () => {
  const firmId = await firmOf(3);
  const uids = await makeMembers(app, firmId, 260);
  for (const uid of uids) await book(firmId, uid, 9, '2024-05-05 10:00:00');
  // The last of the second part takes his time.
  await sql`create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(2); return new; end'`.execute(
    app.db,
  );
  await sql`create trigger dawdle before update on member for each row when (old.id = ${sql.lit(uids.at(-1)!)}) execute function dawdle()`.execute(
    app.db,
  );
  const worker = spawn(process.execPath, ['--import', 'tsx', 'test/points-worker.ts', app.database.url, '2025-02-01'], {
    cwd: `${import.meta.dirname}/../..`,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(worker, 'exit');
  const booked = async () =>
    (
      await app.db
        .selectFrom('pointLog')
        .where('firmId', '=', firmId)
        .where('source', '=', 'expire')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  await expect.poll(booked, { timeout: 60_000, interval: 20 }).toBe(200);
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
            app.db,
          )
        ).rows.length,
      { interval: 20 },
    )
    .toBe(1);
  worker.kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  await sql`drop function dawdle cascade`.execute(app.db);
  expect(await booked()).toBe(200);
  expect(await faultsOfPast()).toEqual([]);
  expect(await expirePoints(app, '2025-02-01')).toBe(60);
  for (const uid of uids) expect(await balanceOf(uid)).toBe(0);
  expect(await faultsOfPast()).toEqual([]);
});

test('what breaks on the way takes nothing of that part, keeps no other firm from it, and is made up for by the next run, once', async () => {
  const [broken, whole] = [await firmOf(2), await firmOf(2)];
  const people = await makeMembers(app, broken, 3);
  const [other] = (await makeMembers(app, whole, 1)) as [number];
  for (const uid of people) await book(broken, uid, 9, '2024-05-05 10:00:00');
  await book(whole, other, 9, '2024-05-05 10:00:00');
  await breakUpdates(app, 'member', `old.id = ${people[2]}`);
  expect(await expirePoints(app, '2025-02-01')).toBe(1);
  for (const uid of people) expect([await balanceOf(uid), await expiries(uid)]).toEqual([9, []]);
  await mendUpdates(app, 'member');
  expect(await expirePoints(app, '2025-02-01')).toBe(3);
  expect(await expirePoints(app, '2025-02-01')).toBe(0);
  for (const uid of people) expect(await balanceOf(uid)).toBe(0);
  expect(await faultsOfPast()).toEqual([]);
});

test('a fault in what was taken is found', async () => {
  const firmId = await firmOf(2);
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  await book(firmId, uid, 9, '2025-05-05 10:00:00');
  await app.db
    .insertInto('pointLog')
    .values({ firmId, uid, delta: -4, balance: 5, source: 'expire', sourceId: `${uid} x`, untilDay: '2025-05-06' })
    .execute();
  await app.db.updateTable('member').set({ points: 5 }).where('id', '=', uid).execute();
  const [fault, ...others] = await faultsOfPast();
  expect(fault).toMatch(/^到期的积分等于此前获得而未用的部分，先到先用：积分流水 \d+ -5$/);
  expect(others).toEqual([]);
});
