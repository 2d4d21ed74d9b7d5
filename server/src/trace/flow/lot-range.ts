import type { Db } from '../../kit/db/database.ts';

/** A run of serials, both ends included, said to be of one lot. */
export interface LotRange {
  lotId: number;
  seg: number;
  serialFrom: number;
  serialTo: number;
}

type Check = (db: Db, range: LotRange) => Promise<void>;
let check: Check | undefined;

/** The domain of codes says here how it finds out whether a range is bound to a lot; the check throws the refusal. */
export const guardLotRange = (guard: Check): void => {
  check = guard;
};

/** Refuses a range of codes that is not wholly bound to the lot. Throws where nobody can tell. */
export const checkLotRange = async (db: Db, range: LotRange): Promise<void> => {
  if (!check) throw new Error('nobody guards ranges of codes');
  await check(db, range);
};
