import type { ScanChecked } from '@zhuiyuan/contract/movement/ship/scan-check';
import type { Db } from '../../../kit/db/database.ts';
import { readRemaining } from '../../replenish/read-remaining.ts';
import type { Part } from '../../document/counters.ts';
import { findOrderOver } from './find-order-over.ts';
import { productNames } from './product-names.ts';

/** Items by product against what an order still wants, and by how many they go over it. */
export const sumProducts = async (
  db: Db,
  orderId: number | null,
  parts: readonly Part[],
): Promise<Pick<ScanChecked, 'products' | 'over'>> => {
  const sums = new Map<number, number>();
  for (const { productId, items } of parts) sums.set(productId, (sums.get(productId) ?? 0) + items);
  const ordered =
    orderId === null
      ? []
      : await db
          .selectFrom('needOrderProduct')
          .where('orderId', '=', orderId)
          .select(['productId', 'itemQty'])
          .orderBy('productId')
          .execute();
  const remaining = orderId === null ? new Map<number, number>() : await readRemaining(db, orderId);
  const wanted = new Map(ordered.map(({ productId, itemQty }) => [productId, itemQty]));
  const ids = [...new Set([...wanted.keys(), ...sums.keys()])];
  const names = await productNames(
    db,
    ids.map((productId) => ({ productId, lotId: null })),
  );
  return {
    products: ids.map((productId) => ({
      productId,
      ...names.product(productId),
      itemQty: sums.get(productId) ?? 0,
      orderQty: wanted.get(productId) ?? null,
      remainQty: remaining.get(productId) ?? null,
    })),
    over: orderId === null ? 0 : await findOrderOver(db, orderId, parts),
  };
};
