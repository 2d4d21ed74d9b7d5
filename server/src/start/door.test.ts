import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { runServer, stopServers, untilStarted } from '../../test/servers.ts';

vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-door-'));
});
afterEach(stopServers);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const occupy = async () => {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { port: String(port), free: () => new Promise((done) => server.close(done)) };
};

test('whoever comes during the start is told to wait, and is answered when it is over', async () => {
  const { port, free } = await occupy();
  await free();
  const running = runServer({ DATA_DIR: join(folder, 'slow'), PORT: port });
  const base = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(`${base}/healthz`), { timeout: 60_000, interval: 20 });
  const call = await fetch(`${base}/api/public/site/config`);
  expect([call.status, await call.json()]).toEqual([
    503,
    { code: 503, message: '系统正在启动，请稍后重试', data: null },
  ]);
  const page = await fetch(base, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await page.text()).toContain('追源正在启动，请稍候');
  expect([(await fetch(`${base}/healthz`)).status, (await fetch(`${base}/readyz`)).status]).toEqual([200, 503]);
  const { said } = await untilStarted(running);
  expect((await fetch(`${base}/api/public/site/config`)).status).toBe(200);
  expect(said.output).toMatch(/Password +[A-Za-z2-9]{12} /);
});

test('a port that is taken ends the start with one line that names it, before anything is made', async () => {
  const { port, free } = await occupy();
  const dataDir = join(folder, 'taken');
  const { said, exit } = runServer({ DATA_DIR: dataDir, PORT: port });
  expect(await exit).toBe(1);
  expect(said.errors.trim().split('\n')).toEqual([expect.stringContaining(`端口 ${port} 已被占用`)]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await free();
});
