import { expect, it } from 'vitest';
import { isHostName } from './host-name.ts';

it('takes a host name alone', () => {
  for (const host of ['s.qinglan-tea.com', 'A.CN', 'xn--fiq228c.cn', '1.cn']) expect(isHostName(host), host).toBe(true);
  for (const host of [
    '',
    'localhost',
    'http://a.cn',
    'a.cn/',
    'a.cn:80',
    '-a.cn',
    'a-.cn',
    'a..cn',
    '10.0.0.1',
    'a b.cn',
    `${'a'.repeat(64)}.cn`,
  ])
    expect(isHostName(host), host).toBe(false);
});
