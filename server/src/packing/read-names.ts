import type { Db } from '../kit/db/database.ts';

/** What the products and lots that boxes are bound to are called. */
export const readNames = async (db: Db, binds: readonly { productId: number; lotId: number }[]) => {
  const rows = await db
    .selectFrom('product')
    .where('id', 'in', [0, ...new Set(binds.map(({ productId }) => productId))])
    .select(['id', 'storeName', 'spec'])
    .execute();
  const lots = await db
    .selectFrom('lot')
    .where('id', 'in', [0, ...new Set(binds.map(({ lotId }) => lotId))])
    .select(['id', 'lotNo'])
    .execute();
  return [
    new Map(rows.map((row) => [row.id, row] as const)),
    new Map(lots.map(({ id, lotNo }) => [id, lotNo] as const)),
  ] as const;
};
