import { diversionApi, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import { Warehouse } from 'lucide-react';
import type { ReactNode } from 'react';
import { cell, count, name, text, type Column } from '../../parts/list/columns.tsx';
import { selectFilter } from '../../parts/list/filters.tsx';
import { useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';

const columns: Column<StockRow>[] = [
  text('agentName', '经销商', { width: 200 }),
  name('storeName', '产品'),
  text('lotNo', '批号', { width: 140 }),
  count('inQty', '收货', { width: 96 }),
  count('outQty', '出货', { width: 96 }),
  count('scanQty', '已扫', { width: 96 }),
  count('stockQty', '在手', { width: 96 }),
  cell('ageDays', '库龄', (row) => `${row.ageDays} 天`, { width: 88, align: 'right' }),
];

/** 经销商库存: what agents hold, by product and lot. */
export const Stock = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(diversionApi.stock);
  const agents = useOptions('agent');
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  return (
    <ListScreen
      search={search}
      thing="库存"
      tabs={tabs}
      columns={columns}
      filters={[...firmFilter, selectFilter('agentId', '经销商', agents), selectFilter('productId', '产品', products)]}
      card={{ head: 'agentName', name: 'storeName', facts: ['lotNo', (row) => `在手 ${countText(row.stockQty)}`] }}
      empty={{ icon: Warehouse, text: '货物发给经销商后，按产品和批次列出他手里的数量。' }}
    />
  );
};
