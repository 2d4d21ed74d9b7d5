import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Envelope, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';

let app: TestApp;
let origin: string;
let staff: string;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 4, env: { PG_POOL: '4', CAPTCHA: 'on', TRUSTED_PROXIES: 'loopback' } });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/api`;
  staff = (await makeStaff(app, { permissions: [channelApi.list.may as string] })).token;
});
afterAll(() => app.close());

let address = 0;
/** A call of somebody at an address of his own, behind the proxy that is believed. */
const ask = async ({ method, path }: Endpoint, token: string, body?: object): Promise<number> => {
  address += 1;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      'x-forwarded-for': `198.51.${address >> 8}.${address & 255}`,
      'content-type': 'application/json',
      'authori-zation': token,
    },
    body: body && JSON.stringify(body),
  });
  return ((await answer.json()) as Envelope).code;
};

/** 150 connections that ask at the same moment, three times; staff ask meanwhile. Answers what either were told. */
const ask150 = async (once: () => Promise<number>, own: () => Promise<number>[]) => {
  const heard: number[] = [];
  const codes: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const flood = Array.from({ length: 150 }, once);
    await flood[0];
    codes.push(...(await Promise.all(own())));
    heard.push(...(await Promise.all(flood)));
  }
  return { heard, codes };
};

const strangers: [string, () => Promise<number>][] = [
  ['for the captcha', () => ask(sessionApi.captcha, '')],
  ['to sign in', () => ask(sessionApi.login, '', { account: `a${address}`, pwd: 'wrong-word', key: 'x', code: 'x' })],
  ['for what needs a session, with made-up tokens', () => ask(channelApi.list, `made-up-${address}-${Math.random()}`)],
  [
    'to sign in, with made-up tokens',
    () => ask(sessionApi.login, `t${Math.random()}`, { account: 'a', pwd: 'wrong-word' }),
  ],
];

test.each(strangers)('150 connections from many addresses that ask %s leave staff alone', async (_what, once) => {
  const { heard, codes } = await ask150(once, () => {
    return [ask(channelApi.list, staff), ask(sessionApi.siteConfig, staff), ask(channelApi.list, staff)];
  });
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(heard).not.toContain(500);
});

test('150 strangers who try passwords leave staff alone, and the shares are told', async () => {
  app.config.captcha = false;
  const { heard, codes } = await ask150(
    () => ask(sessionApi.login, '', { account: `nobody${address}`, pwd: 'wrong-word' }),
    () => [ask(channelApi.list, staff), ask(channelApi.list, staff)],
  );
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(new Set(heard)).toEqual(new Set([429, 63003]));
  const figures = await app.metrics.registry.metrics();
  expect(figures).toContain('zhuiyuan_share_calls{share="stranger",state="working"} 0');
  expect(figures).toContain('zhuiyuan_share_calls{share="staff",state="limit"} 4');
  expect(figures).toContain('zhuiyuan_database_connections{pool="stranger",state="limit"} 2');
});
