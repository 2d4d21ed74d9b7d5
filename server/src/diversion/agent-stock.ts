import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { diversionApi, stockFilters, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { sql } from 'kysely';
import { z } from 'zod';
import { computedRows, type Exporter } from '../jobs/exporter.ts';
import type { Db } from '../kit/db/database.ts';
import { filtered } from '../kit/db/filtered.ts';

const StockFilters = z.object(stockFilters);
type StockFilters = z.output<typeof StockFilters>;

/** What agents received, sent on and have in hand, by product and lot, and how much of it shoppers asked about while it was theirs. */
export const agentStock = (db: Db, filters: StockFilters) => {
  const held = db
    .selectFrom('stock')
    .innerJoin('agent', 'agent.id', 'stock.holderId')
    .innerJoin('product', 'product.id', 'stock.productId')
    .innerJoin('lot', 'lot.id', 'stock.lotId')
    .where('stock.holderKind', '=', Holder.agent)
    .where((row) => row.or([row('stock.handQty', '>', 0), row('stock.inQty', '>', 0), row('stock.outQty', '>', 0)]));
  const rows = filtered(held, 'stock', filters, {
    firmId: (id, row) => row('stock.firmId', '=', id),
    agentId: (id, row) => row('stock.holderId', '=', id),
    productId: (id, row) => row('stock.productId', '=', id),
  }).select([
    sql<string>`stock.id::text`.as('id'),
    'agent.id as agentId',
    'agent.name as agentName',
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

/** What agents have in hand as a file, what lies longest first. */
export const stockExporter: Exporter<StockRow, StockFilters> = {
  biz: 'agent_stock',
  title: '经销商库存',
  may: diversionApi.export.may,
  columns: [
    { title: '经销商', width: 28, cell: (row) => row.agentName },
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
    { name: 'agentId', label: '经销商', control: 'lookup', lookup: 'agent' },
    { name: 'productId', label: '产品', control: 'lookup', lookup: 'product' },
  ],
};
