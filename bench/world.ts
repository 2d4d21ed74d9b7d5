import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { startEmbedded } from '../server/src/kit/postgres/embedded-postgres.ts';

const root = new URL('..', import.meta.url).pathname;

export interface World {
  url: string;
  databaseUrl: string;
  superuserUrl: string;
  pg: pg.Client;
  token: string;
  /** What the server seals and signs with. */
  masterKey: Buffer;
  close(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Lets the database add up what its statements cost, planning apart. */
const addUpStatements = async (superuserUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.query(`alter system set pg_stat_statements.track_planning = on`);
  await client.end();
};

interface Options {
  /** As `api` it does no work behind calls. */
  role?: 'all' | 'api';
  /** With the demo data of a first start. */
  hasDemo?: boolean;
  /** `pg_stat_statements` is there for the superuser. */
  hasStatements?: boolean;
}

/** The built server on a database of its own, signed in as the super administrator; in the folder `BENCH_DATA`, which is kept, where that is named. */
export const openWorld = async ({
  role = 'all',
  hasStatements = false,
  hasDemo = false,
}: Options = {}): Promise<World> => {
  const main = join(root, 'server/dist/main.js');
  if (!existsSync(main)) throw new Error('run npm run build first');
  const keptDir = process.env.BENCH_DATA;
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'zhuiyuan-bench-')));
  if (keptDir) await mkdir(keptDir, { recursive: true });
  // Closed to others, the folder would make root keep its database elsewhere, where nobody removes it.
  await chmod(dataDir, 0o755);
  const open = () => startEmbedded(dataDir, pino({ level: 'warn' }));
  let embedded = await open();
  if (hasStatements) {
    await addUpStatements(embedded.superuserUrl);
    await embedded.stop();
    embedded = await open();
  }
  const port = await freePort();
  // Data that are kept can be opened again.
  const masterKey = keptDir ? createHash('sha256').update(keptDir).digest() : randomBytes(32);
  const server: ChildProcess = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: embedded.url,
      MASTER_KEY: masterKey.toString('hex'),
      ROLE: role,
      CAPTCHA: 'off',
      DEMO: hasDemo ? '1' : '0',
      ADMIN_PASSWORD: 'bench-password',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      async (answer) => answer.ok && (await hasDemonstration(url)),
      () => false,
    );
    if (isReady) break;
    if (tries > 900) throw new Error('the server does not come up');
    await sleep(100);
  }
  const signedIn = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin', pwd: 'bench-password' }),
  });
  const { data } = (await signedIn.json()) as { data: { token: string } };
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  return {
    url,
    databaseUrl: embedded.url,
    superuserUrl: embedded.superuserUrl,
    pg: client,
    token: data.token,
    masterKey,
    async close() {
      await client.end();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await embedded.stop();
      if (!keptDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Whether the demonstration, where one is wanted, is there. */
const hasDemonstration = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/public/site/config`);
  return !((await answer.json()) as { data: { isPreparingDemo: boolean } }).data.isPreparingDemo;
};

export const percentile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;

/** Milliseconds of `rounds` runs after some warming up, sorted. */
export const timed = async (run: (round: number) => Promise<unknown>, rounds = 300, warm = 50): Promise<number[]> => {
  for (let round = 0; round < warm; round += 1) await run(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = performance.now();
    await run(round);
    times.push(performance.now() - at);
  }
  return times.sort((a, b) => a - b);
};

const ms = (value: number) => `${value.toFixed(2)} ms`;
export const line = (name: string, times: number[]) =>
  `${name.padEnd(44)} p50 ${ms(percentile(times, 0.5)).padStart(10)}  p99 ${ms(percentile(times, 0.99)).padStart(10)}`;
