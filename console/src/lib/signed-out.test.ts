import { describe, expect, it } from 'vitest';
import { loginAddress } from './signed-out.ts';

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
