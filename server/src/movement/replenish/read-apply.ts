import type { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { regionName } from '../../settings/region-names.ts';
import { asApplyRows, matchingApplies } from './find-applies.ts';

/** A request in full; 404 where there is none. */
export const readApply = async (db: Db, id: number) => {
  const head = await asApplyRows(matchingApplies(db, { ids: [id] }))
    .select(['needApply.receiver', 'needApply.phone', 'needApply.regionCode', 'needApply.address', 'needApply.remark'])
    .executeTakeFirst();
  if (!head) throw notFound();
  const items = await db
    .selectFrom('needApplyItem')
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'needApplyItem.productId'))
    .where('needApplyItem.applyId', '=', id)
    .select([
      'needApplyItem.id',
      'needApplyItem.productId',
      'product.storeName',
      'product.image',
      'product.spec',
      'product.unit as productUnit',
      'needApplyItem.qty',
      sql<NeedUnit>`need_apply_item.unit`.as('unit'),
      'needApplyItem.ratio',
      sql<number>`need_apply_item.item_qty`.as('itemQty'),
      'needApplyItem.price',
      'needApplyItem.approveQty',
    ])
    .orderBy('needApplyItem.id')
    .execute();
  return { ...head, regionName: await regionName(db, head.regionCode), items };
};
