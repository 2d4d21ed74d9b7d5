import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { gate } from '../../../test/gate.ts';
import { openDatabase, type Database, type Db } from './database.ts';
import { announceChange, hearChanges, remember } from './remember.ts';

const log = { warn: vi.fn<() => void>() };
let here: TestDatabase;
let there: Database;
let listener: ReturnType<typeof hearChanges>;
beforeAll(async () => {
  here = await openTestDatabase('remember');
  // another process on the same database
  there = openDatabase(here.url);
  listener = hearChanges({ database: here, log });
  await listener.start();
});
afterAll(async () => {
  await listener.stop();
  await there.close();
  await here.close();
});

let loads = 0;
const hotline = remember('hotline', async (db) => {
  loads += 1;
  const row = await db.selectFrom('config').select('value').where('name', '=', 'hotline').executeTakeFirst();
  return row?.value ?? '';
});
const save = async (db: Db, value: string) => {
  await db
    .insertInto('config')
    .values({ name: 'hotline', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await announceChange(db, 'hotline');
};
let fences = 0;
const fence = remember('fence', async () => (fences += 1));
/** Waits until everything announced so far was heard: announcements come in their order. */
const heard = async () => {
  const before = await fence(here.db);
  await announceChange(there.db, 'fence');
  await expect.poll(() => fence(here.db)).toBeGreaterThan(before);
};
beforeEach(async () => {
  await save(here.db, '1');
  await heard();
  loads = 0;
});

it('is given to a transaction where that may see it as it was', async () => {
  const patient = remember('patient', hotline, { inTransactions: true });
  expect(await patient(here.db)).toBe('1');
  await save(there.db, '2');
  await heard();
  const inTransaction = (read: typeof hotline) => here.db.transaction().execute((db) => read(db as Db));
  expect([await inTransaction(hotline), await inTransaction(patient)]).toEqual(['2', '1']);
});

it('reads once until a change is announced', async () => {
  for (let time = 0; time < 3; time += 1) expect(await hotline(here.db)).toBe('1');
  expect(loads).toBe(1);
  await save(there.db, '2');
  await heard();
  expect(await hotline(here.db)).toBe('2');
  expect(loads).toBe(2);
});

it('is read anew by the process that changed it, however late it hears of that', async () => {
  for (let time = 0; time < 100; time += 1) {
    await save(here.db, String(time));
    expect(await hotline(here.db)).toBe(String(time));
  }
  await heard();
  // The first of these reads, unless the last change was heard before it was read above.
  await hotline(here.db);
  loads = 0;
  expect(await hotline(here.db)).toBe('99');
  expect(loads).toBe(0);
});

it('keeps nothing where announcements are not heard', async () => {
  for (let time = 0; time < 2; time += 1) expect(await hotline(there.db)).toBe('1');
  expect(loads).toBe(2);
});

it('never keeps what a transaction sees, and tells of it only when it commits', async () => {
  await hotline(here.db);
  const rolledBack = here.db.transaction().execute(async (transaction) => {
    await save(transaction, 'never');
    expect(await hotline(transaction)).toBe('never');
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await heard();
  expect(await hotline(here.db)).toBe('1');
});

it('does not keep what was read before a change that came meanwhile', async () => {
  const [begun, held] = [gate(), gate()];
  const slow = remember('hotline-slow', async (db) => {
    const value = await hotline(db);
    begun.open();
    await held.opened;
    return value;
  });
  const reading = slow(here.db);
  await begun.opened;
  await save(there.db, '2');
  await announceChange(there.db, 'hotline-slow');
  await heard();
  held.open();
  expect(await reading).toBe('1');
  expect(await slow(here.db)).toBe('2');
});

it('forgets everything with a lost connection, and hears again after it', async () => {
  await hotline(here.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen remembered%' and datname = current_database()`.execute(
    there.db,
  );
  // Nothing is kept while nothing is heard.
  const isKept = async () => (await fence(here.db)) === (await fence(here.db));
  await expect.poll(isKept).toBe(false);
  await save(there.db, '2');
  expect(await hotline(here.db)).toBe('2');
  await expect.poll(isKept).toBe(true);
  loads = 0;
  for (let time = 0; time < 2; time += 1) await hotline(here.db);
  expect(loads).toBe(1);
  expect(log.warn).toHaveBeenCalled();
});
