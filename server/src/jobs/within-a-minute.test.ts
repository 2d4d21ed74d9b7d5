import { expect, test } from 'vitest';
import { leaseSeconds as partLeaseSeconds } from '../codes/tasks/task-parts.ts';
import { askEveryMs, keepAlive, retrySeconds, sweepSeconds, usualPace } from '../kit/jobs/pace.ts';
import { leaseSeconds } from './claim-job.ts';

const minute = 60_000;

test.each([
  ['an import or export', leaseSeconds],
  ['a part of a code task', partLeaseSeconds],
])('what holds %s of a worker that died adds up to less than a minute', (_what, lease) => {
  // Its lease has to end; then it is looked for, by the clock of whoever lives, and the look and the job it wakes are taken.
  expect(lease * 1000 + sweepSeconds * 1000 + usualPace.cronEveryMs + 2 * askEveryMs).toBeLessThan(minute);
});

test('so does what holds any other job, also where no system said goodbye for the worker', () => {
  const { lookEveryMs, lostAfterMs } = usualPace;
  const silent = (keepAlive.idle + keepAlive.interval * keepAlive.count) * 1000;
  // Missed at a look, and given back at the first one after it was missed for long enough.
  const missed = 2 * lookEveryMs + 2 * lostAfterMs;
  expect(silent + missed + 2 * retrySeconds * 1000 + askEveryMs).toBeLessThan(minute);
});
