import pino from 'pino';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openCluster, type Cluster } from '../../../test/own-cluster.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { Jobs } from './jobs.ts';
import { placeLocks } from './worker-place.ts';

vi.setConfig({ testTimeout: 180_000 });

let cluster: Cluster;
let database: Database;
const opened: Jobs[] = [];

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

/** A third of what a server takes its time for. */
const pace = { lookEveryMs: 3_000, lostAfterMs: 3_500 };

const open = (): Jobs => {
  const jobs = new Jobs(cluster.url, pino({ level: 'silent' }), true, pace);
  opened.push(jobs);
  return jobs;
};

/** A worker of its own process that has begun the one job of a queue. */
const begunElsewhere = async (name: string) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/job-worker.ts', cluster.url, name], {
    cwd: `${import.meta.dirname}/../../..`,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('working');
  return { child, hasBegun: () => said.includes('begun') };
};

test('a job of a worker that was killed goes on at another one within a minute', async () => {
  const { child, hasBegun } = await begunElsewhere('left-alone');
  const jobs = open();
  let runs = 0;
  jobs.work('left-alone', async () => void (runs += 1));
  await jobs.prepare();
  await jobs.send(database.db, 'left-alone', {});
  await expect.poll(hasBegun).toBe(true);
  await jobs.start();
  // Others have looked at it while it ran.
  await sleep(2_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => runs, { timeout: 60_000 }).toBe(1);
});

test('a worker that lives keeps its job, also when its connections are cut', async () => {
  const [working, looking] = [open(), open()];
  let runs = 0;
  const work = async () => {
    runs += 1;
    // Longer than it takes others to find that a worker is gone.
    await sleep(16_000);
  };
  for (const jobs of [working, looking]) jobs.work('kept', work);
  await working.start();
  await working.send(database.db, 'kept', {});
  await expect.poll(() => runs).toBe(1);
  await looking.start();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1`,
    [placeLocks],
  );
  const state = async () =>
    (await database.pool.query<{ state: string }>(`select state from pgboss.job where name = 'kept'`)).rows[0]?.state;
  await expect.poll(state, { timeout: 70_000, interval: 500 }).toBe('completed');
  expect(runs).toBe(1);
});
