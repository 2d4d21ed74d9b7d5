import { diversionApi, type StockRow } from '@zhuiyuan/contract/diversion/diversion';
import Warehouse from 'icon:warehouse';
import type { ReactNode } from 'react';
import { cell, count, name, text, type Column } from '../../parts/list/columns.tsx';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { selectFilter } from '../../parts/list/filters.tsx';
import { useAgentFilter } from '../../parts/pickers/agent-input.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { useFirmFilter, useOptions } from '../../parts/pickers/firm-field.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';

const columns: Column<StockRow>[] = [
  text('agentName', '经销商', { width: 180 }),
  text('shopName', '门店', { width: 180 }),
  name('storeName', '产品'),
  text('lotNo', '批号', { width: 140 }),
  count('inQty', '收货', { width: 96 }),
  count('outQty', '出货', { width: 96 }),
  count('scanQty', '已扫', { width: 96 }),
  count('stockQty', '在手', { width: 96 }),
  cell('ageDays', '库龄', (row) => `${row.ageDays} 天`, { width: 88, align: 'right' }),
];

const holders = Holder.options.filter(({ value }) => value !== Holder.firm);

/** 经销商库存: what agents and shops hold, by product and lot. */
export const Stock = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(diversionApi.stock);
  const agent = useAgentFilter('agentId', '经销商');
  const shops = useOptions('shop');
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  return (
    <ListScreen
      search={search}
      thing="库存"
      tabs={tabs}
      columns={columns}
      filters={[
        ...firmFilter,
        selectFilter('holderKind', '持有方', holders),
        agent,
        selectFilter('shopId', '门店', shops),
        selectFilter('productId', '产品', products),
      ]}
      buttons={<ExportButton endpoint={diversionApi.stockExport} input={search.input} biz="agent_stock" />}
      card={{
        head: 'agentName',
        name: 'storeName',
        facts: ['shopName', 'lotNo', (row) => `在手 ${countText(row.stockQty)}`, (row) => `库龄 ${row.ageDays} 天`],
      }}
      empty={{ icon: Warehouse, text: '货物发给经销商和门店、签收以后，按产品和批次列出他们手里的数量。' }}
    />
  );
};
