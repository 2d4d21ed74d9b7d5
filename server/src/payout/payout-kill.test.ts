import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayWorld } from '../../test/factories/payout.ts';

let world: Awaited<ReturnType<typeof openPayWorld>>;
beforeAll(async () => {
  world = await openPayWorld({ config: { autoConfirmMs: 50, dropCallbacks: 0.3 } });
});
afterAll(() => world.close());

/** A worker of its own process; `killed` resolves with the signal it ended by. */
const startWorker = (step: string) => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/payout-worker.ts', world.app.database.url, JSON.stringify(world.merchant), step],
    { cwd: `${import.meta.dirname}/../..`, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return {
    child,
    killed: once(child, 'exit').then(([, signal]) => signal as string),
    ready: once(child.stdout, 'data'),
  };
};

const expectEachPaidOnce = async (ids: number[]) => {
  await world.work(60_000);
  const records = (await world.records()).filter(({ id }) => ids.includes(id));
  const attempts = await world.attempts();
  for (const { id, status } of records) {
    const mine = attempts.filter(({ redInfoId }) => redInfoId === id);
    const bills = mine.flatMap(({ outBillNo }) => world.simulator.ledger.find('1900000109', outBillNo) ?? []);
    expect([id, status, mine.length, bills.map(({ state }) => state)]).toEqual([id, Delivery.RECEIVED, 1, ['SUCCESS']]);
  }
  expect(records).toHaveLength(ids.length);
};

test.each(['before-post', 'while-posting', 'after-post', 'before-commit', 'before-query'])(
  'a worker killed %s leaves each payout to be paid once by the next',
  async (step) => {
    const ids = await world.open(...Array.from({ length: 6 }, (_, index) => world.toRow(`${step}${index}_direct`, 60)));
    const { killed } = startWorker(step);
    let end: string | undefined;
    // When WeChat Pay has told of all of them before anybody asked, there is nothing to ask: more come until there is.
    while (!(end = await Promise.race([killed, sleep(500, undefined)])))
      ids.push(...(await world.open(world.toRow(`${step}${ids.length}_direct`, 60))));
    expect(end).toBe('SIGKILL');
    await expectEachPaidOnce(ids);
  },
);

test('two workers at work, one killed at any moment and begun again, pay each once', async () => {
  const ids = await world.open(
    ...Array.from({ length: 120 }, (_, index) => world.toRow(`any${index}_${index % 3 ? 'ok' : 'timeout'}`, 35)),
  );
  const steady = startWorker('never');
  for (const wait of [5, 40, 120]) {
    const victim = startWorker('never');
    await victim.ready;
    // The moment of its end.
    await new Promise((resolve) => setTimeout(resolve, wait));
    victim.child.kill('SIGKILL');
    await victim.killed;
  }
  await expectEachPaidOnce(ids);
  steady.child.kill('SIGKILL');
  await steady.killed;
});
