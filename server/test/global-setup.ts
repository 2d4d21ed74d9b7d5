import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { parseConfig } from '../src/kit/config.ts';
import { openDatabase } from '../src/kit/db/database.ts';
import { openFiles } from '../src/kit/files/open-files.ts';
import { Jobs } from '../src/kit/jobs/jobs.ts';
import { startEmbedded, type EmbeddedPostgres } from '../src/kit/postgres/embedded-postgres.ts';
import { migrate } from '../src/kit/db/migrate.ts';
import { ownRole } from '../src/kit/postgres/own-database.ts';
import { isMarkRunning, processMark } from '../src/kit/postgres/process-table.ts';
import { withDatabase } from './cluster-url.ts';
import { keep, takeKept } from './kept-cluster.ts';

const prefix = 'zhuiyuan-test-';

const silent = { info: () => {}, warn: () => {}, error: (text: string) => process.stderr.write(`${text}\n`) };

/** Ends and removes clusters of earlier runs that were killed. */
const sweep = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const owner = join(folder, 'owner');
    if (!existsSync(owner) || isMarkRunning(readFileSync(owner, 'utf8'))) continue;
    try {
      const left = await startEmbedded(folder, silent, { throwaway: true });
      await left.stop();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another run sweeps the same leftover at this moment.
    }
  }
};

const createTemplate = async (cluster: EmbeddedPostgres): Promise<void> => {
  const admin = new pg.Client({ connectionString: cluster.superuserUrl });
  await admin.connect();
  await admin.query(`create database template_ready owner ${ownRole}`);
  const url = withDatabase(cluster.url, 'template_ready');
  await migrate(url, join(import.meta.dirname, '..', 'migrations'));
  await createQueues(url);
  // Connections that are still closing would keep it from being copied.
  await admin.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = 'template_ready'`);
  await admin.end();
};

/** Lays out every queue of the server: a start that finds them is seconds shorter, for each test file that opens one. */
const createQueues = async (url: string): Promise<void> => {
  const { buildApp } = await import('../src/app.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-queues-'));
  const config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0' });
  const log = pino({ level: config.logLevel });
  const database = openDatabase(url);
  const jobs = new Jobs(url, log, false);
  const app = await buildApp({ config, database, jobs, files: openFiles(config), log });
  await jobs.start();
  await app.fastify.close();
  await app.sessions.close();
  await jobs.stop();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
};

/** Builds the programs that tests run in processes of their own: from sources each would take seconds to load. */
const buildPrograms = async (): Promise<void> => {
  const { href } = new URL('../../scripts/build.mjs', import.meta.url);
  const { ensureBuilt } = (await import(href)) as { ensureBuilt: (what: { of: string[] }) => Promise<void> };
  await ensureBuilt({ of: ['server'] });
};

/** The cluster with the template in it: as an earlier run kept it, or laid out and kept. */
const startLaidOut = async (folder: string): Promise<EmbeddedPostgres> => {
  if (!takeKept(folder)) {
    const first = await startEmbedded(folder, silent, { throwaway: true, keeps: true });
    try {
      await createTemplate(first);
    } finally {
      await first.stop();
    }
    keep(folder);
  }
  return startEmbedded(folder, silent, { throwaway: true });
};

/** Starts one cluster for the whole run and prepares the database that every test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'owner'), processMark(process.pid));
  const starting = startLaidOut(folder);
  const teardown = async (): Promise<void> => {
    await (await starting.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const [cluster] = await Promise.all([starting, buildPrograms()]).catch(async (error: unknown) => {
    await teardown();
    throw error;
  });
  project.provide('clusterUrl', cluster.url);
  project.provide('superuserUrl', cluster.superuserUrl);
  return teardown;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the cluster for the product's role. */
    clusterUrl: string;
    /** The same for its superuser, who makes and removes databases. */
    superuserUrl: string;
  }
}
