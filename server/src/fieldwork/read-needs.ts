import type { FieldNeedRow, FieldProduct } from '@zhuiyuan/contract/fieldwork/field-needs';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { ApplyStatus, OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { live } from '../kit/db/live.ts';
import { findPage } from '../kit/db/paging.ts';
import { toHolder } from './holder.ts';

/** Requests of a dealer that he still waits for: in review, or passed and not wholly received. */
const isOpen = sql<boolean>`(need_apply.status in (${sql.lit(ApplyStatus.waiting)}, ${sql.lit(ApplyStatus.reviewing)})
  or need_apply.status = ${sql.lit(ApplyStatus.passed)} and need_order.status in (${sql.lit(OrderStatus.none)}, ${sql.lit(OrderStatus.shipped)}))`;

const requestsOf = (db: Db, role: Role) => live(db, 'needApply').where('needApply.agentId', '=', role.id);

/** How many requests a dealer waits for: in review, and to be shipped. */
export const countNeeds = async (db: Db, role: Role) =>
  requestsOf(db, role)
    .leftJoin('needOrder', (join) => join.onRef('needOrder.applyId', '=', 'needApply.id'))
    .where(isOpen)
    .select([
      sql<number>`count(*)::int`.as('docs'),
      sql<number>`(count(*) filter (where need_apply.status <> ${sql.lit(ApplyStatus.passed)}))::int`.as('waiting'),
      sql<number>`(count(*) filter (where need_order.status = ${sql.lit(OrderStatus.none)}))::int`.as('toShip'),
    ])
    .executeTakeFirstOrThrow();

/** 补货: a dealer's requests with what has become of them, the newest first. */
export const readNeeds = async (db: Db, role: Role, input: { page: number; limit: number }) => {
  const page = await findPage(db, input, requestsOf(db, role), (query) =>
    query
      .leftJoin('needOrder', (join) => join.onRef('needOrder.applyId', '=', 'needApply.id'))
      .select([
        'needApply.id',
        'needApply.applyNo',
        'needApply.status',
        'needApply.totalQty as itemQty',
        'needApply.expectDate',
        'needApply.auditRemark',
        'needApply.remark',
        'needApply.createdAt as at',
        'needOrder.status as orderStatus',
        sql<number>`coalesce(need_order.ship_qty, 0)`.as('shipQty'),
        sql<string>`coalesce((
          select product.store_name from need_apply_item item join product on product.id = item.product_id and product.firm_id = item.firm_id
          where item.firm_id = need_apply.firm_id and item.apply_id = need_apply.id order by item.item_qty desc, item.id limit 1), '')`.as(
          'storeName',
        ),
        sql<number>`(select count(distinct item.product_id)::int from need_apply_item item where item.firm_id = need_apply.firm_id and item.apply_id = need_apply.id)`.as(
          'kinds',
        ),
      ])
      .orderBy('needApply.id', 'desc'),
  );
  const list = page.list.map(({ status, orderStatus, auditRemark, remark, ...row }): FieldNeedRow => {
    const isOrdered = status === ApplyStatus.passed && orderStatus !== null;
    const state = isOrdered ? OrderStatus.of(orderStatus) : ApplyStatus.of(status);
    return {
      ...row,
      stateText: state?.label ?? '',
      tone: state?.tone ?? 'idle',
      remark: status === ApplyStatus.rejected ? auditRemark : remark,
    };
  });
  return { ...page, list };
};

/** Products of the firm that can be asked for, what the dealer has of each beside it; those he has had before come first. */
export const readProducts = async (
  db: Db,
  role: Role,
  { keywords, ...input }: { keywords?: string; page: number; limit: number },
) => {
  const { kind, id } = toHolder(role);
  const matching = live(db, 'product')
    .where('product.status', '=', Enabled.on)
    .$if(Boolean(keywords), (query) =>
      query.where((row) =>
        row.or([
          row('product.storeName', 'ilike', containing(keywords!)),
          row('product.productNo', 'ilike', containing(keywords!)),
        ]),
      ),
    );
  const held = sql<number | null>`(select sum(stock.hand_qty)::bigint from stock where stock.firm_id = product.firm_id
    and stock.holder_kind = ${kind} and stock.holder_id = ${id} and stock.product_id = product.id)`;
  const page = await findPage(db, input, matching, (query) =>
    query
      .select([
        'product.id',
        'product.storeName',
        'product.spec',
        'product.unit',
        'product.image',
        sql<number>`coalesce(${held}, 0)`.as('handQty'),
        'product.boxNum as boxItems',
        sql<number>`product.case_num * greatest(product.box_num, 1)`.as('caseItems'),
      ])
      .orderBy('product.id', 'desc'),
  );
  return { ...page, list: page.list satisfies FieldProduct[] };
};
