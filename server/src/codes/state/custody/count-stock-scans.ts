import type { Db } from '../../../kit/db/database.ts';
import { readBinds } from '../pieces.ts';
import { merged, type Run } from '../ranges.ts';
import { heldItems, stockOf } from './held-items.ts';
import { moveStock } from './move-stock.ts';

/** Counts first queries of some codes of a firm for who has them; what he sends on later stays counted for him. */
export const countStockScans = async (db: Db, firmId: number, codes: readonly Run[]): Promise<void> => {
  const held = await heldItems(db, firmId, merged(codes));
  const moves = stockOf(held, await readBinds(db, firmId, merged(held)), 1);
  await moveStock(
    db,
    firmId,
    moves.map(({ transit = 0, hand = 0, ...move }) => ({ ...move, scan: transit + hand })),
  );
};
