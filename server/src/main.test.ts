import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../test/database.ts';
import { openToOthers } from '../test/open-to-others.ts';
import { builtProgram } from '../test/servers.ts';
import { dataFolderMode } from './kit/data-folder.ts';
import { isRunning, processesIn } from './kit/postgres/process-table.ts';

// Every test starts the whole product, and the first one creates its database, on whatever machine this is.
vi.setConfig({ testTimeout: 90_000 });

/** What one test left in order the next one starts on. */
let dataDir: string;
const folders: string[] = [];
const servers: ChildProcess[] = [];

const makeFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'zhuiyuan-main-')));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};

beforeAll(() => {
  dataDir = makeFolder();
});

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.pid && isRunning(server.pid)) await end(server, 'SIGTERM');
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const clusterOf = (folder: string): string => join(folder, 'postgres/cluster');

/** Runs the server with nothing but these settings; `output` grows as it speaks. */
const run = (settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...settings };
  const server = spawn(process.execPath, [builtProgram('main')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  servers.push(server);
  const said = { output: '', errors: '' };
  server.stdout.on('data', (chunk: Buffer) => (said.output += String(chunk)));
  server.stderr.on('data', (chunk: Buffer) => (said.errors += String(chunk)));
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve));
  return { server, said, exit };
};

/** Runs the server until it has printed its address. */
const start = async (settings: Record<string, string> = {}) => {
  const { server, said, exit } = run(settings);
  await expect.poll(() => said.output, { timeout: 60_000 }).toMatch(/Address +http:\S+/);
  const address = /Address +(http:\S+)\//.exec(said.output)?.[1] ?? '';
  return { server, said, exit, address };
};

const end = async (server: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
};

const checks = async (address: string): Promise<unknown> => (await fetch(`${address}/readyz`)).json();

test('starts with nothing set, tells the password once, ends in order', async () => {
  const first = await start();
  await expect.poll(() => checks(first.address)).toMatchObject({ status: 'ok' });
  first.server.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  // What it prints is for people; the rest is in its log, for the account alone.
  expect(first.said.output.trim().split('\n').at(-1)).toMatch(/Password +\S{8,}/);
  expect(first.said.errors).toBe('');
  expect(openToOthers(dataDir)).toEqual([]);
  expect(statSync(dataDir).mode & 0o777).toBe(dataFolderMode());
  expect(processesIn(clusterOf(dataDir))).toEqual([]);

  const second = await start({ CAPTCHA: 'off' });
  expect(second.said.output).toContain('npm run reset-admin');
  expect(second.said.output).toContain('CAPTCHA=off');
  second.server.kill('SIGINT');
  second.server.kill('SIGINT');
  expect(await second.exit).toBe(0);
  expect(processesIn(clusterOf(dataDir))).toEqual([]);
});

test('starts again by itself after a kill -9 of everything', async () => {
  const first = await start();
  process.kill(Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await end(first.server, 'SIGKILL');
  const second = await start();
  await expect.poll(() => checks(second.address)).toMatchObject({ status: 'ok' });
});

test('serves again when the database alone was killed', async () => {
  const { server, address } = await start();
  process.kill(Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await expect.poll(() => checks(address)).toMatchObject({ status: 'ok' });
  expect(server.exitCode).toBeNull();
});

test('runs on a database of its own choice', async () => {
  const database = await openTestDatabase('main');
  await database.close();
  const { address } = await start({
    DATABASE_URL: database.url,
    DATA_DIR: makeFolder(),
    MASTER_KEY: 'a'.repeat(64),
    ROLE: 'api',
  });
  await expect.poll(() => checks(address)).toMatchObject({ status: 'ok' });
});

test('refuses a bad setting with one line and no trace', async () => {
  const { said, exit } = run({ CAPTCHA: 'maybe' });
  expect(await exit).toBe(1);
  expect(said.errors).toBe('Bad setting: CAPTCHA must be on or off\n');
  expect(said.output).toBe('');
});

test('refuses a data folder that another server uses with one line', async () => {
  const { address } = await start();
  const { said, exit } = run({});
  expect(await exit).toBe(1);
  expect(said.errors).toMatch(/^.* another server \(process \d+\) already uses this data folder\n$/);
  await expect.poll(() => checks(address)).toMatchObject({ status: 'ok' });
});

test('ends in order also while it starts', async () => {
  const folder = makeFolder();
  const { server, exit } = run({ DATA_DIR: folder });
  await expect.poll(() => existsSync(join(clusterOf(folder), 'postmaster.pid')), { timeout: 60_000 }).toBe(true);
  server.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(processesIn(clusterOf(folder))).toEqual([]);
});

test('refuses a database it cannot reach with one line and no trace', async () => {
  const { said, exit } = run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none', MASTER_KEY: 'a'.repeat(64) });
  expect(await exit).toBe(1);
  expect(said.errors.trim().split('\n')).toHaveLength(1);
  expect(said.errors).toContain('ECONNREFUSED');
});
