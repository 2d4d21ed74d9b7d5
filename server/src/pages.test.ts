import { consoleRoots } from '@zhuiyuan/contract/kit/console-roots';
import { sql } from 'kysely';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../test/app.ts';
import { openRoot } from '../test/factories/access.ts';
import { makeCodeWorld } from '../test/factories/codes.ts';

let app: TestApp;
let pagesRoot: string;
beforeAll(async () => {
  pagesRoot = await mkdtemp(join(tmpdir(), 'zhuiyuan-pages-'));
  for (const page of ['console', 'scan']) {
    await mkdir(join(pagesRoot, page, 'dist/assets'), { recursive: true });
    await writeFile(join(pagesRoot, page, 'dist/index.html'), `<html>${page}</html>`);
  }
  app = await openTestApp({ pagesRoot });
  await openRoot(app);
  const world = await makeCodeWorld(app);
  const { taskId } = await world.issue();
  await sql`update task set url_prefix = 'lan.example:8310/' where id = ${taskId}`.execute(app.db);
});
afterAll(async () => {
  await app.close();
  await rm(pagesRoot, { recursive: true, force: true });
});

const shown = async (url: string): Promise<string> =>
  (await app.fastify.inject({ url, headers: { host: 'lan.example:8310' } })).body;

test('whatever a firm prints, the console is the console on every name it is opened by', async () => {
  expect(await shown('/QF00000001')).toContain('scan');
  for (const root of consoleRoots) if (root !== 'login') expect(await shown(`/${root}`)).toContain('console');
  expect(await shown('/identity/taskManager?page=2')).toContain('console');
  expect(await shown('/%69dentity/taskManager')).toContain('console');
});

test('every screen of the menu lies below an address of the console', async () => {
  const { rows } = await sql<{ root: string }>`
    select distinct split_part(component, '/', 2) as root from menu where component like '/%'`.execute(app.db);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ root }) => root).filter((root) => !consoleRoots.has(root))).toEqual([]);
});
