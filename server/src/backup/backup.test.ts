import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { openToOthers } from '../../test/open-to-others.ts';
import { builtProgram } from '../../test/servers.ts';
import { loadDatabase } from './load-database.ts';
import { readManifest, tableFile, type Manifest } from './manifest.ts';
import { saveDatabase } from './save-database.ts';
import { dataFolderMode } from '../kit/data-folder.ts';
import { borrowEmbedded } from '../kit/postgres/embedded-postgres.ts';
import { migrate, readMigrations } from '../kit/db/migrate.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

const migrations = join(import.meta.dirname, '../../migrations');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const servers: ChildProcess[] = [];
let home: string;
const at = (name: string) => join(home, name);

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'zhuiyuan-backup-'));
  chmodSync(home, 0o755);
});
afterAll(async () => {
  for (const server of servers) await end(server);
  rmSync(home, { recursive: true, force: true });
});

const end = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
};

const run = (program: Parameters<typeof builtProgram>[0], args: string[], settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...settings };
  const child = spawn(process.execPath, [builtProgram(program), ...args], { env });
  const said = { output: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (said.output += String(chunk)));
  return { child, said };
};

/** Runs a command to its end and answers what it said. */
const command = async (
  program: Parameters<typeof builtProgram>[0],
  args: string[],
  settings: Record<string, string>,
) => {
  const { child, said } = run(program, args, settings);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: said.output };
};

const password = 'Restore-me-9';

/** The product on a data folder, signed in as its administrator. */
const serve = async (dataDir: string) => {
  const { child, said } = run('main', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
    PUBLIC_URL: 'http://127.0.0.1:8080',
  });
  servers.push(child);
  const isUp = () => {
    if (!/Address +http:\S+/.test(said.output)) throw new Error(`the product does not come up: ${said.output}`);
  };
  await eventually(isUp, { timeout: 400_000, interval: 200 });
  const address = /Address +(http:\S+)\//.exec(said.output)?.[1] ?? '';
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { 'authori-zation': token } : {}) };
    const answer = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { code: number; message: string; data: never };
  };
  // A busy machine that lays the demonstration out meanwhile may say that it is to be tried again.
  const token = await eventually(async () => {
    const { code, data } = await post('/admin/login', { account: 'admin', pwd: password });
    if (code === 503) throw new Error('not answered in time');
    return (data as { token: string }).token;
  });
  const get = async (path: string) => {
    const answer = await fetch(`${address}/api${path}`, { headers: { 'authori-zation': token } });
    return ((await answer.json()) as { data: never }).data;
  };
  return { server: child, address, post, get, token };
};

