import { answererOf, pageAddresses } from '@zhuiyuan/contract/kit/page-addresses';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../test/database.ts';

const titles = {
  login: '<title>登录',
  preview: '<title>追源验真',
  shopper: '<title>追源验真',
  console: '<title>一物一码',
};

test('npm run dev answers each address of the table as the server does, and again after an edit', async () => {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'zhuiyuan-dev-'));
  const dev = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/dev.mjs')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.pool.options.connectionString,
      MASTER_KEY: '0'.repeat(64),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => dev.once('exit', resolve));
  onTestFinished(async () => {
    dev.kill('SIGTERM');
    await exit;
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const hears = async (what: RegExp): Promise<void> => {
    await expect.poll(() => said, { timeout: 100_000 }).toMatch(what);
  };
  await hears(/Pages with hot reload/);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0];

  const open = async (url: string) =>
    fetch(`${address}${url}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const examples = pageAddresses.map(([route]) => route.replace(':code', 'AMNSQ74WBEFWXYME').replace('*', 'a.b'));
  for (const url of [
    ...examples,
    '/',
    '/dashboard',
    '/?c=AMNSQ74WBEFWXYME',
    '/trace/play?activity=1',
    '/readyz',
    '/media/none.png',
  ]) {
    const answer = await open(url);
    const answerer = answererOf(url);
    if (answerer === 'shortLink') expect(answer.headers.get('location')).toBe('/c/AMNSQ74WBEFWXYME');
    else if (answerer === 'server')
      expect(await answer.json()).toMatchObject(url === '/readyz' ? { status: 'ok' } : { code: 404 });
    else expect([url, await answer.text()]).toEqual([url, expect.stringContaining(titles[answerer])]);
  }

  const now = new Date();
  await utimes(join(import.meta.dirname, '../start/greet.ts'), now, now);
  await hears(/Server renewed/);
  expect((await open('/healthz')).status).toBe(200);
  dev.kill('SIGTERM');
  expect(await exit).toBe(0);
}, 200_000);
