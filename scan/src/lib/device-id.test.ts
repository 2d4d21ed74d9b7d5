import { beforeEach, expect, it, vi } from 'vitest';

const cookieName = 'zy_device';
const load = async (): Promise<string> => {
  vi.resetModules();
  return (await import('./device-id.ts')).deviceId();
};

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  document.cookie = `${cookieName}=; path=/; max-age=0`;
});

it('is random, and the same on the next visit', async () => {
  const first = await load();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await load()).toBe(first);
});

it('comes from the cookie where the storage is empty', async () => {
  const first = await load();
  localStorage.clear();
  expect(await load()).toBe(first);
});

it('is kept in a cookie that travels over https alone where the page came so', async () => {
  const set = vi.spyOn(document, 'cookie', 'set');
  vi.stubGlobal('location', { protocol: 'https:' });
  const id = await load();
  expect(set).toHaveBeenLastCalledWith(expect.stringMatching(new RegExp(`^__Secure-${cookieName}=${id}; .*; secure$`)));
  vi.unstubAllGlobals();
});

it('lives in the cookie where the storage is refused', async () => {
  const refuse = (): never => {
    throw new Error('refused');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  const first = await load();
  expect(await load()).toBe(first);
});
