import { Holder, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../../kit/db/database.ts';
import { crossed, countCodes, type Run } from '../ranges.ts';
import type { StockMove } from './move-stock.ts';
import { readCustody, type CustodyPiece } from './read-custody.ts';

/** Items among some runs that agents or shops have or are being sent, through their boxes. */
export const heldItems = async (db: Db, firmId: number, runs: readonly Run[]): Promise<CustodyPiece[]> => {
  const segs = [...new Set(runs.map(({ seg }) => seg))];
  if (segs.length === 0) return [];
  const items = await db
    .selectFrom('segment')
    .where('seg', 'in', segs)
    .where('level', '=', Level.item)
    .select('seg')
    .execute();
  const isItem = new Set(items.map(({ seg }) => seg));
  const custody = await readCustody(
    db,
    firmId,
    runs.filter(({ seg }) => isItem.has(seg)),
  );
  return custody.filter(
    ({ shipStatus, holderKind }) =>
      (shipStatus === Shipping.shipped || shipStatus === Shipping.signed) && holderKind !== Holder.firm,
  );
};

/** What the stock of their holders gains (1) or loses (-1) by held items that are bound so. */
export const stockOf = (
  held: readonly CustodyPiece[],
  binds: readonly (Run & { productId: number; lotId: number })[],
  sign: 1 | -1,
): StockMove[] =>
  crossed(held, binds).map(({ shipStatus, holderKind, holderId, productId, lotId, ...run }) => ({
    holderKind: holderKind as Holder,
    holderId: holderId!,
    productId,
    lotId,
    [shipStatus === Shipping.shipped ? 'transit' : 'hand']: sign * countCodes([run]),
  }));
