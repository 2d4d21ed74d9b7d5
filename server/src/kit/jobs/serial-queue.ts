import { busy } from '../refusal.ts';

interface Turn {
  running: number;
  queue: (() => void)[];
}

/**
 * Runs at most `atOnce` tasks of one key at a time within this process, in their order; those of other keys do not wait for
 * them. With `mostWaiting` further ones are refused as too many at once.
 */
export const serialQueue = ({ atOnce = 1, mostWaiting = Infinity } = {}) => {
  const turns = new Map<string, Turn>();
  return {
    /** How many tasks of a key run or wait. */
    waiting: (key: string): number => {
      const turn = turns.get(key);
      return turn ? turn.running + turn.queue.length : 0;
    },
    run: async <T>(key: string, task: () => Promise<T>): Promise<T> => {
      const turn = turns.get(key) ?? { running: 0, queue: [] };
      turns.set(key, turn);
      if (turn.running < atOnce) turn.running += 1;
      else if (turn.queue.length >= mostWaiting) throw busy();
      else await new Promise<void>((begin) => turn.queue.push(begin));
      try {
        return await task();
      } finally {
        // The place goes over to the next one, so that nobody slips in between.
        const next = turn.queue.shift();
        if (next) next();
        else if ((turn.running -= 1) === 0) turns.delete(key);
      }
    },
  };
};
