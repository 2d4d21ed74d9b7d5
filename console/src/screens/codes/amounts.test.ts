import { expect, it } from 'vitest';
import { spanText } from './amounts.ts';

it('rounds a span of time up to what one would say', () => {
  expect([0.2, 1, 59.1, 61, 3599, 3600, 7260, 90_000].map(spanText)).toEqual([
    '不到 1 秒',
    '1 秒',
    '1 分钟',
    '2 分钟',
    '1 小时',
    '1 小时',
    '2 小时 1 分钟',
    '25 小时',
  ]);
});
