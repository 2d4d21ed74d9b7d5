import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { diversionApi, stockFilters, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import { z } from 'zod';
import { computedRows, type Exporter } from '../jobs/exporter.ts';
import type { Db } from '../kit/db/database.ts';
import { filtered } from '../kit/db/filtered.ts';
import { presentLinks } from '../parties/present-links.ts';

const StockFilters = z.object(stockFilters);
type StockFilters = z.output<typeof StockFilters>;

/** The firm's own goods are in no stock. */
const holderChoices = Holder.options.filter(({ value }) => value !== Holder.firm);

/** What agents and shops received, sent on and have in hand, by product and lot, and how much of it shoppers asked about while it was theirs. */
export const agentStock = (db: Db, filters: StockFilters) => {
  const held = db
    .selectFrom('stock')
    .innerJoin('product', 'product.id', 'stock.productId')
    .innerJoin('lot', 'lot.id', 'stock.lotId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'stock.holderId').on('stock.holderKind', '=', sql.lit(Holder.agent)),
    )
    .leftJoin('shop', (join) =>
      join.onRef('shop.id', '=', 'stock.holderId').on('stock.holderKind', '=', sql.lit(Holder.shop)),
    )
    .leftJoin('shopAss as link', (join) =>
      join
        .onRef('link.shopId', '=', 'shop.id')
        .on('link.kind', '=', sql.lit(ShopLinkKind.agent))
        .on('link.unbindAt', 'is', null),
    )
    .leftJoin('agent as dealer', 'dealer.id', 'link.targetId')
    .where((row) => row.or([row('stock.handQty', '>', 0), row('stock.inQty', '>', 0), row('stock.outQty', '>', 0)]));
  const rows = filtered(held, 'stock', filters, {
    firmId: (id, row) => row('stock.firmId', '=', id),
    holderKind: (kind, row) => row('stock.holderKind', '=', kind),
    agentId: (id, row) =>
      row.or([
        row.and([row('stock.holderKind', '=', Holder.agent), row('stock.holderId', '=', id)]),
        row.and([
          row('stock.holderKind', '=', Holder.shop),
          row(
            'stock.holderId',
            'in',
            presentLinks(ShopLinkKind.agent).where('shopAss.targetId', '=', id).select('shopAss.shopId'),
          ),
        ]),
      ]),
    shopId: (id, row) => row.and([row('stock.holderKind', '=', Holder.shop), row('stock.holderId', '=', id)]),
    productId: (id, row) => row('stock.productId', '=', id),
  }).select([
    sql<string>`stock.id::text`.as('id'),
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
    sql<number>`coalesce(extract(day from now() - stock.last_in_at), 0)::int`.as('ageDays'),
  ]);
  return db.selectFrom(rows.as('stock'));
};

/** What agents and shops have in hand as a file, what lies longest first. */
export const stockExporter: Exporter<StockRow, StockFilters> = {
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
    agentStock(db, filters)
      .selectAll()
      .$if(after !== undefined, (query) =>
        query.where(({ or, and, eb }) =>
          or([eb('ageDays', '<', after!.ageDays), and([eb('ageDays', '=', after!.ageDays), eb('id', '>', after!.id)])]),
        ),
      )
      .orderBy('ageDays', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
  pageRows: computedRows,
  form: [
    { name: 'firmId', label: '所属企业', control: 'lookup', lookup: 'firm' },
    { name: 'holderKind', label: '持有方', control: 'select', options: holderChoices },
    { name: 'agentId', label: '经销商', control: 'lookup', lookup: 'agent' },
    { name: 'shopId', label: '门店', control: 'lookup', lookup: 'shop' },
    { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
  ],
};
