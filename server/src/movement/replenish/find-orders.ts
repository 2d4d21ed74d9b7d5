import type { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { OrderStatus, type PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { containing } from '../../kit/db/filters.ts';
import { among, at, by, contains, eq, matchingBy, when, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { productText } from './need-names.ts';

export type OrderFilters = Owned<Omit<InputOf<typeof needOrderApi.list>, 'page' | 'limit'>> & { ids?: number[] };
type Orders = SelectQueryBuilder<DB, 'needOrder', object>;

/** The orders a list, an export or a page is about, without columns and order. */
export const matchingOrders: Matching<'needOrder', OrderFilters> = matchingBy(
  'needOrder',
  (db) => db.selectFrom('needOrder'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    orderNo: contains,
    applyNo: by(
      (words: string) => [containing(words)],
      (row, words) =>
        row.exists(
          row
            .selectFrom('needApply')
            .select('needApply.id')
            .whereRef('needApply.id', '=', 'needOrder.applyId')
            .where('needApply.applyNo', 'ilike', words),
        ),
    ),
    agentId: eq,
    productId: by(
      (id: number) => [id],
      (row, id) =>
        row.exists(
          row
            .selectFrom('needOrderProduct')
            .select('needOrderProduct.productId')
            .whereRef('needOrderProduct.orderId', '=', 'needOrder.id')
            .where('needOrderProduct.productId', '=', id),
        ),
    ),
    status: eq,
    // What costs nothing is neither paid nor owing.
    payState: by(
      (state: number) => [state],
      (_row, state) => sql<boolean>`(need_order.pay_state = ${state} and need_order.total_amount > 0)`,
    ),
    dateLimit: at(within, 'createdAt'),
    mine: at(eq, 'createdBy'),
    // What is still to be shipped; written as in the index of these orders.
    waiting: when(
      () =>
        sql<boolean>`(need_order.status in (${sql.lit(OrderStatus.none)}, ${sql.lit(OrderStatus.shipped)})
          and need_order.closed_at is null and need_order.ship_qty < need_order.total_qty)`,
    ),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asOrderRows = (query: Orders) =>
  query
    .innerJoin('agent', (join) => join.onRef('agent.id', '=', 'needOrder.agentId'))
    .leftJoin('agent as supplier', (join) => join.onRef('supplier.id', '=', 'needOrder.supplierId'))
    .leftJoin('needApply', (join) => join.onRef('needApply.id', '=', 'needOrder.applyId'))
    .select((row) => [
      'needOrder.id',
      'needOrder.firmId',
      firmName('needOrder'),
      'needOrder.orderNo',
      'needOrder.applyId',
      row.fn.coalesce('needApply.applyNo', sql<string>`''`).as('applyNo'),
      'needOrder.agentId',
      'agent.name as agentName',
      sql<(typeof Holder.options)[number]['value']>`need_order.supplier_kind`.as('supplierKind'),
      'needOrder.supplierId',
      sql<string>`coalesce(supplier.name, (select firm.name from firm where firm.id = need_order.firm_id))`.as(
        'supplierName',
      ),
      productText({ table: 'need_order', items: 'need_order_item', key: 'order_id' }).as('productText'),
      'needOrder.totalQty',
      'needOrder.shipQty',
      'needOrder.signQty',
      'needOrder.totalAmount',
      'needOrder.payAmount',
      'needOrder.deductAmount',
      sql<(typeof PayState.options)[number]['value']>`need_order.pay_state`.as('payState'),
      sql<(typeof OrderStatus.options)[number]['value']>`need_order.status`.as('status'),
      sql<boolean>`need_order.closed_at is not null`.as('isClosed'),
      'needOrder.expectDate',
      'needOrder.version',
      ...times('needOrder'),
    ])
    .orderBy('needOrder.id', 'desc');
