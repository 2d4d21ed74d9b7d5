import { sessionApi } from '@zhuiyuan/contract/access/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Envelope, openTestApp, type TestApp } from '../../../test/app.ts';
import { cleanLogs } from '../../access/clean-logs.ts';

let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await openTestApp();
  other = await openTestApp({ beside: one });
});
beforeEach(() => one.db.deleteFrom('callCount').execute());
afterAll(async () => {
  await other.close();
  await one.close();
});

const most = sessionApi.login.perMinute;
const attempt = async (app: TestApp, address: string, mount = '/api'): Promise<number> => {
  const url = mount + sessionApi.login.path;
  const payload = { account: '', pwd: '' };
  const answer = await app.fastify.inject({ method: 'POST', url, remoteAddress: address, payload });
  return answer.json<Envelope>().code;
};
const letIn = (codes: number[]) => codes.filter((code) => code !== 429).length;

test('a limit holds over two processes and both mounts of a path, however the calls come together', async () => {
  const ways = [
    [one, '/api'],
    [one, ''],
    [other, '/api'],
    [other, ''],
  ] as const;
  const codes = await Promise.all(
    Array.from({ length: most * 2 }, (_, at) => attempt(ways[at % 4]![0], '203.0.113.9', ways[at % 4]![1])),
  );
  expect(letIn(codes)).toBe(most);
  expect(await attempt(other, '203.0.113.10')).not.toBe(429);
});

test('addresses of one IPv6 network count as one', async () => {
  const codes = [];
  for (let at = 0; at < most + 10; at += 1) codes.push(await attempt(one, `2001:db8:1:2::${at.toString(16)}`));
  expect(letIn(codes)).toBe(most);
  expect(await attempt(one, '2001:db8:1:3::1')).not.toBe(429);
});

test('a line with many IPv6 networks is let in sixteen times as often, its neighbours as before', async () => {
  const networks = Array.from({ length: 20 }, (_, at) => at.toString(16));
  await one.db
    .insertInto('callCount')
    .values(networks.map((at) => ({ path: sessionApi.login.path, address: `2001:db8:5:${at}::/64`, calls: most - 1 })))
    .execute();
  await sql`insert into call_count (path, address, calls) values (${sessionApi.login.path}, '2001:db8:5::/48', ${most * 16 - 5})`.execute(
    one.db,
  );
  const codes = [];
  for (const at of networks) codes.push(await attempt(one, `2001:db8:5:${at}::1`));
  expect(letIn(codes)).toBe(5);
  expect(await attempt(one, '2001:db8:6::1')).not.toBe(429);
  // What one network is refused counts for it alone.
  for (let at = 0; at < most + 20; at += 1) await attempt(one, '2001:db8:7:1::1');
  expect(
    await one.db.selectFrom('callCount').where('address', '=', '2001:db8:7::/48').select('calls').execute(),
  ).toEqual([{ calls: most }]);
});

test('the count begins anew when its minute is over, and nothing of it is kept', async () => {
  for (let at = 0; at < most + 1; at += 1) await attempt(one, '203.0.113.11');
  expect(await attempt(one, '203.0.113.11')).toBe(429);
  await sql`update call_count set expires_at = now()`.execute(one.db);
  expect(await attempt(one, '203.0.113.11')).not.toBe(429);
  expect(await one.db.selectFrom('callCount').select('calls').execute()).toEqual([{ calls: 1 }]);
  await sql`update call_count set expires_at = now()`.execute(one.db);
  await cleanLogs(one.db);
  expect(await one.db.selectFrom('callCount').select('calls').execute()).toEqual([]);
});

test('a call without a limit is not counted', async () => {
  await one.call('', sessionApi.siteConfig, {});
  expect(await one.db.selectFrom('callCount').select('calls').execute()).toEqual([]);
});
