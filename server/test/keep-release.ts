import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { manifestFile } from '../src/backup/manifest.ts';
import { saveDatabase } from '../src/backup/save-database.ts';
import { parseConfig } from '../src/kit/config.ts';
import { openDatabase } from '../src/kit/db/database.ts';
import { openFiles } from '../src/kit/files/open-files.ts';
import { Jobs } from '../src/kit/jobs/jobs.ts';
import { borrowEmbedded } from '../src/kit/postgres/embedded-postgres.ts';
import { factsOf, keepBackup, keepCalls, keepFacts, readRows } from './released.ts';

/**
 * `npm run -w server keep-release -- <version> <data folder>`: keeps the demo database that a version has made in a data
 * folder, less most of its scans, for the test that brings it up to what came later, and beside it the description of the version's calls. The folder
 * is of no other use.
 */
const [version, dataDir] = process.argv.slice(2);
if (!version || !dataDir) throw new Error('npm run -w server keep-release -- <version> <data folder>');

/** Every hundredth scan tells as much as all of them. */
const thin = `
  delete from scan_log where id % 100 <> 0;
  delete from unit_scan where serial % 100 <> 0;`;

const describeCalls = async (url: string, filesIn: string): Promise<string> => {
  const config = parseConfig({ DATA_DIR: filesIn, LOG_LEVEL: 'silent', DEMO: '0' });
  const log = pino({ level: config.logLevel });
  const pools = openDatabase(url);
  const app = await buildApp({
    config,
    database: pools,
    jobs: new Jobs(url, log, false),
    files: openFiles(config),
    log,
  });
  await app.fastify.ready();
  const { body } = await app.fastify.inject({ url: '/openapi.json' });
  await app.fastify.close();
  await pools.close();
  return body;
};

const database = await borrowEmbedded(dataDir, { info: () => {}, warn: console.warn, error: console.error });
const folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-release-'));
try {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(thin);
  await client.end();
  const saved = await saveDatabase(database.url, folder);
  await writeFile(join(folder, manifestFile), JSON.stringify({ format: 1, ...saved }));
  await keepFacts(version, factsOf(await readRows(database.url, saved.tables)));
  await keepCalls(version, await describeCalls(database.url, dataDir));
  console.log(`${version}: ${Math.ceil((await keepBackup(version, folder)) / 1024)} KB`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
