import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { NeedUnit, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { findBalance } from '../../parties/deductible/deductible-account.ts';
import { regionName } from '../../settings/region-names.ts';
import { asOrderRows, matchingOrders } from './find-orders.ts';
import { staffName } from '../../kit/db/selectors.ts';

/** Most payments of one order that are shown. */
const mostPays = 200;

/** The products of orders with their counts, in the order in which they were written down. */
export const readOrderProducts = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('needOrderProduct')
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'needOrderProduct.productId'))
    .where('needOrderProduct.orderId', 'in', orderIds)
    .select([
      'needOrderProduct.orderId',
      'needOrderProduct.productId',
      'product.storeName',
      'needOrderProduct.itemQty',
      'needOrderProduct.shipQty',
      'needOrderProduct.signQty',
    ])
    .orderBy('needOrderProduct.productId')
    .execute();

/** An order in full; 404 where there is none. */
export const readOrder = async (db: Db, id: number) => {
  const head = await asOrderRows(matchingOrders(db, { ids: [id] }))
    .select([
      'needOrder.receiver',
      'needOrder.phone',
      'needOrder.regionCode',
      'needOrder.address',
      'needOrder.remark',
      'needOrder.closedAt',
      'needOrder.cancelAt',
      'needOrder.cancelReason',
      'needOrder.printCnt',
      staffName('need_order.created_by').as('createdName'),
    ])
    .executeTakeFirst();
  if (!head) throw notFound();
  const items = await db
    .selectFrom('needOrderItem')
    .innerJoin('product', (join) => join.onRef('product.id', '=', 'needOrderItem.productId'))
    .where('needOrderItem.orderId', '=', id)
    .select([
      'needOrderItem.id',
      'needOrderItem.productId',
      'product.storeName',
      'product.image',
      'product.spec',
      'product.unit as productUnit',
      'needOrderItem.qty',
      sql<NeedUnit>`need_order_item.unit`.as('unit'),
      'needOrderItem.ratio',
      sql<number>`need_order_item.item_qty`.as('itemQty'),
      'needOrderItem.price',
    ])
    .orderBy('needOrderItem.id')
    .execute();
  const pays = await db
    .selectFrom('needPay')
    .where('orderId', '=', id)
    .select([
      'id',
      sql<(typeof PayKind.options)[number]['value']>`kind`.as('kind'),
      'amount',
      'voucher',
      'remark',
      staffName('need_pay.operator_id').as('operatorName'),
      'createdAt as createTime',
    ])
    .orderBy('id')
    .limit(mostPays)
    .execute();
  const isOfFirm = head.supplierKind === Holder.firm;
  return {
    ...head,
    regionName: await regionName(db, head.regionCode),
    items,
    products: await readOrderProducts(db, [id]),
    pays,
    dedBalance: isOfFirm ? await findBalance(db, DeductibleOwner.agent, head.agentId) : null,
  };
};
