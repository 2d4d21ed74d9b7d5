import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type Envelope, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';

let app: TestApp;
let staff: string;
beforeAll(async () => {
  app = await openTestApp();
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  staff = (await makeStaff(app, { permissions: [channelApi.save.may as string] })).token;
});
afterAll(() => app.close());

/** Says that two megabytes come and sends some of them; answers the code that is answered meanwhile, nothing when none came in time. */
const begin = ({ path }: Endpoint, token: string, patienceMs = 40_000): Promise<number | undefined> =>
  new Promise((resolve) => {
    const socket = connect((app.fastify.server.address() as AddressInfo).port, '127.0.0.1');
    const end = (code: number | undefined) => {
      socket.destroy();
      resolve(code);
    };
    setTimeout(() => end(undefined), patienceMs).unref();
    socket.on('error', () => end(undefined));
    socket.on('data', (bytes) => end(Number(/"code":(\d+)/.exec(String(bytes))?.[1])));
    socket.write(
      `POST /api${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n` +
        `${token && `Authori-zation: ${token}\r\n`}\r\n{"name":[{}`,
    );
  });

const send = async ({ path }: Endpoint, token: string, payload: string): Promise<Envelope> =>
  (
    await app.fastify.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...(token && { 'authori-zation': token }) },
      payload,
    })
  ).json();
const tooMuch = { code: 400, message: '提交的内容过多' };

it('who is nobody is refused before his body has come; that of a known account is read', async () => {
  expect(await begin(channelApi.save, '')).toBe(401);
  expect(await begin(channelApi.save, 'made-up')).toBe(401);
  // Longer than a refusal takes.
  expect(await begin(channelApi.save, staff, 3000)).toBeUndefined();
});

it.each([
  ['objects', '{}'],
  ['lists', '[]'],
  ['numbers', '1'],
])('a body of more %s than strangers have use for is refused as text', async (_what, value) => {
  const body = (count: number) => `{"code":[${Array<string>(count).fill(value).join(',')}]}`;
  expect(await send(publicTraceApi.scan, '', body(30_000))).toMatchObject(tooMuch);
  expect((await send(publicTraceApi.scan, '', body(2000))).message).not.toBe(tooMuch.message);
  expect((await send(channelApi.save, staff, body(30_000))).message).not.toBe(tooMuch.message);
});

it('so is one of more lists within each other than any input holds, before they are made', async () => {
  expect(await send(channelApi.save, staff, `{"name":${'['.repeat(1_900_000)}`)).toMatchObject(tooMuch);
});

it('a text of many commas is a text', async () => {
  const { code, message } = await send(publicTraceApi.scan, '', JSON.stringify({ code: 'a,'.repeat(4000) }));
  expect([code, message]).not.toEqual([tooMuch.code, tooMuch.message]);
});
