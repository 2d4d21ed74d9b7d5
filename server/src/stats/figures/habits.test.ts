import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { cohortWeeks, customerOverviewApi } from '@zhuiyuan/contract/stats/overview/customer';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff } from '../../../test/factories/access.ts';
import { makeMembers } from '../../../test/factories/lottery.ts';
import { waiting } from '../../../test/waiting.ts';
import { advanceFigures } from './advance-figures.ts';
import { findFigureFaults } from './check-figures.ts';
import { tellHabits } from './habits.ts';

let app: TestApp;
let firmId: number;
let token: string;
let people: number[];
/** What was written, as the test knows it: a person, how many days ago, a code, and whether it was that code's first scan. */
const written: { uid: number; day: string; code: number; isFirst: boolean; id: number }[] = [];
const today = shanghaiToday();
const yesterday = addDays(today, -1);

const scan = async (of: { firmId: number }, uid: number | null, day: string, code: number, more: object = {}) => {
  const { id } = await app.db
    .insertInto('scanLog')
    .values({
      firmId: of.firmId,
      codeText: 'H',
      seg: 7,
      serial: code,
      verdict: 'FIRST',
      isCounted: true,
      uid,
      at: `${day} 23:59:59+08`,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

beforeAll(async () => {
  app = await openTestApp({ poolSize: 6 });
  ({ firmId, token } = await makeFirmStaff(app, ['admin:lottery:customer:index']));
  people = await makeMembers(app, firmId, 40);
  let state = 7;
  const roll = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
  for (let nth = 0; nth < 400; nth += 1) {
    const uid = people[roll(40) % (1 + roll(40))]!;
    const day = addDays(today, -(roll(5) === 0 ? roll(2) : roll(70)));
    const code = roll(90);
    const isFirst = roll(3) > 0;
    const id = await scan({ firmId }, uid, day, code, { verdict: isFirst ? 'FIRST' : 'REPEAT' });
    written.push({ uid, day, code, isFirst, id });
  }
  // Neither somebody unknown, nor a scan that does not count, nor another firm's.
  await scan({ firmId }, null, yesterday, 1);
  await scan({ firmId }, people[0]!, yesterday, 2, { verdict: 'VOID', isCounted: false });
  const other = await makeFirmStaff(app, []);
  const [stranger] = await makeMembers(app, other.firmId, 1);
  await scan(other, stranger!, yesterday, 3);
  await advanceFigures(app.db, 'now');
});
afterAll(() => app.close());

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The same, counted row by row. */
const expected = () => {
  const past = written.filter(({ day }) => day <= yesterday);
  const month = past.filter(({ day }) => day >= addDays(yesterday, -29));
  const frequency = [0, 0, 0, 0, 0];
  let [buyers, again] = [0, 0];
  for (const uid of people) {
    const own = month.filter((one) => one.uid === uid);
    const codes = new Set(own.map(({ code }) => code)).size;
    if (codes > 0) frequency[codes < 2 ? 0 : codes < 4 ? 1 : codes < 7 ? 2 : codes < 11 ? 3 : 4]! += 1;
    const days = new Set(own.filter(({ isFirst }) => isFirst).map(({ day }) => day)).size;
    if (days > 0) buyers += 1;
    if (days > 1) again += 1;
  }
  const weeks = Array.from({ length: cohortWeeks }, (_, at) =>
    addDays(mondayOf(yesterday), (at - cohortWeeks + 1) * 7),
  );
  const cohorts = weeks.map((week) => {
    const came = people.filter((uid) => {
      const first = written
        .filter((one) => one.uid === uid)
        .map(({ day }) => day)
        .toSorted()[0];
      return first !== undefined && first <= yesterday && mondayOf(first) === week;
    });
    const kept = weeks
      .filter((later) => later >= week)
      .map((later) => came.filter((uid) => past.some((one) => one.uid === uid && mondayOf(one.day) === later)).length);
    return { week, kept };
  });
  return { asOf: yesterday, frequency, buyers, again, cohorts };
};
const shown = () => app.data(token, customerOverviewApi.habits, {});

test('nothing is said before the first night', async () => {
  expect(await shown()).toBeNull();
});

test('how often people scan, come again and stay is what their scans say, up to the end of yesterday', async () => {
  await tellHabits(app.db);
  const told = await shown();
  expect(told).toEqual(expected());
  expect(told!.frequency.filter((n) => n > 0).length).toBeGreaterThan(2);
  expect(told!.again).toBeGreaterThan(0);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('who turns out to have scanned on a day that was told is told with the next round; the check waits for it', async () => {
  const one = written.find(({ day, uid }) => day === yesterday && uid !== people[39])!;
  await sql`update scan_log set uid = ${people[39]} where id = ${one.id}`.execute(app.db);
  one.uid = people[39]!;
  await advanceFigures(app.db, 'now');
  expect(await findFigureFaults(app.db)).toEqual([]);
  await tellHabits(app.db);
  expect(await shown()).toEqual(expected());
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('the check finds what somebody wrote over', async () => {
  await sql`update stat_habit set again = 0, buyers = 1 where firm_id = ${firmId}`.execute(app.db);
  expect(await findFigureFaults(app.db)).toContainEqual({ firmId, day: yesterday, detail: 'habits' });
  await sql`update stat_habit set is_stale = true where firm_id = ${firmId}`.execute(app.db);
  await tellHabits(app.db);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

test('a change that comes while habits are told refuses what was counted without it', async () => {
  await sql`update stat_habit set is_stale = true`.execute(app.db);
  await Promise.all([tellHabits(app.db), tellHabits(app.db), tellHabits(app.db)]);
  expect(await shown()).toEqual(expected());
});

/** People of a firm with nothing but a scan of each just before midnight, and one scan more whose person nobody knows yet. */
const beginAnew = async () => {
  await sql`truncate stat_day, stat_person, stat_reach, stat_change, stat_cursor, consumer_count, stat_habit, scan_log`.execute(
    app.db,
  );
  const at = { at: `${yesterday} 23:59:50+08` };
  for (const [nth, uid] of people.slice(0, 3).entries()) await scan({ firmId }, uid, yesterday, nth, at);
  return [await scan({ firmId }, null, yesterday, 10, at), await scan({ firmId }, null, yesterday, 11, at)] as const;
};
const know = (id: number, uid: number) => sql`update scan_log set uid = ${uid} where id = ${id}`.execute(app.db);
const newThisWeek = async () => (await shown())?.cohorts.at(-1)?.kept[0];

test('habits are told of a day once the figures have reached its end', async () => {
  await beginAnew();
  await advanceFigures(app.db, `${yesterday} 23:59:00+08`);
  await tellHabits(app.db);
  expect(await shown()).toBeNull();
  await advanceFigures(app.db, 'now');
  await tellHabits(app.db);
  expect(await shown()).toMatchObject({ asOf: yesterday, frequency: [3, 0, 0, 0, 0] });
  expect(await newThisWeek()).toBe(3);
  expect(await findFigureFaults(app.db)).toEqual([]);
});

/** Tells habits, and has a scan change after they were looked at and before they are written. */
const changeWhileTold = async (id: number, uid: number) => {
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select from stat_habit where firm_id = $1 for update', [firmId]);
  const told = tellHabits(app.db);
  await expect.poll(() => waiting(app.db)).toBe(1);
  await know(id, uid);
  let isOver = false;
  const advanced = advanceFigures(app.db, 'now').finally(() => (isOver = true));
  // Ends meanwhile, or waits as well.
  await expect.poll(async () => isOver || (await waiting(app.db)) > 1).toBe(true);
  await other.query('commit');
  await Promise.all([told, advanced]);
  await other.end();
};

test.each(['of an earlier day', 'of which a scan changed before'])(
  'a scan that changes while habits are told in place of those %s is told with the next round',
  async (before) => {
    const [first, second] = await beginAnew();
    await advanceFigures(app.db, 'now');
    await tellHabits(app.db);
    if (before === 'of an earlier day') await sql`update stat_habit set as_of = as_of - 1`.execute(app.db);
    else {
      await know(first, people[3]!);
      await advanceFigures(app.db, 'now');
    }
    await changeWhileTold(second, people[4]!);
    expect(await findFigureFaults(app.db)).toEqual([]);
    await tellHabits(app.db);
    expect(await findFigureFaults(app.db)).toEqual([]);
    expect(await newThisWeek()).toBe(before === 'of an earlier day' ? 4 : 5);
  },
);
