import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { collecting } from '../../test/collecting.ts';
import { inShifts } from '../kit/jobs/in-shifts.ts';
import { messageJob } from '../message/send-messages.ts';
import { payoutJob } from '../payout/run-payouts.ts';

const usual = { ...inShifts };
/** Begun by the tests, and not by the clock. */
const byHand = { cron: undefined };
afterEach(() => Object.assign(inShifts, usual));

/** How many runs of a queue ended how. */
const ends = async ({ database }: TestApp, name: string): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state::text, count(*)::int from pgboss.job where name = $1 group by 1',
    [name],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test.each([payoutJob, messageJob])('the worker %s ends its shifts', async (name) => {
  Object.assign(inShifts, byHand, { runMs: 300 });
  const app = await openTestApp({ work: true });
  try {
    await collecting(async () => {
      for (let shift = 0; shift < 3; shift += 1) await app.jobs.send(app.db, name, {});
      await expect.poll(() => ends(app, name), { interval: 200 }).toEqual({ completed: 3 });
    });
  } finally {
    await app.close();
  }
});

test.each([payoutJob, messageJob])('a stop ends the shift of %s', async (name) => {
  Object.assign(inShifts, byHand);
  const app = await openTestApp({ work: true });
  const beside = await openTestApp({ beside: app });
  try {
    await collecting(async () => {
      await app.jobs.send(app.db, name, {});
      await expect.poll(() => ends(beside, name)).toEqual({ active: 1 });
      // What can be collected of the shift is, in that time.
      await sleep(500);
      await app.jobs.stop();
    });
    // Given back it would wait for its next try.
    expect(await ends(beside, name)).toEqual({ completed: 1 });
  } finally {
    await beside.close();
    await app.close().catch(() => undefined);
  }
});
