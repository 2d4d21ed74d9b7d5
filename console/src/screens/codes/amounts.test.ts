import { expect, it } from 'vitest';
import { bytesText, spanText } from './amounts.ts';

it('writes bytes with at most three digits and their unit', () => {
  expect([0, 640, 1500, 99_960, 640_000, 12_400_000, 2_000_000_000_000].map(bytesText)).toEqual([
    '0 B',
    '640 B',
    '1.5 KB',
    '100.0 KB',
    '640 KB',
    '12.4 MB',
    '2.0 TB',
  ]);
});

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
