import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findSlowSettings } from './find-slow-settings.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What is found while a transaction has these settings. */
const findWith = (pageCost: string) =>
  database.db.transaction().execute(async (transaction) => {
    await sql`select set_config('random_page_cost', ${pageCost}, true)`.execute(transaction);
    return findSlowSettings(transaction);
  });

describe('settings of a database', () => {
  it('names a dear random page, and nothing of it where pages are cheap', async () => {
    expect((await findWith('4')).filter((line) => line.includes('random_page_cost'))).toEqual([
      expect.stringContaining('random_page_cost is 4'),
    ]);
    expect((await findWith('1.1')).filter((line) => line.includes('random_page_cost'))).toEqual([]);
  });

  it('names few shared buffers by their size', async () => {
    const { rows } = await sql<{ megabytes: number }>`
      select setting::int / 128 as megabytes from pg_settings where name = 'shared_buffers'`.execute(database.db);
    const found = (await findWith('1.1')).filter((line) => line.startsWith('shared_buffers'));
    expect(found).toHaveLength(rows[0]!.megabytes < 256 ? 1 : 0);
  });
});
