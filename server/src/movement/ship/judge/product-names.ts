import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

/** What products and lots are called. */
export interface ProductNames {
  product: (id: number) => { storeName: string; unit: string };
  lotNo: (id: number) => string;
}

/** The names of products and lots, deleted ones too. */
export const productNames = async (
  db: Db,
  parts: readonly { productId: number | null; lotId: number | null }[],
): Promise<ProductNames> => {
  const ids = (column: 'productId' | 'lotId') => [...new Set(parts.flatMap((part) => part[column] ?? []))];
  const products = await db
    .selectFrom('product')
    .where(sql<boolean>`id = any(${ids('productId')}::bigint[])`)
    .select(['id', 'storeName', 'unit'])
    .execute();
  const lots = await db
    .selectFrom('lot')
    .where(sql<boolean>`id = any(${ids('lotId')}::bigint[])`)
    .select(['id', 'lotNo'])
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  const numbers = new Map(lots.map(({ id, lotNo }) => [id, lotNo]));
  return {
    product: (id) => byId.get(id) ?? { storeName: '', unit: '' },
    lotNo: (id) => numbers.get(id) ?? '',
  };
};
