import type { Db } from '../../../kit/db/database.ts';
import { readRemaining } from '../../replenish/read-remaining.ts';
import type { Part } from '../../document/counters.ts';

/** By how many items goods go over what an order still wants; products outside of it wholly. */
export const findOrderOver = async (db: Db, orderId: number, parts: readonly Part[]): Promise<number> => {
  const remaining = await readRemaining(db, orderId);
  const sums = new Map<number, number>();
  for (const { productId, items } of parts) sums.set(productId, (sums.get(productId) ?? 0) + items);
  return [...sums].reduce((over, [productId, items]) => over + Math.max(0, items - (remaining.get(productId) ?? 0)), 0);
};
