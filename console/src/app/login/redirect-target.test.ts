import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

const target = (redirect: string) => redirectTarget(`?redirect=${encodeURIComponent(redirect)}`);

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
    expect(redirectTarget(`?redirect=${encodeURIComponent('/a?b=1#c#d')}&d=2`)).toBe('/a?b=1&d=2#c#d');
    expect(redirectTarget('?redirect=/a&d=2', '#e')).toBe('/a?d=2#e');
    expect(redirectTarget('?redirect=/a', '#e')).toBe('/a#e');
    expect(redirectTarget(`?redirect=${encodeURIComponent('/a#c')}`, '#e')).toBe('/a#c');
  });

  it.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '\u0000//evil.test',
    '/\t\\evil.test/a?b#c',
    'https://evil.test',
    'https:evil.test',
    'HTTPS:/evil.test',
    'ht\ntps://evil.test',
    '//localhost:3000@evil.test/',
    '//evil.test:80',
    '//',
    'http://',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://evil.test/1',
    `blob:${location.origin}/1`,
    'file:///etc/passwd',
    '/login?redirect=/a',
    '/./login',
  ])('refuses %j', (redirect) => {
    expect(target(redirect)).toBe('/');
  });

  it.each([
    ['/.//evil.test/a', '/evil.test/a'],
    ['/a/..//evil.test', '/evil.test'],
    ['/.\\/evil.test', '/evil.test'],
    ['/%2f/evil.test', '/%2f/evil.test'],
    ['/%5cevil.test', '/%5cevil.test'],
    ['evil.test', '/evil.test'],
    ['?page=2', '/?page=2'],
    [`${location.origin}/maintain/user`, '/maintain/user'],
  ])('keeps %j on the site as %s', (redirect, path) => {
    expect(target(redirect)).toBe(path);
  });

  it('stays on the site, whatever is asked for', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '//', '\\', '\t', '\n', '\r', ' ', ':', '@', '.', '..', '%', '#', '?', 'http', 'https'),
      fc.constantFrom('javascript', 'data', 'blob', 'evil.test', 'localhost', '%09', '%2f', '%5c', '\u0000', '／'),
      fc.string({ maxLength: 4 }),
    );
    const address = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(address, fc.webQueryParameters(), (redirect, rest) => {
        const to = redirectTarget(`?redirect=${encodeURIComponent(redirect)}&${rest}`);
        expect(to.startsWith('/')).toBe(true);
        expect(new URL(to, location.origin).origin).toBe(location.origin);
      }),
      { numRuns: 3000 },
    );
  });
});
