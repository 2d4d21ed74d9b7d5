import { publicTraceApi, publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot } from '../../test/factories/access.ts';
import { signScanToken } from '../scan/query/scan-token.ts';
import { callsAtOnce, callsWaiting, uploadsAtOnce, uploadsOfSite } from './http/in-own-turn.ts';

let app: TestApp;
let root: string;
let blocker: pg.Client;
const atOnce = 2;
const waiting = atOnce * 8;

beforeAll(async () => {
  app = await openTestApp({ poolSize: atOnce, env: { PG_POOL: String(atOnce) } });
  root = await openRoot(app);
  for (let at = 0; at < 20; at += 1)
    staff.push((await makeStaff(app, { permissions: [channelApi.list.may as string] })).token);
  // Who they are is known from now on: nobody waits for that later.
  await Promise.all(staff.map((token) => app.call(token, channelApi.list)));
  blocker = new pg.Client({ connectionString: app.database.pool.options.connectionString });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await app.close();
});

/** Each time somebody else asks: what one may have at once is told apart. */
const staff: string[] = [];
let asked = 0;
const list = () => app.call(staff[(asked += 1) % staff.length]!, channelApi.list);
const codesOf = async (calls: Promise<{ code: number }>[]): Promise<number[]> =>
  (await Promise.all(calls)).map(({ code }) => code);

describe('more calls than a process can work on', () => {
  it('wait up to a bound, the rest is refused at once, and shoppers and probes do not notice', async () => {
    await blocker.query('begin; lock table channel in access exclusive mode');
    const taken = Array.from({ length: atOnce + waiting }, list);
    await expect.poll(() => app.shares.staff.isFull()).toBe(true);
    const refused = await Promise.all(Array.from({ length: 40 }, list));
    expect(refused.map(({ code, message }) => `${code} ${message}`)).toEqual(
      Array(40).fill('429 系统繁忙，请稍后重试'),
    );
    const scans = Array.from({ length: 20 }, (_one, at) =>
      app.call('', publicTraceApi.scan, { code: `NOTACODE${at}`, deviceId: `d${at}` } as never),
    );
    expect(new Set(await codesOf(scans))).toEqual(new Set([200]));
    expect((await app.fastify.inject('/healthz')).statusCode).toBe(200);

    await blocker.query('rollback');
    expect(new Set(await codesOf(taken))).toEqual(new Set([200]));
    expect(await list()).toMatchObject({ code: 200 });
  });

  it('of one operator leave room for another', async () => {
    await blocker.query('begin; lock table channel in access exclusive mode');
    const flood = Array.from({ length: 200 }, () => app.call(root, channelApi.list));
    const refused: number[] = [];
    for (const call of flood) void call.then(({ code }) => refused.push(code));
    await expect.poll(() => refused.length).toBe(200 - callsAtOnce - callsWaiting);
    const his = list();
    await blocker.query('rollback');
    expect(new Set(refused.slice(0, 200 - callsAtOnce - callsWaiting))).toEqual(new Set([429]));
    expect(await his).toMatchObject({ code: 200 });
    await Promise.all(flood);
  });

  it('of forty stations that share an account are all answered', async () => {
    await blocker.query('begin; lock table channel in access exclusive mode');
    const calls = Array.from({ length: 40 }, () => app.call(root, channelApi.list));
    await expect.poll(() => app.shares.staff.isFull() || app.shares.staff.count().running > 0).toBe(true);
    await blocker.query('rollback');
    expect(new Set(await codesOf(calls))).toEqual(new Set([200]));
  });

  it('lose no place when calls fail', async () => {
    await app.database.pool.query('alter table channel rename to channel_away');
    expect(new Set(await codesOf(Array.from({ length: atOnce + waiting }, list)))).toEqual(new Set([500]));
    await app.database.pool.query('alter table channel_away rename to channel');
    expect(new Set(await codesOf(Array.from({ length: atOnce + waiting }, list)))).toEqual(new Set([200]));
  });

  it('of shoppers leave staff alone', async () => {
    await blocker.query('begin; lock table scan_log in access exclusive mode');
    const scans = Array.from({ length: 20 }, (_one, at) =>
      app.call('', publicTraceApi.scan, { code: `NOTACODE${at}`, deviceId: `e${at}` } as never),
    );
    expect(await list()).toMatchObject({ code: 200 });
    await blocker.query('rollback');
    await Promise.all(scans);
  });
});

describe('files that are sent slowly', () => {
  const sockets: Socket[] = [];
  afterAll(() => sockets.forEach((socket) => socket.destroy()));

  /** Begins to send a file and does not end; answers what it hears first. */
  const begin = async (path: string, token: string, from = '127.0.0.1'): Promise<string> => {
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nauthori-zation: ${token}\r\nx-scan-token: ${scanToken}\r\nx-forwarded-for: ${from}\r\n` +
        'content-type: multipart/form-data; boundary=B\r\ncontent-length: 400000\r\n\r\n' +
        '--B\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx',
    );
    const [heard] = (await once(socket, 'data')) as [Buffer];
    return String(heard);
  };
  let scanToken = '';
  beforeAll(async () => {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    scanToken = signScanToken(app.config.masterKey, {
      scanId: 1,
      at: '2026-11-01 00:00:00',
      code: 'NOTACODE',
      visit: { address: '127.0.0.1', userAgent: '', entry: 0, deviceId: 'slow' } as never,
    });
  });

  it.each([
    ['staff', () => uploadApi.image.path + '?model=store&pid=0'],
    ['shoppers', () => publicUploadApi.image.path],
  ])('by %s hold nobody else; one sender sends a few at a time', async (_who, path) => {
    const heard: string[] = [];
    for (let at = 0; at < uploadsAtOnce + 5; at += 1) void begin(path(), root).then((text) => heard.push(text));
    await expect.poll(() => heard.length).toBe(5);
    expect(heard.every((text) => text.includes('429'))).toBe(true);
    expect(await list()).toMatchObject({ code: 200 });
    const scan = await app.call('', publicTraceApi.scan, { code: 'NOTACODE1', deviceId: 'quick' } as never);
    expect(scan.code).toBe(200);
  });

  it('by shoppers from all addresses that one line of IPv6 is given are a few together', async () => {
    const heard: string[] = [];
    for (let at = 0; at < uploadsOfSite + 6; at += 1)
      void begin(publicUploadApi.image.path, '', `2001:db8:7:${at}::1`).then((text) => heard.push(text));
    await expect.poll(() => heard.length).toBe(6);
    expect(heard.every((text) => text.includes('429'))).toBe(true);
  });
});
