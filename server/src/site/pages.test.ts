import { configApi } from '@zhuiyuan/contract/settings/config';
import { answererOf, consoleRoots, pageAddresses } from '@zhuiyuan/contract/kit/page-addresses';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';
import { makeCodeWorld } from '../../test/factories/codes.ts';
import { seedSettings } from '../seeds/first/seed-settings.ts';
import { makeFirm } from '../../test/factories/parties.ts';

let app: TestApp;
let pagesRoot: string;
beforeAll(async () => {
  pagesRoot = await mkdtemp(join(tmpdir(), 'zhuiyuan-pages-'));
  for (const page of ['console', 'scan']) {
    await mkdir(join(pagesRoot, page, 'dist/assets'), { recursive: true });
    await writeFile(join(pagesRoot, page, 'dist/index.html'), `<html>${page}</html>`);
  }
  await writeFile(
    join(pagesRoot, 'console/dist/login.html'),
    '<html>sign-in<script>document.documentElement.className = "dark"</script></html>',
  );
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

test('a code behind /?c= and every address of a code lead to the shopper, on whatever name', async () => {
  for (const url of [
    '/?c=AMNSQ74WBEFWXYME',
    '/c',
    '/c/',
    '/c/AMNSQ74WBEFWXYME',
    '/00/340123450000000018',
    '/trace',
    '/trace/play?activity=1',
  ])
    expect([url, await shown(url)]).toEqual([url, expect.stringContaining('scan')]);
  for (const url of ['/01/06901234567892', '/01/06901234567892/10/L-1/21/AMNSQ74WBEFWXYME'])
    expect([url, await shown(url)]).toEqual([url, expect.stringContaining('scan')]);
  expect(await shown('/')).toContain('console');
  expect(await shown('/?c=')).toContain('console');
});

test('an address of percent signs that encode nothing is a page, the shopper’s where a code would be, and no call', async () => {
  for (const url of ['/c/%E4%', '/c/%', '/01/%E4/21/%ZZ', '/00/%C0?a=%'])
    expect([url, await shown(url)]).toEqual([url, expect.stringContaining('scan')]);
  expect(await shown('/identity/%E4%')).toContain('console');
  const { headers } = await app.fastify.inject({ url: '/s/%E4%' });
  expect(headers.location).toBe('/c/%25E4%25');
  for (const url of ['/api/id/%E4%', '/public/%E4%', '/admin/%'])
    expect((await app.fastify.inject({ url })).json()).toMatchObject({ code: 400, message: '请求格式不正确' });
});

test('every address of a firm’s own domain is the shopper’s, staff sign in on ours', async () => {
  const firmId = await makeFirm(app);
  await app.db.updateTable('firm').set({ domain: 's.brand.cn' }).where('id', '=', firmId).execute();
  const on = async (host: string, url: string) => (await app.fastify.inject({ url, headers: { host } })).body;
  const paths = ['/', '/login', '/dashboard', '/?sn=1', '/q/Sn-01'];
  for (const url of paths)
    expect([url, await on('S.brand.cn:8080', url)]).toEqual([url, expect.stringContaining('scan')]);
  for (const url of ['/', '/dashboard']) expect(await on('other.brand.cn', url)).toContain('console');
  expect(await on('other.brand.cn', '/login')).not.toContain('scan');
  const { host } = new URL(app.config.publicUrl);
  await app.db
    .updateTable('firm')
    .set({ domain: host.split(':')[0]! })
    .where('id', '=', firmId)
    .execute();
  expect(await on(host, '/dashboard')).toContain('console');
  await app.db.updateTable('firm').set({ domain: 's.brand.cn', isDel: 1 }).where('id', '=', firmId).execute();
  expect(await on('s.brand.cn', '/dashboard')).toContain('console');
});

test('a script that stands in a page is allowed by its hash, and none beside it', async () => {
  const script = 'document.documentElement.className = "dark"';
  const hash = createHash('sha256').update(script).digest('base64');
  const { headers } = await app.fastify.inject({ url: '/login' });
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`);
  const scan = await app.fastify.inject({ url: '/trace' });
  expect(scan.headers['content-security-policy']).not.toContain('sha256');
});

test('a page that the console shows in a frame may be framed by its own origin, a code’s page by nobody', async () => {
  for (const url of ['/trace/preview', '/trace/play-preview']) {
    const { headers, body } = await app.fastify.inject({ url });
    expect([url, body]).toEqual([url, expect.stringContaining('scan')]);
    expect([url, headers['x-frame-options']]).not.toEqual([url, 'DENY']);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  }
  expect((await app.fastify.inject({ url: '/c/AMNSQ74WBEFWXYME' })).headers['x-frame-options']).toBe('DENY');
});

test('the console may load the chat from the hosts of the settings, and only while there is a chat', async () => {
  const token = await openRoot(app);
  await seedSettings(app);
  const policyOf = async (url: string) =>
    String((await app.fastify.inject({ url })).headers['content-security-policy']);
  const save = (chat_config_js: string, chat_hosts: string) =>
    app.call(token, configApi.update, {
      list: Object.entries({ chat_config_js, chat_hosts }).map(([name, value]) => ({ name, value })),
    } as never);
  const before = await policyOf('/dashboard');
  expect(before).not.toContain('https://');
  expect(await save('say()', 'chat.example.com，*.example.net')).toMatchObject({ code: 200 });
  // What is remembered of the settings is forgotten a moment after they were saved.
  await expect.poll(() => policyOf('/dashboard')).toContain('https://');
  const after = await policyOf('/dashboard');
  expect(after).toContain("script-src 'self' https://chat.example.com https://*.example.net;");
  expect(after).toContain('wss://chat.example.com');
  expect(after.replace(/'nonce-[^']+'/, '').includes("'unsafe-inline';")).toBe(true);
  for (const url of ['/login', '/trace']) expect(await policyOf(url)).not.toContain('example');
  for (const hosts of ["'unsafe-inline'", 'chat.example.com; object-src', 'https://chat.example.com', '*'])
    expect(await save('say()', hosts)).toMatchObject({ code: 400 });
  expect(await save('', 'chat.example.com')).toMatchObject({ code: 200 });
  await expect.poll(() => policyOf('/dashboard')).not.toContain('https://');
});

test('every screen of the menu lies below an address of the console', async () => {
  const { rows } = await sql<{ root: string }>`
    select distinct split_part(component, '/', 2) as root from menu where component like '/%'`.execute(app.db);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ root }) => root).filter((root) => !consoleRoots.has(root))).toEqual([]);
});

test('a browser without a session is led to the sign-in page before anything of the console loads', async () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.fastify.inject({ url, headers: { 'sec-fetch-mode': 'navigate', ...headers } });
  const location = async (url: string) => (await open(url)).headers.location;
  expect((await open('/')).statusCode).toBe(302);
  expect(await location('/')).toBe('/login');
  expect(await location('/identity/taskManager?page=2')).toBe(
    `/login?redirect=${encodeURIComponent('/identity/taskManager?page=2')}`,
  );
  expect(await location('//evil.example/x')).not.toMatch(/^\/\//);
  expect((await open('/auth-redirect?code=1')).body).toContain('console');
  for (const name of ['Authori-zation', '__Secure-Authori-zation'])
    expect((await open('/', { cookie: `a=b; ${name}=token` })).body).toContain('console');
  expect((await open('/', { cookie: 'Authori-zation=' })).headers.location).toBe('/login');
});

test('each address of the table is answered by whom the table names, with and without a query', async () => {
  const { host } = new URL(app.config.publicUrl);
  const shownBy = { login: 'sign-in', preview: 'scan', shopper: 'scan', console: 'console' };
  const examples = pageAddresses.map(([route]) => route.replace(':code', 'AMNSQ74WBEFWXYME').replace('*', 'a.b/%E4%'));
  for (const path of [...examples, '/', '/dashboard', '/trace/other', '/c1', '/docsy'])
    for (const url of [path, `${path}?activity=1`]) {
      const { body, headers, statusCode } = await app.fastify.inject({ url, headers: { host } });
      const answerer = answererOf(url);
      if (answerer === 'shortLink') expect([url, headers.location]).toEqual([url, '/c/AMNSQ74WBEFWXYME']);
      else if (answerer === 'server') expect.unreachable(url);
      else expect([url, statusCode, body]).toEqual([url, 200, expect.stringContaining(shownBy[answerer])]);
    }
  expect(pageAddresses.map(([route], nth) => [route, answererOf(examples[nth]!)])).toEqual(pageAddresses);
  expect(answererOf('/?c=AMNSQ74WBEFWXYME')).toBe('shopper');
  expect(answererOf('/media/a/b.png?thumb=1')).toBe('server');
});

test('whatever the server has a route of its own for is known to the table', () => {
  const parts: string[] = [];
  const routes: string[] = [];
  // What is printed is a tree, four letters deeper for each part; a star loses what stands before it.
  const lines = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/gm;
  for (const [, indent, part, methods = ''] of app.fastify.printRoutes({ commonPrefix: false }).matchAll(lines)) {
    parts.splice(indent!.length / 4, Infinity, part!);
    if (/\bGET\b/.test(methods) && !part!.includes('*')) routes.push(parts.join(''));
  }
  expect(routes).toEqual(expect.arrayContaining(['/login', '/trace/play', '/healthz', '/openapi.json']));
  expect(routes.filter((route) => answererOf(route) === 'console')).toEqual(['/favicon.svg']);
});
