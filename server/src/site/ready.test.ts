import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startFakeS3 } from '../../test/fake-s3.ts';
import { startFrozenProxy } from '../../test/frozen-proxy.ts';
import { buildApp } from '../app.ts';
import { parseConfig } from '../kit/config.ts';
import { openDatabase, type Database } from '../kit/db/database.ts';
import { filesOnS3 } from '../kit/files/files-on-s3.ts';
import { Jobs } from '../kit/jobs/jobs.ts';

let whole: TestDatabase;
let proxy: Awaited<ReturnType<typeof startFrozenProxy>>;
let s3: Awaited<ReturnType<typeof startFakeS3>>;
let database: Database;
let jobs: Jobs;
let app: Awaited<ReturnType<typeof buildApp>>;
let address: string;
const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-ready-'));

beforeAll(async () => {
  whole = await openTestDatabase();
  proxy = await startFrozenProxy(whole.url);
  s3 = await startFakeS3();
  const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  const log = pino({ level: 'silent' });
  database = openDatabase(proxy.url, { poolSize: 1 });
  jobs = new Jobs(whole.url, log, false);
  app = await buildApp({ config, database, jobs, files: filesOnS3(s3.settings), log });
  await jobs.start();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  proxy.thaw();
  s3.answer('well');
});
afterAll(async () => {
  await app.fastify.close();
  await proxy.close();
  await jobs.stop();
  await database.close();
  await s3.close();
  await whole.close();
  rmSync(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  checks: Record<string, boolean>;
  ms: number;
}
const ready = async (): Promise<Answer> => {
  const started = performance.now();
  const answer = await fetch(`${address}/readyz`);
  const { checks } = (await answer.json()) as Pick<Answer, 'checks'>;
  return { status: answer.status, checks, ms: performance.now() - started };
};
const isReady = async () => (await ready()).status;
const becomesReady = async () => {
  await expect.poll(isReady).toBe(200);
};

test('a process that can work says so', becomesReady);

test('it says within two seconds that the database is silent, however many ask, and soon that it is back', async () => {
  await becomesReady();
  proxy.freeze();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, ready));
    for (const { status, checks, ms } of answers) {
      expect(status).toBe(503);
      expect(checks).toMatchObject({ database: false, migrations: false, files: true, jobs: true });
      expect(ms).toBeLessThan(2_000);
    }
  }
  proxy.thaw();
  await becomesReady();
});

test('it says within two seconds that the store is silent, and asks it no more often for that', async () => {
  await becomesReady();
  s3.answer('never');
  const before = s3.asked();
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, ready));
    for (const { status, checks, ms } of answers) {
      expect(status).toBe(503);
      expect(checks).toMatchObject({ database: true, migrations: true, files: false });
      expect(ms).toBeLessThan(2_000);
    }
  }
  expect(s3.asked() - before).toBeLessThan(5);
  s3.answer('well');
  await becomesReady();
});

test('it needs no connection of the calls', async () => {
  const held = await database.pool.connect();
  try {
    expect(await isReady()).toBe(200);
  } finally {
    held.release();
  }
});
