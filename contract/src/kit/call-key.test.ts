import { expect, it } from 'vitest';
import { z } from 'zod';
import { activityApi } from '../campaign/activity/activity.ts';
import { prizeApi } from '../campaign/prize/prize.ts';
import { agentApi } from '../parties/agent/agent.ts';
import { shopApi } from '../parties/shop/shop.ts';
import { flowApi } from '../trace/flow/flow.ts';
import { productApi } from '../trace/product/product.ts';
import { CallKey, isKeyed } from './call-key.ts';
import { done, LogKind, read, write } from './endpoint.ts';

it('names every save that makes a product, dealer, shop, prize, activity or flow, and no change of one', () => {
  const made = [productApi, agentApi, shopApi, prizeApi, activityApi, flowApi].map(({ save }) => save);
  expect(made.filter((each) => !isKeyed(each)).map(({ path }) => path)).toEqual([]);
  expect([productApi.update, productApi.list, productApi.remove].filter(isKeyed)).toEqual([]);
});

it('leaves out calls with a key of their own, without a session, and such as keep no transaction', () => {
  const made = (input: z.ZodType, extra: object = {}) =>
    write(LogKind.insert, '新增', '/admin/x/save', 'admin:x:save', input, done, extra);
  expect(isKeyed(made(z.object({})))).toBe(true);
  expect(isKeyed(made(z.object({ idemKey: z.string() })))).toBe(false);
  expect(isKeyed(made(z.object({}), { ownTransaction: true }))).toBe(false);
  expect(isKeyed({ ...made(z.object({})), may: 'open' })).toBe(false);
  expect(isKeyed(read('查询', '/admin/x', 'signed-in', z.object({}), done))).toBe(false);
});

it('takes no key that is short, long or odd', () => {
  expect(
    ['1234567', 'x'.repeat(65), 'key with space', '钥匙钥匙钥匙钥匙'].filter((key) => CallKey.safeParse(key).success),
  ).toEqual([]);
});
