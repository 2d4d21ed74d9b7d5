import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';

const root = join(import.meta.dirname, '../../..');
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

it('is one in the packages, the description of the calls and the newest release of the changelog', async () => {
  const changes = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const released = /^## (\d+\.\d+\.\d+)$/m.exec(changes)![1];
  const folders = ['.', 'contract', 'server', 'console', 'scan', 'e2e', 'bench', 'simulator'];
  for (const folder of folders) {
    const { version } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    expect([folder, version]).toEqual([folder, released]);
  }
  const { info } = (await app.fastify.inject({ url: '/openapi.json' })).json();
  expect(info.version).toBe(released);
});
