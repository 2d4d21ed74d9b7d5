import { busy } from './refusal.ts';

/** Where a task waits: `patient` behind however many of the first line, `behind` until nobody of the first line waits. */
export type Standing = 'first' | 'patient' | 'behind';

/**
 * Runs so many tasks at once and lets so many more wait for their turn; refuses the others as too many at once. Work in the
 * background is patient: it waits behind however many. What may stand behind has a line of its own, served last.
 */
export const atMost = (running: number, waiting: number, waitingBehind = 0) => {
  let free = running;
  const first: (() => void)[] = [];
  const behind: (() => void)[] = [];
  const run = async <T>(task: () => Promise<T>, standing: Standing = 'first'): Promise<T> => {
    const line = standing === 'behind' ? behind : first;
    const most = { first: waiting, patient: Infinity, behind: waitingBehind }[standing];
    if (free > 0) free -= 1;
    else if (line.length >= most) throw busy();
    else await new Promise<void>((turn) => line.push(turn));
    try {
      return await task();
    } finally {
      const next = first.shift() ?? behind.shift();
      if (next) next();
      else free += 1;
    }
  };
  /** Whether one more of the first line would be refused. */
  const isFull = (): boolean => free === 0 && first.length >= waiting;
  /** Tasks that run, and those that wait for their turn. */
  const count = () => ({ running: running - free, waiting: first.length + behind.length });
  return Object.assign(run, { isFull, count, running });
};
