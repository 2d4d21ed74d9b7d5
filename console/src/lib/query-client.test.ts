import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError, noAnswer } from './api-error.ts';
import { comingBack, queryClient } from './query-client.ts';

// As its provider does.
beforeEach(() => queryClient.mount());
afterEach(() => {
  queryClient.unmount();
  onlineManager.setOnline(true);
  queryClient.clear();
});

it('fails off line instead of waiting, and comes back with the line', async () => {
  onlineManager.setOnline(false);
  let isThere = false;
  const queryFn = async () => {
    if (!isThere) throw new ApiError(noAnswer, '网络连接失败');
    return '茶';
  };
  const query = new QueryObserver(queryClient, { queryKey: ['off-line'], queryFn, retry: false });
  const stop = query.subscribe(() => undefined);
  await expect.poll(() => query.getCurrentResult().status).toBe('error');
  expect(query.getCurrentResult().fetchStatus).toBe('idle');
  isThere = true;
  const backAt = Date.now();
  onlineManager.setOnline(true);
  await expect.poll(() => query.getCurrentResult().data).toBe('茶');
  // Not by asking again after a while.
  expect(Date.now() - backAt).toBeLessThan(5_000);
  stop();
});

it('keeps the answer of before where a later one does not come', async () => {
  let isThere = true;
  const queryFn = async () => {
    if (!isThere) throw new ApiError(noAnswer, '网络连接失败');
    return '茶';
  };
  const query = new QueryObserver(queryClient, { queryKey: ['later'], queryFn, retry: false });
  const stop = query.subscribe(() => undefined);
  await expect.poll(() => query.getCurrentResult().data).toBe('茶');
  isThere = false;
  await query.refetch();
  expect(query.getCurrentResult()).toMatchObject({ data: '茶', error: { message: '网络连接失败' } });
  stop();
});

it('asks again soon only of what got no answer', () => {
  const after = (error: Error | null, every: number | false = false) => comingBack(every)({ state: { error } });
  expect(after(new ApiError(noAnswer, '网络连接失败'))).toBe(10_000);
  expect(after(new ApiError(noAnswer, '网络连接失败'), 60_000)).toBe(10_000);
  expect(after(new ApiError(403, '没有权限'))).toBe(false);
  expect(after(null, 60_000)).toBe(60_000);
});
