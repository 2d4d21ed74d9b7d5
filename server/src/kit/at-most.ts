import { busy } from './refusal.ts';

/**
 * Runs so many tasks at once and lets so many more wait for their turn; refuses the others as too many at once. Work in the
 * background is patient: it waits behind however many.
 */
export const atMost = (running: number, waiting: number) => {
  let free = running;
  const queue: (() => void)[] = [];
  const run = async <T>(task: () => Promise<T>, isPatient = false): Promise<T> => {
    if (free > 0) free -= 1;
    else if (queue.length >= waiting && !isPatient) throw busy();
    else await new Promise<void>((turn) => queue.push(turn));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
  /** Whether one more would be refused. */
  const isFull = (): boolean => free === 0 && queue.length >= waiting;
  return Object.assign(run, { isFull });
};
