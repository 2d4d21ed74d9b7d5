import { busy } from './refusal.ts';

/** How a task waits: `patient` behind however many. */
export type Standing = 'first' | 'patient';

/**
 * Runs so many tasks at once and lets so many more wait for their turn; refuses the others as too many at once. Work in the
 * background is patient: it waits behind however many.
 */
export const atMost = (running: number, waiting: number) => {
  let free = running;
  const line: (() => void)[] = [];
  const run = async <T>(task: () => Promise<T>, standing: Standing = 'first'): Promise<T> => {
    if (free > 0) free -= 1;
    else if (standing === 'first' && line.length >= waiting) throw busy();
    else await new Promise<void>((turn) => line.push(turn));
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
  /** Whether one more that is not patient would be refused. */
  const isFull = (): boolean => free === 0 && line.length >= waiting;
  return Object.assign(run, { isFull });
};
