import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { inTurn } from './in-turn.ts';

/** Files that are made for one operator at the same time by this process, and those that wait for them. */
export const exportsAtOnce = 2;
export const exportsWaiting = 4;
/** Files that one sender sends at the same time; a screen sends fewer. */
export const uploadsAtOnce = 8;

const exportTurns = inTurn({ atOnce: exportsAtOnce, mostWaiting: exportsWaiting });
const uploadTurns = inTurn({ atOnce: uploadsAtOnce, mostWaiting: 0 });

/** Works on a call when it is its sender's turn, where calls of its kind take long; refuses it at once when too many of his wait. */
export const inOwnTurn = <T>(endpoint: Endpoint, sender: string, work: () => Promise<T>): Promise<T> => {
  if (endpoint.offersFile) return exportTurns.run(sender, work);
  return endpoint.takesFile ? uploadTurns.run(sender, work) : work();
};
