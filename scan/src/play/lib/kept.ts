import type { MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Posting } from '@zhuiyuan/contract/claim/public-redeem';

/** What has been fetched while this page was open, by what it is: read again where there is no network. */
const seen = new Map<string, unknown>();

/** Fetches what is shown under `key`; without an answer what it was before, if it was seen. */
export const fetchKept = async <T>(key: string, load: () => Promise<T>): Promise<T> => {
  try {
    const fresh = await load();
    seen.set(key, fresh);
    return fresh;
  } catch (error) {
    if (!seen.has(key) || (error as { code?: number }).code !== 0) throw error;
    return seen.get(key) as T;
  }
};

/** A prize, and how far it has come where it goes by post; null where that is not known, or it goes another way. */
export interface PrizeShown {
  won: MyPrizeDetail;
  posting: Posting | null;
}

const prizeKey = (claimNo: string): string => `prize ${claimNo}`;

/** {@link fetchKept} of a prize. */
export const fetchPrize = (claimNo: string, load: () => Promise<PrizeShown>): Promise<PrizeShown> =>
  fetchKept(prizeKey(claimNo), load);

/** Remembers a prize that came by another way than its page. */
export const keepPrize = (claimNo: string, shown: PrizeShown): void => void seen.set(prizeKey(claimNo), shown);
