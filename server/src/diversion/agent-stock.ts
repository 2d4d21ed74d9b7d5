import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind, PackState } from '../codes/state/code-states.ts';
import { diversionApi, stockFilters, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { sql } from 'kysely';
import { z } from 'zod';
import { computedRows, type Exporter } from '../jobs/exporter.ts';
import type { Db } from '../kit/db/database.ts';
import { filtered } from '../kit/db/filtered.ts';

const StockFilters = z.object(stockFilters);
type StockFilters = z.output<typeof StockFilters>;

/**
 * What agents have in hand, by product and lot, and how much of it shoppers asked about already: counted from the codes
 * each of them holds. What he passed on is held by somebody else and no longer counted here.
 */
export const agentStock = (db: Db, filters: StockFilters) => {
  const held = db
    .selectFrom('codeUnit as unit')
    .innerJoin('agent', 'agent.id', 'unit.holderId')
    .leftJoin('codeSpan as bind', (join) =>
      join
        .onRef('bind.seg', '=', 'unit.seg')
        .on('bind.kind', '=', SpanKind.bind)
        .on(sql<boolean>`bind.span @> unit.serial`),
    )
    .innerJoin('product', (join) =>
      join.on(sql<boolean>`product.id = coalesce(unit.bind_product, (bind.payload ->> 'productId')::bigint)`),
    )
    .leftJoin('lot', (join) =>
      join.on(sql<boolean>`lot.id = coalesce(unit.bind_lot, (bind.payload ->> 'lotId')::bigint)`),
    )
    .leftJoin('unitScan as scan', (join) =>
      join.onRef('scan.seg', '=', 'unit.seg').onRef('scan.serial', '=', 'unit.serial').on('scan.cnt', '>', 0),
    )
    .where('unit.holderKind', '=', Holder.agent)
    .where('unit.shipStatus', 'in', [Shipping.shipped, Shipping.signed])
    .where('unit.packState', '<>', PackState.packed);
  const rows = filtered(held, 'unit', filters, {
    firmId: (id, row) => row('unit.firmId', '=', id),
    agentId: (id, row) => row('unit.holderId', '=', id),
    productId: (id, row) => row('product.id', '=', id),
  })
    .groupBy(['agent.id', 'agent.name', 'product.id', 'product.storeName', 'lot.id', 'lot.lotNo'])
    .select((row) => [
      sql<string>`concat_ws('-', agent.id, product.id, lot.id)`.as('id'),
      'agent.id as agentId',
      'agent.name as agentName',
      'product.storeName',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      row.fn.countAll<number>().as('inQty'),
      sql<number>`0::bigint`.as('outQty'),
      row.fn.count<number>('scan.seg').as('scanQty'),
      row.fn.countAll<number>().as('stockQty'),
      sql<number>`extract(day from now() - min(coalesce(unit.sign_at, unit.ship_at)))::int`.as('ageDays'),
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
