import { describe, expect, it } from 'vitest';
import { leaveForLogin, loginAddress } from './leave-for-login.ts';

describe('loginAddress', () => {
  it('leads back to the whole former address', () => {
    expect(loginAddress('/identity/taskManager?page=2#top')).toBe(
      '/login?redirect=%2Fidentity%2FtaskManager%3Fpage%3D2%23top',
    );
  });

  it('needs no way back from the start or from itself', () => {
    expect(loginAddress('/')).toBe('/login');
    expect(loginAddress('/login?redirect=/a')).toBe('/login');
  });
});

describe('leaveForLogin', () => {
  it('keeps the token of a page that is going away', () => {
    document.cookie = 'Authori-zation=kept; path=/';
    window.dispatchEvent(new Event('beforeunload'));
    leaveForLogin('Failed to fetch');
    expect(document.cookie).toContain('Authori-zation=kept');
    window.dispatchEvent(new Event('pageshow'));
    leaveForLogin('无效的会话');
    expect(document.cookie).not.toContain('Authori-zation=kept');
  });
});
