import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { addressGroup, addressSite } from '../address.ts';
import { serialQueue } from '../jobs/serial-queue.ts';

/** Files that are made for one operator at the same time by this process, and those that wait for them. */
export const exportsAtOnce = 2;
export const exportsWaiting = 4;
/** Files that one sender sends at the same time; a screen sends fewer. */
export const uploadsAtOnce = 8;
/** The same of all addresses that one line of IPv6 may be given. */
export const uploadsOfSite = 16;

/**
 * Calls of one operator that are worked on at once, and those that wait: a browser sends six, and a flood leaves room for others. The
 * stations of a line may share an account.
 */
export const callsAtOnce = 6;
export const callsWaiting = 58;

interface Sender {
  operatorId?: number;
  address: string;
}

/** Works on a call when it is its sender's turn; refuses it at once when too many of his wait. Many shoppers share one address. */
export type InOwnTurn = <T>(endpoint: Endpoint, sender: Sender, work: () => Promise<T>) => Promise<T>;

/** The turns of a process. */
export const openOwnTurns = (): InOwnTurn => {
  const exporting = serialQueue({ atOnce: exportsAtOnce, mostWaiting: exportsWaiting });
  const uploading = serialQueue({ atOnce: uploadsAtOnce, mostWaiting: 0 });
  const uploadingOfSite = serialQueue({ atOnce: uploadsOfSite, mostWaiting: 0 });
  const calling = serialQueue({ atOnce: callsAtOnce, mostWaiting: callsWaiting });
  return (endpoint, { operatorId, address }, work) => {
    const sender = operatorId === undefined ? addressGroup(address) : String(operatorId);
    if (endpoint.offersFile) return exporting.run(sender, work);
    if (endpoint.takesFile)
      return uploading.run(sender, () =>
        operatorId === undefined ? uploadingOfSite.run(addressSite(address), work) : work(),
      );
    return operatorId === undefined ? work() : calling.run(sender, work);
  };
};
