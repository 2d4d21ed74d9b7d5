import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../server/src/app.ts';
import { seedCodeKeys } from '../server/src/codes/cipher/keyring.ts';
import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { mountedExporters, startExport, type AnyExporter } from '../server/src/jobs/exporter.ts';
import { parseConfig } from '../server/src/kit/config.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';
import { openFiles } from '../server/src/kit/files/open-files.ts';
import { Jobs } from '../server/src/kit/jobs/jobs.ts';
import { startEmbedded } from '../server/src/kit/postgres/embedded-postgres.ts';
import { seedFirst } from '../server/src/seeds/seed.ts';
import { fillTables } from '../server/test/listed/fill.ts';

/**
 * Every list that can be exported, 100,000 rows as csv by the real background work, against COPY TO of the same SELECT. Aim: at
 * least 0.1 of its speed. `npm run bench exports [rows]`, or of one business `npx tsx bench/exports.ts [rows] [business]`.
 */
const rows = Number(process.argv[2] ?? 100_000);
const only = process.argv[3] ?? '';
const aim = 0.1;
/** Exports of what belongs to one row: their filters, and how all rows come to belong to it. */
const ofOne: Record<string, { filters: object; prepare: string }> = {
  agentDed: { filters: { agentId: 2 }, prepare: 'update ded_log set owner_kind = 2, owner_id = 2' },
};
const log = pino({ level: 'warn' });
const root = new URL('..', import.meta.url).pathname;
const dataDir = await mkdtemp(join(tmpdir(), 'zhuiyuan-bench-'));
// Closed to others, the folder would make root keep its database elsewhere, where nobody removes it.
await chmod(dataDir, 0o755);
const embedded = await startEmbedded(dataDir, log);
await migrate(embedded.url, join(root, 'server/migrations'));
const config = parseConfig({
  DATA_DIR: dataDir,
  MASTER_KEY: 'ab'.repeat(32),
  CAPTCHA: 'off',
  DEMO: '0',
  ADMIN_PASSWORD: 'bench-password',
});
const database = openDatabase(embedded.url);
const files = openFiles(config);
await seedFirst({ config, db: database.db, files });
const jobs = new Jobs(embedded.url, log, true);
const app = await buildApp({ config, database, jobs, files, log });
await seedCodeKeys(app.db, config.masterKey);
await jobs.start();

interface Statement {
  text: string;
  values?: unknown[];
}

/** The statement that finds the rows of an export; scans are ten times as many. */
const findStatement = async (exporter: AnyExporter, filters: object): Promise<Statement> => {
  const { query } = pg.Client.prototype;
  const sent: Statement[] = [];
  pg.Client.prototype.query = function kept(this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | Statement, unknown[] | undefined];
    sent.push(typeof first === 'string' ? { text: first, values } : { ...first, values: first.values ?? values });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await exporter.page(app.background.db, filters, undefined, 10 * rows);
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent.find(({ text }) => /\bselect\b/.test(text) && /\blimit\b/.test(text))!;
};

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
};

const superuser = new pg.Client({ connectionString: embedded.superuserUrl });
await superuser.connect();

/** Seconds that COPY needs for what the statement finds. */
const copy = async ({ text, values = [] }: Statement): Promise<number> => {
  const plain = text.replace(/\$(\d+)/g, (_whole, n: string) => literal(values[Number(n) - 1]));
  const from = performance.now();
  await superuser.query(`copy (${plain}) to '/dev/null' with (format csv)`);
  return (performance.now() - from) / 1000;
};

/** Seconds a job needs from being asked for to its finished file, and its rows; nothing where the list is empty. */
const run = async (exporter: AnyExporter, filters: object): Promise<{ seconds: number; done: number } | undefined> => {
  const { rows: admins } = await database.pool.query<{ id: string }>('select min(id) as id from admin');
  const operator = (await app.operatorById(Number(admins[0]!.id)))!;
  const from = performance.now();
  const { taskId } = await startExport(app, { db: app.db, operator }, exporter, { filters, fileType: 'csv' });
  for (;;) {
    const { rows: found } = await database.pool.query<{ status: number; ok_cnt: string; err: string }>(
      'select status, ok_cnt, err from file_job where id = $1',
      [taskId],
    );
    const { status, ok_cnt: done, err } = found[0]!;
    if (status === 2) return { seconds: (performance.now() - from) / 1000, done: Number(done) };
    if (err === exportRefusals.nothing[1]) return undefined;
    if (status > 2) throw new Error(`${exporter.biz}: ${err}`);
    await sleep(20);
  }
};

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

try {
  await fillTables(embedded.superuserUrl, rows);
  console.log('| export | rows | csv, s | COPY of the same SELECT, s | of COPY |\n|---|---|---|---|---|');
  for (const exporter of mountedExporters(app)) {
    // Single codes are computed, not selected: `npm run bench codes` measures them.
    if (!exporter.biz.includes(only) || exporter.biz === 'code_list') continue;
    const of = ofOne[exporter.biz];
    if (of) await superuser.query(`set session_replication_role = replica; ${of.prepare}; analyze`);
    const filters = exporter.filters.parse(of?.filters ?? {}) as object;
    const statement = await findStatement(exporter, filters);
    const [ours, theirs]: [number[], number[]] = [[], []];
    let count = 0;
    for (let round = 0; round < 3 && count <= rows; round += 1) {
      const written = await run(exporter, filters);
      if (!written) break;
      ours.push(written.seconds);
      count = written.done;
      theirs.push(await copy(statement));
    }
    if (count === 0) {
      console.log(`| ${exporter.biz} ${exporter.title} | 0 | | | |`);
      continue;
    }
    const ratio = middle(theirs) / middle(ours);
    console.log(
      `| ${exporter.biz} ${exporter.title} | ${count} | ${middle(ours).toFixed(2)} | ${middle(theirs).toFixed(2)} | ${ratio < aim ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)} |`,
    );
  }
} finally {
  await superuser.end();
  await jobs.stop();
  await app.fastify.close();
  await database.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
