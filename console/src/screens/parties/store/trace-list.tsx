import { storeTraceApi, type TraceTab } from '@zhuiyuan/contract/settlement/store/store-trace';
import type { Key, ReactNode } from 'react';
import type { IconType } from '../../../parts/icon/make-icon.tsx';
import type { Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, type Filter } from '../../../parts/list/filters.tsx';
import type { Card } from '../../../parts/list/list-cards.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import type { Search } from '../../../parts/list/use-search.ts';
import { useOptions } from '../../../parts/pickers/firm-field.tsx';
import { lotFilter } from '../../../parts/pickers/lot-select.tsx';

type Name = 'productId' | 'lotId' | 'dateLimit';

/** What the tabs share. */
export interface TabProps {
  shopId: number;
  tabs: ReactNode;
  /** Width of what stands beside. */
  beside: number;
}

const dateLabels: Record<TraceTab, string> = {
  deliver: '签收时间',
  sale: '首扫时间',
  unpack: '开箱时间',
  ver: '核销时间',
  abnormal: '扫码时间',
  timeline: '时间',
};

/** One list of the shop: filters are the same in all of them, so that they stay when the tab changes. */
export const TraceList = <Row extends object>({
  search,
  tab,
  shopId,
  thing,
  icon,
  empty,
  ...list
}: TabProps & {
  search: Search<never, Row>;
  tab: TraceTab;
  thing: string;
  icon: IconType;
  empty: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => Key;
  card: Card<Row>;
}) => {
  const filters: Filter<Name>[] = [
    selectFilter('productId', '产品', useOptions('product')),
    lotFilter('lotId', '批次'),
    dateFilter('dateLimit', dateLabels[tab]),
  ];
  // The shop is chosen above: to clear filters leaves it.
  const clear = () => search.set({ productId: '', lotId: '', dateLimit: '' } as never);
  const { productId, lotId, dateLimit } = search.values;
  const asked = Object.fromEntries(Object.entries({ productId, lotId, dateLimit }).filter(([, value]) => value));
  return (
    <ListScreen<never, Row>
      {...list}
      search={{ ...search, reset: clear, clear }}
      thing={thing}
      filters={filters as unknown as readonly Filter<never>[]}
      buttons={<ExportButton endpoint={storeTraceApi.export} input={{ shopId, tab, ...asked }} />}
      empty={{ icon, text: empty }}
    />
  );
};
