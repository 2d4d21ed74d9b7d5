import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { borrowEmbedded, startEmbedded } from './embedded-postgres.ts';
import { preparePostgresHome } from './postgres-home.ts';
import { isRunning, processesIn } from './process-table.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const program = join(import.meta.dirname, '../../../test/embedded-server.ts');

let dataDir: string;
let servers: ChildProcess[];

beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'zhuiyuan-embedded-')));
  chmodSync(dataDir, 0o755);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) if (server.pid && isRunning(server.pid)) await end(server, 'SIGTERM');
  const { folder } = await preparePostgresHome(dataDir, recalledFolder());
  for (const pid of processesIn(join(folder, 'cluster'))) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

type Memory = { port: number; password: string; ownPassword: string; folder?: string };
const memory = (): Memory => JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Memory;
const recalledFolder = (): string | undefined =>
  existsSync(join(dataDir, 'postgres.json')) ? memory().folder : undefined;
const cluster = (): string => join(recalledFolder() ?? join(dataDir, 'postgres'), 'cluster');
const pidFile = (): string => join(cluster(), 'postmaster.pid');
/** Number of the database process; 0 while none has written its file. */
const postmasterPid = (): number =>
  existsSync(pidFile()) ? Number(readFileSync(pidFile(), 'utf8').split('\n')[0]) : 0;

/** Starts a server process of its own and resolves with its database address. */
const serve = async (): Promise<{ server: ChildProcess; url: string }> => {
  const server = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  servers.push(server);
  let output = '';
  server.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      const url = /^url (\S+)/m.exec(String(chunk))?.[1];
      if (url) resolve({ server, url });
    });
    server.once('exit', () => reject(new Error(output)));
  });
};

const end = (server: ChildProcess, name: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve(server.exitCode);
    server.once('exit', (code) => resolve(code));
    server.kill(name);
  });

const write = async (url: string): Promise<void> => {
  const { pool, close } = openDatabase(url);
  await pool.query('create table if not exists note (text text)');
  await pool.query(`insert into note values ('kept')`);
  await close();
};

const count = async (url: string): Promise<unknown> => {
  const { pool, close } = openDatabase(url);
  const { rows } = await pool.query('select count(*) as kept from note');
  await close();
  return rows[0];
};

test('starts, stops and starts again with its data, port and password', async () => {
  const first = await startEmbedded(dataDir, silent);
  await write(first.url);
  await first.stop();
  expect(processesIn(cluster())).toEqual([]);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  const second = await startEmbedded(dataDir, silent);
  expect(second.url).toBe(first.url);
  expect(await count(second.url)).toEqual({ kept: 1 });
  await second.stop();
});

test('is not made anew where it was lost, and its memory is not guessed at', async () => {
  const first = await startEmbedded(dataDir, silent);
  await write(first.url);
  await first.stop();
  const [here, away] = [cluster(), `${cluster()}.away`];
  renameSync(here, away);
  await expect(startEmbedded(dataDir, silent)).rejects.toThrow(`the database ${here} is missing`);
  expect(existsSync(here)).toBe(false);
  renameSync(away, here);
  const whole = readFileSync(join(dataDir, 'postgres.json'));
  writeFileSync(join(dataDir, 'postgres.json'), '');
  await expect(startEmbedded(dataDir, silent)).rejects.toThrow(
    'postgres.json with the password of the database is damaged',
  );
  writeFileSync(join(dataDir, 'postgres.json'), whole);
  const again = await startEmbedded(dataDir, silent);
  expect(await count(again.url)).toEqual({ kept: 1 });
  await again.stop();
});

test('tells when a database that died cannot be started again', async () => {
  let reason = '';
  const lost = (why: string) => void (reason = why);
  const { stop } = await startEmbedded(dataDir, silent, { reviveWithinMs: 0, lost });
  rmSync(join(cluster(), 'PG_VERSION'));
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => reason).toContain('did not start');
  await stop();
});

test('lets nobody in without the password', async () => {
  const { url, stop } = await startEmbedded(dataDir, silent);
  const wrong = openDatabase(url.replace(memory().ownPassword, 'guess'));
  await expect(wrong.pool.query('select 1')).rejects.toThrow('password authentication failed');
  await wrong.close();
  await stop();
});

test('refuses a second server on the same data folder, but lends it the running database', async () => {
  const { url, stop } = await startEmbedded(dataDir, silent);
  await expect(startEmbedded(dataDir, silent)).rejects.toThrow('another server');
  await write(url);
  const borrowed = await borrowEmbedded(dataDir, silent);
  expect(await count(borrowed.url)).toEqual({ kept: 1 });
  await borrowed.stop();
  expect(await count(url)).toEqual({ kept: 1 });
  await stop();
});

