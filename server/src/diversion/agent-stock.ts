import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { diversionApi, stockFilters, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Exporter, FoundBy } from '../jobs/exporter.ts';
import type { Db } from '../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';

const StockFilters = z.object(stockFilters);
type StockFilters = z.output<typeof StockFilters>;
const { agent, shop } = Holder;

/** The firm's own goods are in no stock. */
const holderChoices = Holder.options.filter(({ value }) => value !== Holder.firm);

/** What agents and shops have or had; what is only on its way to them is none of it. */
const matching: Matching<'stock', StockFilters> = matchingBy(
  'stock',
  (db) =>
    db
      .selectFrom('stock')
      .where((row) => row.or([row('stock.handQty', '>', 0), row('stock.inQty', '>', 0), row('stock.outQty', '>', 0)])),
  {
    firmId: eq,
    holderKind: eq,
    productId: eq,
    agentId: by(
      (agentId: number) => [agentId],
      (_row, agentId) => sql<boolean>`(stock.holder_kind, stock.holder_id) in (
        select ${sql.lit(agent)}::smallint, ${agentId}::bigint union all
        select ${sql.lit(shop)}::smallint, link.shop_id from shop_ass link join agent on agent.id = link.target_id and agent.firm_id = link.firm_id
        where link.target_id = ${agentId} and link.kind = ${sql.lit(ShopLinkKind.agent)} and link.unbind_at is null)`,
    ),
    shopId: by(
      (shopId: number) => [shopId],
      (row, shopId) => row.and([row('stock.holderKind', '=', sql.lit(shop)), row('stock.holderId', '=', shopId)]),
    ),
  },
);

/** What agents and shops received, sent on and have in hand, by product and lot, and how much of it shoppers asked about while it was theirs; what lies longest first. */
const asRows = (query: ReturnType<typeof matching>) =>
  query
    .innerJoin('product', 'product.id', 'stock.productId')
    .innerJoin('lot', 'lot.id', 'stock.lotId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'stock.holderId').on('stock.holderKind', '=', sql.lit(agent)),
    )
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'stock.holderId').on('stock.holderKind', '=', sql.lit(shop)))
    .leftJoin('shopAss as link', (join) =>
      join
        .onRef('link.shopId', '=', 'shop.id')
        .on('link.kind', '=', sql.lit(ShopLinkKind.agent))
        .on('link.unbindAt', 'is', null),
    )
    .leftJoin('agent as dealer', 'dealer.id', 'link.targetId')
    .select([
      'stock.id',
      sql<StockRow['holderKind']>`stock.holder_kind`.as('holderKind'),
      sql<number | null>`coalesce(agent.id, dealer.id)`.as('agentId'),
      sql<string>`coalesce(agent.name, dealer.name, '')`.as('agentName'),
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      'product.storeName',
      'lot.lotNo',
      'stock.inQty',
      'stock.outQty',
      'stock.scanQty',
      'stock.handQty as stockQty',
      sql<number>`extract(day from now() - stock.last_in_at)::int`.as('ageDays'),
    ])
    .orderBy('stock.lastInAt')
    .orderBy('stock.id');

const toRow = <R extends { id: number }>(row: R) => ({ ...row, id: String(row.id) });

/** A page of what agents and shops have. */
export const listStock = async (db: Db, input: InputOf<typeof diversionApi.stock>) => {
  const page = await findPage(db, input, matching(db, input), asRows);
  return { ...page, list: page.list.map(toRow) };
};

/** What agents and shops have in hand as a file, what lies longest first. */
export const stockExporter: Exporter<StockRow, StockFilters, FoundBy<typeof asRows> & { exactTime: string }> = {
  biz: 'agent_stock',
  title: '经销商库存',
  may: diversionApi.export.may,
  columns: [
    { title: '持有方', cell: (row) => Holder.label(row.holderKind) },
    { title: '经销商', width: 28, cell: (row) => row.agentName },
    { title: '门店', width: 28, cell: (row) => row.shopName },
    { title: '产品', width: 32, cell: (row) => row.storeName },
    { title: '批号', width: 18, cell: (row) => row.lotNo },
    { title: '收货', cell: (row) => row.inQty },
    { title: '出货', cell: (row) => row.outQty },
    { title: '已扫', cell: (row) => row.scanQty },
    { title: '在手', cell: (row) => row.stockQty },
    { title: '库龄（天）', cell: (row) => row.ageDays },
  ],
  filters: StockFilters,
  page: (db, filters, after, limit) =>
    asRows(
      after
        ? matching(db, filters).where(
            sql<boolean>`(stock.last_in_at, stock.id) > (${after.exactTime}::timestamptz, ${after.id}::bigint)`,
          )
        : matching(db, filters),
    )
      .select(sql<string>`stock.last_in_at::text`.as('exactTime'))
      .limit(limit)
      .execute(),
  complete: (_db, rows) => rows.map(toRow),
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'holderKind', label: '持有方', control: 'select', options: holderChoices },
    { name: 'agentId', label: '经销商', control: 'lookup', lookup: 'agent' },
    { name: 'shopId', label: '门店', control: 'lookup', lookup: 'shop' },
    { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
  ],
};
