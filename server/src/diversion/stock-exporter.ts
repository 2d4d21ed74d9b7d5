import { diversionApi, stockFilters, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { z } from 'zod';
import { computedRows, type Exporter } from '../jobs/exporter.ts';
import { agentStock } from './agent-stock.ts';

const Filters = z.object(stockFilters);

/** What dealers have in hand as a file, what lies longest first. */
export const stockExporter: Exporter<StockRow, z.output<typeof Filters>> = {
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
  filters: Filters,
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