describe('after a kill -9 the next start recovers with everything committed', () => {
  const expectRecovery = async (lostPid: number): Promise<void> => {
    const { url } = await serve();
    expect(await count(url)).toEqual({ kept: 1 });
    expect(isRunning(lostPid)).toBe(false);
    expect(postmasterPid()).not.toBe(lostPid);
  };

  test('of Node, whose database lives on', async () => {
    const { server, url } = await serve();
    await write(url);
    const old = postmasterPid();
    await end(server, 'SIGKILL');
    expect(isRunning(old)).toBe(true);
    await expectRecovery(old);
  });

  test('of Node and the database', async () => {
    const { server, url } = await serve();
    await write(url);
    const old = postmasterPid();
    process.kill(old, 'SIGKILL');
    await end(server, 'SIGKILL');
    await expectRecovery(old);
  });

  test('of the database first, its busy helper left behind', async () => {
    const { server, url } = await serve();
    await write(url);
    const busy = openDatabase(url);
    const query = busy.pool.query(`select count(*) from generate_series(1, 1e12::bigint)`).catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await busy.backgroundPool.query(
          `select from pg_stat_activity where query like 'select count(*) from generate_series%' and state = 'active'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    const old = postmasterPid();
    await end(server, 'SIGKILL');
    process.kill(old, 'SIGKILL');
    await expectRecovery(old);
    await query;
    await busy.close();
  });

  test.runIf(process.platform === 'linux')('of a database that stays a zombie', async () => {
    const { url, stop } = await startEmbedded(dataDir, silent);
    await write(url);
    await stop();
    const { programs, owner } = await preparePostgresHome(dataDir);
    const postgres = [join(programs, 'bin/postgres'), '-D', cluster(), '-p', String(memory().port), '-k', ''];
    // The shell becomes a sleep, which never asks how its child ended.
    const parent = spawn('sh', ['-c', '"$@" & exec sleep 60', 'sh', ...postgres], {
      ...owner,
      cwd: '/',
      stdio: 'ignore',
    });
    await expect.poll(() => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8')).toContain('ready');
    const old = postmasterPid();
    process.kill(old, 'SIGKILL');
    await expect.poll(() => readFileSync(`/proc/${old}/stat`, 'utf8').split(') ')[1]?.[0]).toBe('Z');
    await expectRecovery(old);
    parent.kill('SIGKILL');
  });

  test('with an empty pid file', async () => {
    const { url, stop } = await startEmbedded(dataDir, silent);
    await write(url);
    await stop();
    writeFileSync(pidFile(), '');
    const again = await startEmbedded(dataDir, silent);
    expect(await count(again.url)).toEqual({ kept: 1 });
    await again.stop();
  });
});

test('a database killed alone is started again and the pool reconnects', async () => {
  const { url, stop } = await startEmbedded(dataDir, silent);
  await write(url);
  const { pool, close } = openDatabase(url);
  await pool.query('select 1');
  const old = postmasterPid();
  process.kill(old, 'SIGKILL');
  const ask = (): Promise<unknown> =>
    pool.query('select count(*) as kept from note').then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  // A helper of the killed database may still answer once before it notices.
  const isRevived = async (): Promise<boolean> => (await ask()) !== undefined && ![0, old].includes(postmasterPid());
  await expect.poll(isRevived).toBe(true);
  expect(await ask()).toEqual({ kept: 1 });
  await close();
  await stop();
  expect(processesIn(cluster())).toEqual([]);
});

describe('ends everything', () => {
  test('on SIGTERM', async () => {
    const { server } = await serve();
    expect(await end(server, 'SIGTERM')).toBe(0);
    expect(processesIn(cluster())).toEqual([]);
  });

  test('on Ctrl-C, which the terminal sends to the whole group', async () => {
    const { server } = await serve();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    process.kill(-(server.pid ?? 0), 'SIGINT');
    expect(await ended).toBe(0);
    expect(processesIn(cluster())).toEqual([]);
  });
});

test.runIf(process.getuid?.() === 0)(
  'runs for root below a folder closed to others, and keeps an orphaned database',
  async () => {
    chmodSync(dataDir, 0o700);
    const first = await startEmbedded(dataDir, silent);
    await write(first.url);
    const { folder = '' } = memory();
    expect(folder).toMatch(/^\/var\/lib\/zhuiyuan\/[0-9a-f]{16}$/);
    await first.stop();
    const second = await startEmbedded(dataDir, silent);
    expect(await count(second.url)).toEqual({ kept: 1 });
    await second.stop();

    rmSync(join(dataDir, 'postgres.json'));
    const warnings: string[] = [];
    const third = await startEmbedded(dataDir, { ...silent, warn: (text) => warnings.push(text) });
    await expect(count(third.url)).rejects.toThrow('note');
    await third.stop();
    const kept = /kept in (\S+)$/.exec(warnings[0] ?? '')?.[1] ?? '';
    expect(existsSync(join(kept, 'PG_VERSION'))).toBe(true);
    rmSync(kept, { recursive: true });
  },
);
