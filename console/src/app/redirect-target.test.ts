import { describe, expect, it } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

describe('redirectTarget', () => {
  it('leads home without a redirect', () => {
    expect(redirectTarget('')).toBe('/');
    expect(redirectTarget('?a=1')).toBe('/?a=1');
  });

  it('leads back with the rest of the query kept', () => {
    expect(redirectTarget(`?redirect=${encodeURIComponent('/identity/taskManager?page=2')}&from=mail`)).toBe(
      '/identity/taskManager?page=2&from=mail',
    );
    expect(redirectTarget('?redirect=/store/index&x=1')).toBe('/store/index?x=1');
    expect(redirectTarget(`?redirect=${encodeURIComponent('/a?b=1#c')}&d=2`)).toBe('/a?b=1&d=2#c');
  });

  it.each(['//evil.cn', '/\\evil.cn', 'https://evil.cn', 'javascript:alert(1)', '/login?redirect=/a'])(
    'refuses %s',
    (path) => {
      expect(redirectTarget(`?redirect=${encodeURIComponent(path)}`)).toBe('/');
    },
  );
});
