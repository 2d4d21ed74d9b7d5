import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  // one connection is cut off by another
  database = await openTestDatabase('main', { poolSize: 2 });
});

afterAll(() => database.close());

test('values arrive in the form of the wire', async () => {
  const { rows } = await sql`
    select 9007199254740991::int8 as big_number, timestamptz '2026-01-01 00:30:00.9+00' as moment, date '2026-02-28' as day,
           1.50::numeric as price, array[1::int8, null] as numbers, array[timestamptz '2026-06-01 23:00:00+00'] as moments
  `.execute(database.db);
  expect(rows[0]).toEqual({
    bigNumber: 9_007_199_254_740_991,
    moment: '2026-01-01 08:30:00',
    day: '2026-02-28',
    price: '1.50',
    numbers: [1, null],
    moments: ['2026-06-02 07:00:00'],
  });
});

test('a number that would lose digits is refused', async () => {
  await expect(sql`select 9007199254740993::int8`.execute(database.db)).rejects.toThrow('does not fit');
});

test('a time without a zone is read as Shanghai time', async () => {
  const { rows } = await sql<{ utc: string }>`
    select to_char(${'2026-01-01 08:00:00'}::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as utc
  `.execute(database.db);
  expect(rows[0]?.utc).toBe('2026-01-01 00:00');
});

test('a lost connection fails its query only', async () => {
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect(client.query('select pg_sleep(5)')).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('Chinese text is searchable by its parts', async () => {
  const { rows } = await sql<{ trigrams: string[] }>`select show_trgm('追溯') as trigrams`.execute(database.db);
  expect(rows[0]?.trigrams.length).toBeGreaterThan(0);
});
