import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

/** The lots that lists and to-dos are about: those whose product is not deleted. */
export const lotsOfLiveProducts = (db: Db) =>
  // Few products are deleted: they are read once, not a product for each lot.
  live(db, 'lot').where((row) =>
    row('lot.productId', 'not in', row.selectFrom('product').select('product.id').where('product.isDel', '=', 1)),
  );
