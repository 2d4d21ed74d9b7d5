// @vitest-environment-options { "url": "https://console.test/" }
import { beforeEach, describe, expect, it } from 'vitest';
import { readToken, removeToken, writeToken } from './cookies.ts';

beforeEach(() => {
  for (const name of ['Authori-zation', '__Secure-Authori-zation'])
    document.cookie = `${name}=; path=/; secure; max-age=0`;
});

describe('the token on https', () => {
  it('lies under the name that only a secure page may write', () => {
    writeToken('t-1');
    expect(document.cookie).toBe('__Secure-Authori-zation=t-1');
    expect(readToken()).toBe('t-1');
  });

  it('is read under the former name too, and moves from there', () => {
    document.cookie = 'Authori-zation=t-0; path=/';
    expect(readToken()).toBe('t-0');
    writeToken('t-1');
    expect(document.cookie).toBe('__Secure-Authori-zation=t-1');
    document.cookie = 'Authori-zation=planted; path=/';
    expect(readToken()).toBe('t-1');
  });

  it('leaves nothing behind', () => {
    writeToken('t-1');
    document.cookie = 'Authori-zation=t-0; path=/';
    removeToken();
    expect(document.cookie).toBe('');
  });
});
