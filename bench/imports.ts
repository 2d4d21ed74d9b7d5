import { createHash, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { z } from 'zod';
import { buildApp } from '../server/src/app.ts';
import { startExport } from '../server/src/jobs/exporter.ts';
import { mountImporter } from '../server/src/jobs/importer.ts';
import { importJob } from '../server/src/jobs/start-import.ts';
import { parseConfig } from '../server/src/kit/config.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';
import { startEmbedded } from '../server/src/kit/postgres/embedded-postgres.ts';
import { keepHeapSmall } from '../server/src/kit/heap.ts';
import { Jobs } from '../server/src/kit/jobs/jobs.ts';
import { migrate } from '../server/src/kit/db/migrate.ts';
import { openFiles } from '../server/src/kit/files/open-files.ts';
import { xlsxStream } from '../server/src/kit/sheets/xlsx.ts';
import { seedFirst } from '../server/src/seeds/seed.ts';

/**
 * A million rows read from xlsx and csv, and a million written, by the real background work, each in a process of its own:
 * how long, how far the process's memory rises above what it had while idle, and whether progress is seen to move. Aim: 256 MB.
 */
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const aim = 256;
const titles = ['编号', '名称', '规格', '单位', '数量'];
const requireLine = (n: number) => [`B-${n}`, `第${n}号茶`, '250g/盒', '盒', n];

const makeFile = async (path: string): Promise<void> => {
  const all = function* all() {
    for (let n = 1; n <= rows; n += 1) yield requireLine(n);
  };
  const csv = function* csv() {
    yield `${titles.join(',')}\r\n`;
    for (const line of all()) yield `${line.join(',')}\r\n`;
  };
  const content = path.endsWith('.xlsx')
    ? xlsxStream(
        '数据',
        titles.map((title, at) => ({ title, cell: (line: (string | number)[]) => line[at]! })),
        all(),
      )
    : Readable.from(csv());
  await pipeline(content, createWriteStream(path));
};

const measures = ['import xlsx', 'import csv', 'export xlsx', 'export csv'] as const;
type Measure = (typeof measures)[number];

const root = new URL('..', import.meta.url).pathname;
const log = pino({ level: 'warn' });

/** This program as the server runs, bundled with its threads beside it: what runs it from sources would count as memory. */
const bundle = join(root, 'bench/dist');
const makeBundle = async (): Promise<void> => {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [import.meta.filename, join(root, 'server/src/kit/sheets/sheet-worker.ts')],
    outdir: bundle,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '@zhuiyuan/contract': join(root, 'contract/src') },
  });
};

