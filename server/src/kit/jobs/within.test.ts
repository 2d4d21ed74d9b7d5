import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collecting } from '../../../test/collecting.ts';
import { within } from './within.ts';

/** Works until its signal; gives up long after it should have ended. */
const rounds = async (signal: AbortSignal): Promise<string> => {
  for (let round = 0; round < 200; round += 1) {
    if (signal.aborted) return (signal.reason as Error).name;
    // Its work.
    await sleep(20, undefined, { signal }).catch(() => undefined);
  }
  return 'never ended';
};

test('a run that nobody else holds ends in time, though what can be collected is', async () => {
  const stop = new AbortController();
  const ends = await collecting(() =>
    Promise.all(Array.from({ length: 5 }, () => within({ signal: stop.signal, ms: 400 }, rounds))),
  );
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'TimeoutError'));
});

test('it ends with the given signal, also with one that has ended before', async () => {
  const stop = new AbortController();
  const ends = collecting(() => within({ signal: stop.signal, ms: 60_000 }, rounds));
  stop.abort(new RangeError('stop'));
  expect(await ends).toBe('RangeError');
  expect(await within({ signal: stop.signal, ms: 60_000 }, rounds)).toBe('RangeError');
});

test('it lets go of the given signal and of its timer, however the run ends', async () => {
  const { signal } = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await within({ signal, ms: 60_000 }, async () => expect(getEventListeners(signal, 'abort')).toHaveLength(1));
  await expect(within({ signal, ms: 60_000 }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect([getEventListeners(signal, 'abort'), timers()]).toEqual([[], before]);
});
