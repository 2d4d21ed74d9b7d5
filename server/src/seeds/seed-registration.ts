import type { Db } from '../kit/database.ts';

/** A simulated node for each firm of the demonstration, and a registration of each product and of its newest lot, waiting in line. */
export const seedRegistration = async ({ db }: { db: Db }): Promise<void> => {
  const firms = await db.selectFrom('firm').select('id').where('isDel', '=', 0).orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.entries()) {
    const prefix = `88.118.${at + 5}`;
    await db.insertInto('nodeConf').values({ firmId, prefix, delayMs: 20 }).execute();
    const products = await db
      .selectFrom('product')
      .leftJoinLateral(
        (row) =>
          row
            .selectFrom('lot')
            .select(['lot.id as lotId', 'lot.lotNo'])
            .whereRef('lot.productId', '=', 'product.id')
            .where('lot.isDel', '=', 0)
            .orderBy('lot.produceDate', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .select(['product.id', 'product.productNo', 'newest.lotId', 'newest.lotNo'])
      .where('product.firmId', '=', firmId)
      .orderBy('product.id')
      .execute();
    const rows = products.flatMap(({ id, productNo, lotId, lotNo }) => [
      { objKind: 1, objId: id, handle: `${prefix}/P.${productNo}` },
      ...(lotId === null ? [] : [{ objKind: 2, objId: lotId, handle: `${prefix}/L.${productNo}.${lotNo}` }]),
    ]);
    if (rows.length === 0) continue;
    const own = JSON.stringify([{ index: 100, name: '执行标准', type: 'text', data: '见产品包装', auth: 'public' }]);
    await db
      .insertInto('registration')
      .values(
        rows.map((row, place) => ({
          ...row,
          firmId,
          nodeKind: 0,
          values: place % 3 === 0 ? own : '[]',
          // A few have not been handed in yet.
          ...(place % 5 === 4 ? { status: 0 } : { status: 4, nextAt: new Date() }),
        })),
      )
      .execute();
  }
};