/** This program again, in a process of its own. */
const again = (args: string[], env: Record<string, string> = {}): void => {
  const { status } = spawnSync(process.execPath, [join(bundle, 'imports.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed`);
};

const run = async (): Promise<void> => {
  await makeBundle();
  const dataDir = await mkdtemp(join(tmpdir(), 'zhuiyuan-bench-'));
  // Closed to others, the folder would make root keep its database elsewhere, where nobody removes it.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded(dataDir, log);
  try {
    await migrate(embedded.url, join(root, 'server/migrations'));
    const database = openDatabase(embedded.url);
    const config = parseConfig({ DATA_DIR: dataDir, CAPTCHA: 'off', DEMO: '0', ADMIN_PASSWORD: 'bench-password' });
    await seedFirst({ config, db: database.db, files: openFiles(config) });
    await database.pool.query(`
      create table bench_line (firm_id bigint, no text, name text);
      insert into firm (name, firm_no, credit_code) values ('测试企业', 'F1', '000000000000000000');
      insert into audit_log (firm_id, title, business_type, request_method, oper_name, oper_url)
      select 0, '生码任务', 1, 'POST', 'admin', '/x' from generate_series(1, ${rows})`);
    await database.close();
    for (const type of ['xlsx', 'csv']) again(['make', join(dataDir, `rows.${type}`)]);
    const key = randomBytes(32).toString('hex');
    const wanted = measures.filter((name) => !process.env.BENCH_ONLY || name.startsWith(process.env.BENCH_ONLY));
    for (const name of wanted)
      again(['measure', name], { DATA_DIR: dataDir, DATABASE_URL: embedded.url, MASTER_KEY: key });
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(bundle, { recursive: true, force: true });
  }
};

/** The whole server without its ears, with an importer that puts rows into a plain table. */
const openServer = async () => {
  const config = parseConfig({ ...process.env, CAPTCHA: 'off', DEMO: '0', ADMIN_PASSWORD: 'bench-password' });
  const database = openDatabase(process.env.DATABASE_URL!);
  const files = openFiles(config);
  const jobs = new Jobs(process.env.DATABASE_URL!, log, true);
  const app = await buildApp({ config, database, jobs, files, log });
  const line = z.object({ no: z.string(), name: z.string(), spec: z.string(), unit: z.string(), count: z.string() });
  mountImporter<z.output<typeof line>>(app, {
    biz: 'remit_result',
    may: 'admin:bench:import',
    columns: ['no', 'name', 'spec', 'unit', 'count'].map((key, at) => ({ key, title: titles[at]! })),
    row: line,
    limits: { rows: 1_048_575, bytes: 1024 ** 3 },
    together: {
      batchSize: 1000,
      apply: async ({ firmId }, lines) => {
        await database.pool.query(`insert into bench_line select $1, * from unnest($2::text[], $3::text[])`, [
          firmId,
          lines.map(({ row }) => row.no),
          lines.map(({ row }) => row.name),
        ]);
        return lines.map(() => 'done' as const);
      },
    },
  });
  await jobs.start();
  const close = async () => {
    await jobs.stop();
    await app.fastify.close();
    await database.close();
  };
  return { app, config, database, files, jobs, close };
};

type Server = Awaited<ReturnType<typeof openServer>>;

const beginImport = async ({ app, config, database, files, jobs }: Server, type: string): Promise<number> => {
  const path = join(config.dataDir, `rows.${type}`);
  const { size } = await stat(path);
  const file = `file/bench/${type}`;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  await files.adopt(path, file);
  const { rows: inserted } = await database.pool.query<{ id: string }>(
    `insert into file_job (firm_id, kind, task_no, biz, title, file, file_name, file_size, file_sha, operator_id)
     select (select min(id) from firm), 2, $1, 'remit_result', $1, $2, $1, $3, $4, (select min(id) from admin) returning id`,
    [type, file, size, hash.digest('hex')],
  );
  const id = Number(inserted[0]!.id);
  await jobs.send(app.db, importJob, {});
  return id;
};

const beginExport = async ({ app, database }: Server, fileType: 'xlsx' | 'csv'): Promise<number> => {
  const { rows: admins } = await database.pool.query<{ id: string }>('select min(id) as id from admin');
  const operator = (await app.operatorById(Number(admins[0]!.id)))!;
  const exporter = { biz: 'systemLog', title: '系统日志' };
  return (await startExport(app, { db: app.db, operator }, exporter, { filters: {}, fileType })).taskId;
};

const begin = (server: Server, name: Measure): Promise<number> => {
  const [act, type] = name.split(' ') as ['import' | 'export', 'xlsx' | 'csv'];
  return act === 'import' ? beginImport(server, type) : beginExport(server, type);
};

const measure = async (name: Measure): Promise<void> => {
  keepHeapSmall();
  const server = await openServer();
  const { pool } = server.database;
  try {
    await sleep(3000);
    const idle = process.memoryUsage().rss;
    const id = await begin(server, name);
    const begun = performance.now();
    const seen = new Set<number>();
    let peak = process.memoryUsage();
    let slowest = 0;
    for (;;) {
      const asked = performance.now();
      const { rows: found } = await pool.query<{ status: number; ok_cnt: string; err: string }>(
        'select status, ok_cnt, err from file_job where id = $1',
        [id],
      );
      slowest = Math.max(slowest, performance.now() - asked);
      seen.add(Number(found[0]!.ok_cnt));
      const now = process.memoryUsage();
      if (now.rss > peak.rss) peak = now;
      if (found[0]!.status !== 1) {
        const seconds = (performance.now() - begun) / 1000;
        const rise = (peak.rss - idle) / 1024 / 1024;
        const done = Number(found[0]!.ok_cnt);
        console.log(
          `${name.padEnd(12)} ${done} rows in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} rows/s, memory +${rise.toFixed(0)} MB above ${(idle / 1024 / 1024).toFixed(0)}  aim ≤ ${aim} MB ${rise <= aim ? 'met' : 'MISSED'}; ${seen.size} steps of progress seen, slowest answer beside it ${slowest.toFixed(0)} ms`,
        );
        if (process.env.BENCH_WHY)
          console.log(
            Object.entries(peak)
              .map(([key, bytes]) => `${key} ${Math.round(bytes / 1024 / 1024)}`)
              .join(', '),
          );
        if (found[0]!.status !== 2 || done !== rows) throw new Error(`${name}: ${found[0]!.err || `${done} rows`}`);
        return;
      }
      await sleep(50);
    }
  } finally {
    await server.close();
  }
};

const [act, what = ''] = process.argv.slice(2);
if (act === 'make') await makeFile(what);
else if (act === 'measure') await measure(what as Measure);
else await run();
