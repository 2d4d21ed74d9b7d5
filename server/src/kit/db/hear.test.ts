import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { hear } from './hear.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('hears, tells that it may have missed something when the connection breaks, and hears again', async () => {
  const heard: string[] = [];
  let missed = 0;
  const hearing = hear(database.url, {
    channel: 'trial_channel',
    heard: (payload) => heard.push(payload),
    miss: () => (missed += 1),
    log: pino({ level: 'silent' }),
  });
  await hearing.start();
  expect([hearing.isHearing, missed]).toEqual([true, 1]);
  await database.pool.query(`select pg_notify('trial_channel', 'one')`);
  await expect.poll(() => heard).toEqual(['one']);

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen trial_channel' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => missed).toBeGreaterThan(1);
  await expect.poll(() => hearing.isHearing).toBe(true);
  // Once when it was lost, once when it was there again: what was read in between is not kept.
  expect(missed).toBe(3);
  await database.pool.query(`select pg_notify('trial_channel', 'two')`);
  await expect.poll(() => heard).toEqual(['one', 'two']);
  await hearing.stop();
  expect(hearing.isHearing).toBe(false);
});
