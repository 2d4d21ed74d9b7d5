import pg from 'pg';
import pino from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { collecting } from '../../../test/collecting.ts';
import { openCluster, type Cluster } from '../../../test/own-cluster.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { Jobs } from './jobs.ts';
import { setUpAlone } from '../db/set-up-alone.ts';

vi.setConfig({ testTimeout: 120_000 });

let cluster: Cluster;
let database: Database;
const opened: Jobs[] = [];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  cluster = await openCluster();
  database = openDatabase(cluster.url);
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.stop();
});
afterAll(async () => {
  await database.close();
  await cluster.close();
});

const open = (canWork = true, pace: ConstructorParameters<typeof Jobs>[3] = {}): Jobs => {
  const jobs = new Jobs(cluster.url, log, canWork, pace);
  opened.push(jobs);
  return jobs;
};

const states = async (name: string) => {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state::text, count(*)::int from pgboss.job where name = $1 group by 1 order by 1',
    [name],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('processes that set up an empty queue at the same moment take turns', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `queue-${at}`);
  const waited: string[] = [];
  const all = Array.from({ length: 5 }, () => open());
  for (const jobs of all) for (const name of names) jobs.work(name, async () => {});
  const say = { info: (text: string) => waited.push(text) } as unknown as typeof log;
  await Promise.all(all.map((jobs) => setUpAlone(cluster.url, say, () => jobs.prepare())));
  expect(waited.length).toBeGreaterThan(0);
  const { rows } = await database.pool.query(
    `select count(*)::int as count from pgboss.queue where name like 'queue-%'`,
  );
  expect(rows).toEqual([{ count: 12 }]);
});

test('a process that dies gives up its turn, one that loses its connection refuses to go on', async () => {
  const cut = setUpAlone(cluster.url, log, async () => {
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
    await admin.end();
    // It does not end by itself.
    await sleep(60_000, undefined, { ref: false });
  });
  await expect(cut).rejects.toThrow('connection to the database was lost');
  expect(await setUpAlone(cluster.url, log, async () => 'next')).toBe('next');
});

test('jobs run once each though the database is away for some seconds', async () => {
  const jobs = open();
  const runs = new Map<number, number>();
  jobs.work<{ at: number }>(
    'through-outage',
    async ({ at }) => {
      runs.set(at, (runs.get(at) ?? 0) + 1);
      // So long that the outage comes in its midst.
      await sleep(400);
    },
    { parallel: 3 },
  );
  await jobs.start();
  await database.db.transaction().execute(async (transaction) => {
    for (let at = 0; at < 30; at += 1) await jobs.send(transaction as never, 'through-outage', { at });
  });
  await expect.poll(() => runs.size).toBeGreaterThan(4);
  await cluster.stop();
  const before = runs.size;
  // Nothing runs during the outage.
  await sleep(6_000);
  expect(runs.size).toBe(before);
  await cluster.start();
  await expect.poll(() => states('through-outage'), { timeout: 60_000 }).toEqual({ completed: 30 });
  expect([...runs.values()]).toEqual(Array.from({ length: 30 }, () => 1));
});

test('a run that fails because the database is away is tried again', async () => {
  const jobs = open();
  let tries = 0;
  jobs.work('needs-database', async () => {
    tries += 1;
    if (tries === 1) await cluster.stop();
    await database.pool.query('create table if not exists job_done (at int)');
    await database.pool.query('insert into job_done values (1)');
  });
  await jobs.start();
  await jobs.send(database.db, 'needs-database', {});
  await expect.poll(() => tries).toBe(1);
  // The first try has failed by then.
  await sleep(3_000);
  await cluster.start();
  await expect
    .poll(() => states('needs-database').catch(() => undefined), { timeout: 60_000 })
    .toEqual({ completed: 1 });
  expect((await database.pool.query('select * from job_done')).rows).toEqual([{ at: 1 }]);
});

test('what is first runs once it is sent, which no start does by itself, and what is not does not', async () => {
  const jobs = open();
  const ran: string[] = [];
  jobs.work('first', async () => void ran.push('first'), { isFirst: true });
  jobs.work('second', async () => void ran.push('second'));
  await jobs.start();
  expect(await states('first')).toEqual({});
  await jobs.sendFirst(database.db);
  await expect.poll(() => states('first')).toEqual({ completed: 1 });
  expect([ran, await states('second')]).toEqual([['first'], {}]);
});

test('a failure whose text the database cannot keep is kept without it', async () => {
  const jobs = open();
  jobs.work('odd-text', async () => {
    throw new Error('before\u0000after \ud800');
  });
  await jobs.start();
  await jobs.send(database.db, 'odd-text', {}, { retryLimit: 0 });
  await expect.poll(() => states('odd-text')).toEqual({ failed: 1 });
});

test('a run that does not end is given back when the process stops', async () => {
  const jobs = new Jobs(cluster.url, log, true, { patienceMs: 2_000 });
  let isRunning = false;
  jobs.work('endless', async () => {
    isRunning = true;
    // It does not end by itself.
    await sleep(60_000, undefined, { ref: false });
  });
  await jobs.start();
  await jobs.send(database.db, 'endless', {});
  await expect.poll(() => isRunning).toBe(true);
  await jobs.stop();
  expect(await states('endless')).toEqual({ retry: 1 });
});

test('a run that expires is told so: it does not go on beside its next try', async () => {
  const jobs = open();
  let begun = 0;
  let isWorking = 0;
  jobs.work(
    'too-long',
    async (_data, { signal }) => {
      begun += 1;
      isWorking += 1;
      await collecting(async () => {
        // It works until it is told to end.
        while (!signal.aborted) await sleep(20);
      });
      isWorking -= 1;
    },
    { expireInSeconds: 1 },
  );
  await jobs.start();
  await jobs.send(database.db, 'too-long', {});
  await jobs.send(database.db, 'too-long', {});
  await expect.poll(() => [begun, isWorking]).toEqual([2, 0]);
});

test('what the clock sends does not stack while a run is under way, and what had stacked is left at its oldest', async () => {
  const idle = open(false);
  idle.work('by-the-clock', async () => {});
  await idle.start();
  for (let sent = 0; sent < 5; sent += 1) await idle.send(database.db, 'by-the-clock', {});
  await idle.send(database.db, 'by-the-clock', { of: 'somebody' });
  const runs: object[] = [];
  let isHeld = true;
  const jobs = open(true, { cronEveryMs: 500 });
  jobs.work(
    'by-the-clock',
    async (data) => {
      runs.push(data);
      // It works until it may end.
      while (isHeld) await sleep(20);
    },
    { cron: '*/2 * * * * *' },
  );
  await jobs.start();
  await expect.poll(() => runs.length).toBe(1);
  // The clock has come to three more due times by then.
  await sleep(5_000);
  // One of the clock's, and the one that somebody sent.
  expect(await states('by-the-clock')).toEqual({ active: 1, created: 2 });
  isHeld = false;
  await expect.poll(() => runs).toContainEqual({ of: 'somebody' });
});
