import { inTurn } from './in-turn.ts';
import { busy } from './refusal.ts';

/** Files that are made for one operator at the same time by this process, and those that wait for them. */
export const exportsAtOnce = 2;
export const exportsWaiting = 4;

const turns = inTurn({ atOnce: exportsAtOnce });

/** Makes a file for an operator when it is his turn; refuses at once when too many of his wait already. */
export const inExportTurn = async <T>(operatorId: number, make: () => Promise<T>): Promise<T> => {
  const key = String(operatorId);
  if (turns.waiting(key) >= exportsAtOnce + exportsWaiting) throw busy();
  return turns.run(key, make);
};
