import { randomInt } from 'node:crypto';
import { afterEach } from 'vitest';
import { seeded } from '@zhuiyuan/simulator/faults';

/**
 * Whole numbers from 0 to below a bound, for the moments and shuffles of a test file: others at each run, the same ones under the TEST_SEED that is told
 * of a test that failed. Take it at the top of the file.
 */
export const takeChances = (): ((below: number) => number) => {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  const next = seeded(seed);
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(`TEST_SEED=${seed} takes the chances of «${task.name}» again`);
  });
  return (below) => Math.floor(next() * below);
};