/** Every table's rows and a sum over them, but for what a start of the product itself adds. */
const contents = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
     and relnamespace = 'public'::regnamespace and relname not in ('session', 'schema_migration') order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of rows) {
    const sum = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from "${name}" t`,
    );
    sums[name] = sum.rows[0]!.sum;
  }
  await client.end();
  return sums;
};

/** The address of a data folder's database, for as long as `work` takes. */
const inDatabase = async <T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> => {
  const { url, stop } = await borrowEmbedded(dataDir, silent);
  try {
    return await work(url);
  } finally {
    await stop();
  }
};

const asking = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

describe('npm run backup and npm run restore', () => {
  const copied: Partial<Record<'running' | 'stopped', Awaited<ReturnType<typeof command>>>> = {};
  let before: Record<string, string>;
  let code: string;
  let picture: string;
  let shown: { product: unknown; verdict: unknown; bytes: Buffer };

  /** What a shopper and a member of staff see of a code and a file. */
  const look = async ({ address, post }: Awaited<ReturnType<typeof serve>>) => {
    const { data } = await post('/public/trace/scan', { code });
    const { verdict, product } = data as { verdict: unknown; product: unknown };
    const answer = await fetch(new URL(picture, address));
    return { verdict, product, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  /** A product was copied while it ran, and again when it did not. */
  beforeAll(async () => {
    const product = await serve(at('first'));
    await inDatabase(at('first'), async (url) => {
      const isIdle = async () => {
        const running = await asking(url, 'select id from task where phase between 1 and 3');
        if (running.length > 0) throw new Error('tasks are still running');
        const laid = await asking(url, `select from seeded where what = 'demonstration' and row_id = 2`);
        if (laid.length === 0) throw new Error('the demonstration is not there');
      };
      await eventually(isIdle, { timeout: 400_000, interval: 200 });
    });
    code = await inDatabase(at('first'), async (url) => {
      const [row] = await asking<{ code: string }>(
        url,
        `select code_text as code from scan_log where verdict in ('FIRST', 'REPEAT') order by id desc limit 1`,
      );
      return row!.code;
    });
    const { list } = (await product.get('/admin/system/attachment/list?page=1&limit=1&pid=0')) as {
      list: { sattDir: string }[];
    };
    picture = list[0]!.sattDir;
    shown = await look(product);
    copied.running = await command('backup', [at('while it runs')], { DATA_DIR: at('first') });
    await end(product.server);

    before = await inDatabase(at('first'), contents);
    copied.stopped = await command('backup', [at('copy')], { DATA_DIR: at('first') });
  });

  test('copy a product while it runs, for nobody else to read', async () => {
    expect(copied.running).toMatchObject({ code: 0, said: expect.stringMatching(/已备份 \d+ 行数据、\d+ 个文件/) });
    expect(statSync(at('while it runs')).mode & 0o077).toBe(0);
    expect(openToOthers(at('while it runs'))).toEqual([]);
    const restored = await command('restore', [at('while it runs')], { DATA_DIR: at('beside') });
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('全部核对一致') });
    expect(statSync(at('beside')).mode & 0o777).toBe(dataFolderMode());
    expect(openToOthers(at('beside'))).toEqual([]);
  });

  test('bring everything into an empty folder: rows, codes, files, numbers, people', async () => {
    expect(copied.stopped).toMatchObject({ code: 0 });
    expect(shown).toMatchObject({
      verdict: expect.stringMatching(/REPEAT|OVER/),
      product: { storeName: expect.any(String) },
    });
    expect(shown.bytes.length).toBeGreaterThan(100);
    const made = await command('restore', [at('copy')], { DATA_DIR: at('second') });
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('全部核对一致') });
    expect(await inDatabase(at('second'), contents)).toEqual(before);

    const product = await serve(at('second'));
    expect(await look(product)).toEqual(shown);
    const { token } = product;
    const saved = await product.post(
      '/admin/identity/channel/save',
      { firmId: 1, name: '恢复之后', channelType: 1 },
      token,
    );
    expect(saved).toMatchObject({ code: 200 });
    await end(product.server);
  });

  test('refuse a folder that is in use, and leave its rows', async () => {
    const full = await command('restore', [at('copy')], { DATA_DIR: at('first') });
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('the database is not empty') });
    expect(await inDatabase(at('first'), contents)).toEqual(before);
  });

  test('refuse a backup that was changed and one that is not finished, and leave no rows', async () => {
    const copy = at('changed');
    cpSync(at('copy'), copy, { recursive: true });
    const manifest = await readManifest(copy);
    const [sum] = readFileSync(join(copy, 'files.sha256'), 'utf8').split('\n');
    const file = join(copy, 'files', sum!.split('  ')[1]!);
    appendFileSync(file, 'x');
    const changed = await command('restore', [copy], { DATA_DIR: at('third') });
    expect(changed).toMatchObject({ code: 1, said: expect.stringContaining('is not as it was backed up') });
    expect(readdirSync(at('third'))).toEqual([]);

    appendFileSync(tableFile(copy, manifest.tables[0]!.name), 'x');
    const torn = await command('restore', [copy], { DATA_DIR: at('third') });
    expect(torn).toMatchObject({ code: 1, said: expect.stringContaining('.copy.gz is not as it was backed up') });

    const empty = await command('restore', [home], { DATA_DIR: at('third') });
    expect(empty).toMatchObject({ code: 1, said: expect.stringContaining('holds no finished backup') });
    const manifestPath = join(copy, 'manifest.json');
    truncateSync(manifestPath, 100);
    const half = await command('restore', [copy], { DATA_DIR: at('third') });
    expect(half).toMatchObject({ code: 1, said: expect.stringContaining('manifest.json is not whole') });
    const again = await command('backup', [copy], { DATA_DIR: at('first') });
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
  });
});

describe('commands', () => {
  test('refuse a list of files that has become shorter, leave nothing, and the whole backup still goes in', async () => {
    const copy = at('shorter');
    cpSync(at('copy'), copy, { recursive: true });
    const sums = join(copy, 'files.sha256');
    const lines = readFileSync(sums, 'utf8');
    writeFileSync(sums, lines.split('\n').slice(1).join('\n'));
    const shorter = await command('restore', [copy], { DATA_DIR: at('fourth') });
    expect(shorter).toMatchObject({
      code: 1,
      said: expect.stringMatching(/files.sha256 names \d+ files .* instead of/),
    });
    writeFileSync(join(copy, 'master.key'), `${'b'.repeat(64)}\n`);
    writeFileSync(sums, lines);
    const foreign = await command('restore', [copy], { DATA_DIR: at('fourth') });
    expect(foreign).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not the one these data were made with'),
    });
    expect(readdirSync(at('fourth'))).toEqual([]);
    expect(await command('restore', [at('copy')], { DATA_DIR: at('fourth') })).toMatchObject({ code: 0 });
  });

  test('make no installation where there is none, and no backup in what is backed up', async () => {
    const missing = await command('backup', [at('nowhere')], { DATA_DIR: at('mistyped') });
    expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('holds no installation') });
    expect([existsSync(at('mistyped')), existsSync(at('nowhere'))]).toEqual([false, false]);
    const inside = await command('backup', [join(at('first'), 'files/copy')], { DATA_DIR: at('first') });
    expect(inside).toMatchObject({ code: 1, said: expect.stringContaining('lies in what is backed up') });
  });
});

describe('a backup of the rows', () => {
  const restored = async (name: string, manifest: Manifest): Promise<string> => {
    const target = await openTestDatabase(name, { template: 'template0' });
    await target.close();
    await loadDatabase({ url: target.url, folder: home, migrations }, manifest, async () => {});
    return target.url;
  };

  test('of an earlier version is brought to the newest schema, its waiting jobs and detached months with it', async () => {
    const all = await readMigrations(migrations);
    const old = await openTestDatabase('old', { template: 'template0' });
    await old.close();
    await migrate(old.url, migrations, all.at(-3)!.name);
    const boss = new PgBoss({ connectionString: old.url, supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue('dead-letter');
    await boss.createQueue('taskRun', { name: 'taskRun', retryLimit: 5, deadLetter: 'dead-letter' });
    const job = await boss.send('taskRun', { taskId: 7 });
    await boss.stop({ graceful: false });
    await asking(old.url, 'select keep_scan_months()');
    await asking(old.url, `select make_scan_month('2020-03-01')`);
    await asking(
      old.url,
      `insert into scan_log (at, code_text, verdict) values ('2020-03-05', 'A', 'FIRST'), (now(), 'B', 'FIRST')`,
    );
    await asking(old.url, 'select keep_scan_months()');

    const manifest: Manifest = { format: 1, ...(await saveDatabase(old.url, home)) };
    expect(manifest.detached).toEqual([{ name: 'scan_log_2020_03', like: 'scan_log' }]);
    const url = await restored('restored', manifest);
    expect(await asking(url, 'select code_text from scan_log')).toEqual([{ code_text: 'B' }]);
    expect(await asking(url, 'select code_text from scan_log_2020_03')).toEqual([{ code_text: 'A' }]);
    expect(await asking(url, 'select id, data, retry_limit from pgboss.job')).toEqual([
      { id: job, data: { taskId: 7 }, retry_limit: 5 },
    ]);
    expect((await asking(url, 'select name from schema_migration order by name')).length).toBe(all.length);
    const foreignKeys = `select count(*)::int as n from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    const fresh = await openTestDatabase('fresh');
    await fresh.close();
    expect(await asking(url, foreignKeys)).toEqual(await asking(fresh.url, foreignKeys));
  });

  test('of a version this one does not know is refused', async () => {
    const source = await openTestDatabase('source');
    await source.close();
    const folder = mkdtempSync(join(home, 'newer-'));
    const manifest: Manifest = { format: 1, ...(await saveDatabase(source.url, folder)) };
    manifest.migrations.push({ name: '9999-later.sql', checksum: 'x' });
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await expect(restored('later', manifest)).rejects.toThrow('made by another version');
  });
});
