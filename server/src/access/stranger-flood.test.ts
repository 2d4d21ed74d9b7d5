import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** 150 that ask again and again until told to end; answers what they were told. */
const flood = (once: () => Promise<number>) => {
  const heard: number[] = [];
  let isOver = false;
  const all = Array.from({ length: 150 }, async () => {
    while (!isOver) heard.push(await once());
  });
  return async () => {
    isOver = true;
    await Promise.all(all);
    return heard;
  };
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
  const end = flood(once);
  await sleep(300);
  const codes: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    // Who they are is looked up anew in every round, as after a change of roles.
    await app.database.pool.query(`select pg_notify('session_changed', '*')`);
    codes.push(await ask(channelApi.list, staff), await ask(sessionApi.siteConfig, staff));
  }
  const heard = await end();
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(heard.length).toBeGreaterThan(150);
  expect(heard).not.toContain(500);
});

test('passwords that 150 strangers try leave staff alone, and the shares are told', async () => {
  const open = await openTestApp({ beside: app, poolSize: 4, env: { PG_POOL: '4' } });
  try {
    await open.fastify.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(open.fastify.server.address() as AddressInfo).port}/api`;
    const end = flood(() => ask(sessionApi.login, '', { account: `nobody${address}`, pwd: 'wrong-word' }));
    await expect.poll(() => open.shares.stranger.isFull(), { timeout: 20_000 }).toBe(true);
    const figures = await open.metrics.registry.metrics();
    expect(figures).toMatch(/zhuiyuan_share_calls\{share="stranger",state="waiting"\} 6\d/);
    expect(figures).toContain('zhuiyuan_share_calls{share="staff",state="limit"} 4');
    expect(figures).toContain('zhuiyuan_database_connections{pool="stranger",state="limit"} 2');
    const codes: number[] = [];
    for (let round = 0; round < 10; round += 1) codes.push(await ask(channelApi.list, staff));
    expect(new Set(codes)).toEqual(new Set([200]));
    const heard = await end();
    expect(heard).toContain(63003);
    expect(heard).toContain(429);
  } finally {
    await open.close();
  }
});
