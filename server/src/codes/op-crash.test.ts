import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeStaff, openTestApp, type TestApp } from '../../test/app.ts';
import { codePermissions, makeCodeWorld } from '../../test/codes.ts';
import { upload } from '../../test/upload.ts';
import { keyringOf } from './keyring.ts';

// Other processes on the same database and files: they are killed, this one looks on.
vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
const servers: ChildProcess[] = [];
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, 'admin:upload:file'],
  });
  world.token = token;
});
afterAll(async () => {
  for (const server of servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await app.close();
});

const start = async (role: 'api' | 'worker'): Promise<{ server: ChildProcess; address: string }> => {
  const server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: app.database.pool.options.connectionString,
      DATA_DIR: app.config.dataDir,
      MASTER_KEY: app.config.masterKey.toString('hex'),
      ROLE: role,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  server.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(role === 'api' ? /Address +http:\S+/ : /worker started/);
  return { server, address: /Address +(http:\S+)\//.exec(output)?.[1] ?? '' };
};

const kill = async (server: ChildProcess): Promise<void> => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

const segmentOf = (seg: number) =>
  app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
const opOf = (id: number) => app.db.selectFrom('codeOp').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a worker killed in the middle of a file: the next one does the rest, every code once', async () => {
  const { seg } = await world.issue({ itemCount: 20_000 });
  const segment = await segmentOf(seg);
  const codes = await Promise.all(Array.from({ length: 8000 }, (_, i) => keyringOf(app).textOf(segment, i * 2 + 1)));
  const { data } = await upload(app, world.token, uploadApi.file, {
    name: 'codes.txt',
    content: Buffer.from([...codes, 'NOTACODE'].join('\n')),
  });
  const { opId } = await app.data(world.token, batchApi.use, {
    pick: { mode: 6, fileUrl: data.url },
    productId: world.productId,
    lotId: world.lotId,
    policy: 1,
    idemKey: randomUUID(),
  } as never);
  let kills = 0;
  for (let round = 0; round < 2; round += 1) {
    const before = (await opOf(opId)).okCnt;
    const { server } = await start('worker');
    await vi.waitFor(async () => expect((await opOf(opId)).okCnt).toBeGreaterThan(before), {
      timeout: 60_000,
      interval: 5,
    });
    await kill(server);
    kills += 1;
    if ((await opOf(opId)).status !== 1) break;
  }
  expect(kills).toBeGreaterThan(0);
  await start('worker');
  await vi.waitFor(async () => expect((await opOf(opId)).status).not.toBe(1), { timeout: 60_000, interval: 200 });
  expect(await opOf(opId)).toMatchObject({ status: 3, total: 8001, okCnt: 8000, failCnt: 1 });
  expect((await segmentOf(seg)).activeCnt).toBe(8000);
  const units = await app.db.selectFrom('codeUnit').where('seg', '=', seg).select('serial').execute();
  expect(units).toHaveLength(8000);
  const items = await app.db.selectFrom('codeOpItem').where('opId', '=', opId).select('id').execute();
  expect(items).toHaveLength(8000);
  const left = await app.db.selectFrom('codeOpRow').where('opId', '=', opId).select(['firstText', 'state']).execute();
  expect(left).toEqual([{ firstText: 'NOTACODE', state: 2 }]);
});

test('a server killed in the middle of a range leaves nothing of it; sent again it is done once', async () => {
  const { seg } = await world.issue();
  const { server, address } = await start('api');
  const body = {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 900 }] },
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  };
  const spans = () => app.db.selectFrom('codeSpan').where('seg', '=', seg).select('id').execute();
  // The counters come last: whoever holds the lot's row stops the operation after its span was written.
  await app.db.transaction().execute(async (held) => {
    await held.selectFrom('lot').where('id', '=', world.lotId).select('id').forUpdate().execute();
    const answer = fetch(`${address}/api/admin/identity/batch/use`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authori-zation': world.token },
      body: JSON.stringify(body),
    }).catch(() => 'lost');
    await new Promise((later) => setTimeout(later, 1500));
    await kill(server);
    expect(await answer).toBe('lost');
  });
  await expect.poll(spans, { timeout: 10_000 }).toEqual([]);
  expect((await segmentOf(seg)).activeCnt).toBe(0);
  const again = await app.call(world.token, batchApi.use, body as never);
  expect(again).toMatchObject({ code: 200, data: { ok: 900 } });
  expect(await spans()).toHaveLength(1);
  expect((await segmentOf(seg)).activeCnt).toBe(900);
});
