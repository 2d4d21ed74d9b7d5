import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { offlineText } from '../lib/call.ts';
import { latePart } from './late-part.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('comes a moment after the first screen, and is asked for once', async () => {
  const importPart = vi.fn<() => Promise<string>>(async () => 'pages');
  const part = latePart(importPart);
  part.prefetchSoon();
  expect([part.now(), importPart.mock.calls.length]).toEqual([undefined, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([part.now(), importPart.mock.calls.length]).toEqual(['pages', 1]);
  part.prefetchSoon();
  await vi.advanceTimersByTimeAsync(2000);
  expect(importPart).toHaveBeenCalledOnce();
});

it('is asked for again when it is opened, where it did not come before', async () => {
  const importPart = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const part = latePart(importPart);
  part.prefetchSoon();
  await vi.advanceTimersByTimeAsync(2000);
  expect(part.now()).toBeUndefined();
  importPart.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  vi.stubGlobal('navigator', { onLine: false });
  await expect(part.fetch()).rejects.toThrow(offlineText);
  vi.unstubAllGlobals();
  importPart.mockResolvedValue('pages');
  expect(await part.fetch()).toBe('pages');
  expect(part.now()).toBe('pages');
});

it('never opens the page anew for what nobody asked for, however often it does not come', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: true });
  const part = latePart(() => Promise.reject<string>(new TypeError('Failed to fetch')));
  for (let round = 0; round < 3; round += 1) await part.prefetch();
  expect(part.now()).toBeUndefined();
  expect(reload).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
