/** Runs the tasks of one key one after the other within this process; those of other keys do not wait for them. */
export const inTurn = () => {
  const tails = new Map<string, Promise<unknown>>();
  const sizes = new Map<string, number>();
  return {
    /** How many tasks of a key run or wait. */
    waiting: (key: string): number => sizes.get(key) ?? 0,
    run: async <T>(key: string, task: () => Promise<T>): Promise<T> => {
      sizes.set(key, (sizes.get(key) ?? 0) + 1);
      const mine = (tails.get(key) ?? Promise.resolve()).then(task, task);
      tails.set(key, mine);
      try {
        return await mine;
      } finally {
        const left = (sizes.get(key) ?? 1) - 1;
        if (left > 0) sizes.set(key, left);
        else {
          sizes.delete(key);
          tails.delete(key);
        }
      }
    },
  };
};
