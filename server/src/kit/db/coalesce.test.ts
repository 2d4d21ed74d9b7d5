import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Db } from './database.ts';
import { coalesce } from './coalesce.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Asks PostgreSQL for the hundredth part of each divisor, and writes down who went together. */
const dividing = () => {
  const trips: number[][] = [];
  const divide = coalesce<number, number>(
    async (db, divisors) => {
      trips.push(divisors);
      const { rows } = await sql<{ part: number }>`
        select 100 / divisor as part from unnest(${divisors}::int[]) with ordinality as asked(divisor, nth) order by nth`.execute(
        db,
      );
      return rows.map(({ part }) => part);
    },
    (divisor) => [String(divisor)],
  );
  return { trips, divide: (divisor: number) => divide(database.db as Db, divisor) };
};

test('nobody waits for company; who comes meanwhile goes together, each with his own answer', async () => {
  const { trips, divide } = dividing();
  expect(await Promise.all([1, 2, 4, 5, 10, 20].map(divide))).toEqual([100, 50, 25, 20, 10, 5]);
  expect(trips).toEqual([[1], [2], [4, 5, 10, 20]]);
  expect(await divide(50)).toBe(2);
});

test('two of the same key never share a statement, and none is left behind', async () => {
  const { trips, divide } = dividing();
  const asked = Array.from({ length: 200 }, (_, at) => (at % 5) + 1);
  expect(await Promise.all(asked.map(divide))).toEqual(asked.map((divisor) => Math.floor(100 / divisor)));
  expect(trips.every((trip) => new Set(trip).size === trip.length)).toBe(true);
  expect(trips.flat()).toHaveLength(200);
});

test('what one of them did wrong is told to him alone', async () => {
  const { divide } = dividing();
  const answers = await Promise.allSettled([1, 2, 4, 0, 5, 10].map(divide));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    100,
    50,
    25,
    expect.stringContaining('division by zero'),
    20,
    10,
  ]);
});
