import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { NodeKind } from '@zhuiyuan/contract/registration/registration';
import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { ItemSource, type RegTemplateItem } from '@zhuiyuan/contract/trace/product/reg-template';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

/** How many products of each firm have their later lots registered by themselves. */
const wantingProducts = 3;
const demoTemplate: RegTemplateItem[] = [
  { index: 100, name: '产地', source: ItemSource.product, field: 'origin', value: '' },
  { index: 101, name: '执行标准', source: ItemSource.product, field: 'standardNo', value: '' },
  { index: 102, name: '有效期至', source: ItemSource.lot, field: 'expireDate', value: '' },
  { index: 103, name: '贮存条件', source: ItemSource.fixed, field: '', value: '阴凉、干燥、避光' },
];

/** A simulated node for each firm of the demonstration, and a registration of each product and of its newest lot, waiting in line. */
export const seedRegistration = async ({ db }: { db: Db }): Promise<void> => {
  const firms = await live(db, 'firm').select('id').orderBy('id').execute();
  for (const [at, { id: firmId }] of firms.entries()) {
    const prefix = `88.118.${at + 5}`;
    await db.insertInto('nodeConf').values({ firmId, prefix, delayMs: 20 }).execute();
    const products = await db
      .selectFrom('product')
      .leftJoinLateral(
        (row) =>
          live(row, 'lot')
            .select(['lot.id as lotId', 'lot.lotNo'])
            .whereRef('lot.productId', '=', 'product.id')
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
      { objKind: ObjectKind.product, objId: id, handle: `${prefix}/P.${productNo}` },
      ...(lotId === null
        ? []
        : [{ objKind: ObjectKind.lot, objId: lotId, handle: `${prefix}/L.${productNo}.${lotNo}` }]),
    ]);
    if (rows.length === 0) continue;
    await db
      .updateTable('product')
      .set({ regOn: true, regTemplate: JSON.stringify(demoTemplate) })
      .where(
        'id',
        'in',
        products.slice(0, wantingProducts).map(({ id }) => id),
      )
      .execute();
    const own = JSON.stringify([{ index: 100, name: '执行标准', type: 'text', data: '见产品包装', auth: 'public' }]);
    await db
      .insertInto('registration')
      .values(
        rows.map((row, place) => ({
          ...row,
          firmId,
          nodeKind: NodeKind.simulated,
          values: place % 3 === 0 ? own : '[]',
          // A few have not been handed in yet.
          ...(place % 5 === 4
            ? { status: RegistrationStatus.unsent }
            : { status: RegistrationStatus.queued, nextAt: new Date() }),
        })),
      )
      .execute();
  }
};
