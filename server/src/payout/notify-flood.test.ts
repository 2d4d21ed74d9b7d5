import { sessionApi } from '@zhuiyuan/contract/access/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayWorld } from '../../test/factories/payout.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
beforeAll(async () => {
  world = await openPayWorld();
});
afterAll(() => world.close());

const send = (payload: string, more: Record<string, string> = {}) =>
  world.app.fastify.inject({
    method: 'POST',
    url: `/api/public/pay/wechat/notify/${world.merchant.id}`,
    headers: { 'content-type': 'application/json', ...more },
    payload,
  });

test('a flood of callbacks that nobody can believe is refused at once and leaves connections to others', async () => {
  const forged = Array.from({ length: 600 }, (_none, at) => send(JSON.stringify({ id: `EV-${at}` })));
  const beside = world.app.call('', sessionApi.siteConfig);
  const answers = await Promise.all(forged);
  expect((await beside).code).toBe(200);
  const counts = new Map<number, number>();
  for (const { statusCode } of answers) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([401, 503]);
  expect(counts.get(503)).toBeGreaterThan(400);
  expect(answers.find(({ statusCode }) => statusCode === 503)!.json()).toEqual({ code: 'FAIL', message: '系统繁忙' });
  expect((await send('{}')).statusCode).toBe(401);
});

test('what is no callback at all is refused and changes nothing', async () => {
  const odd = ['', 'null', '[]', '{"id":1}', '{"__proto__":{"id":"x"}}', '\u0000', '💥', '{"id":'.repeat(2000)];
  for (const payload of odd)
    expect([payload.slice(0, 20), (await send(payload)).statusCode]).toEqual([payload.slice(0, 20), 401]);
  expect((await send('x'.repeat(70_000))).statusCode).toBe(413);
  const strange = {
    'wechatpay-timestamp': String(Math.floor(Date.now() / 1000)),
    'wechatpay-nonce': 'n',
    'wechatpay-serial': '\u00ff',
    'wechatpay-signature': '%%%',
  };
  expect((await send('{}', strange)).statusCode).toBe(401);
  for (const id of ['0', '-1', '1e3', '999999999', '9999999999999999999', '%00', '1%20or%201=1'])
    expect([
      id,
      (await world.app.fastify.inject({ method: 'POST', url: `/api/public/pay/wechat/notify/${id}`, payload: '{}' }))
        .statusCode,
    ]).toEqual([id, 401]);
  expect(await world.app.db.selectFrom('payoutEvent').selectAll().execute()).toEqual([]);
});
