import { Button } from 'antd';
import ChevronsUpDown from 'icon:chevrons-up-down';
import type { ReactNode } from 'react';
import { countText } from '../format/numbers.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import type { Column } from './columns.tsx';
import type { Filter } from './filters.tsx';
import { ListCards, type Card } from './list-cards.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListSearchBar } from './list-search-bar.tsx';
import { ListTable } from './list-table.tsx';
import { useFilters } from './use-filters.ts';
import type { Search } from './use-rows.ts';
import '../frame/sheet.css';
import './list.css';
import './list-narrow.css';

/** A tree as a list whose lines open below each other: filters, buttons and a table; on phones a search box and cards, set in by their level. */
export const TreeScreen = <Row extends { id: number; depth: number }>({
  search,
  filters,
  columns,
  add,
  isFiltered,
  openAll,
  count,
  card,
  flash,
  instead,
}: {
  search: Pick<Search<unknown, Row>, 'values' | 'rows' | 'isFirstLoad' | 'isLoading' | 'set' | 'reset' | 'reload'>;
  filters: readonly Filter[];
  columns: readonly Column<Row>[];
  /** The primary button. */
  add: ReactNode;
  /** Whether everything lies open because it is filtered. */
  isFiltered: boolean;
  /** Opens the whole tree, or closes it. */
  openAll: () => void;
  count: number;
  card: Card<Row>;
  flash: number | string | bigint | undefined;
  /** What stands in place of rows. */
  instead: ReactNode;
}) => {
  const isNarrow = useNarrow();
  const state = useFilters(search);
  const buttons = (
    <>
      {add}
      <Button icon={<ChevronsUpDown size={14} strokeWidth={1.6} />} disabled={isFiltered} onClick={openAll}>
        展开/折叠
      </Button>
    </>
  );
  const total = (
    <span className="zy-list-total" role="status">
      共 <b>{countText(count)}</b> 条
    </span>
  );
  if (isNarrow)
    return (
      <section className="zy-list-narrow zy-tree-narrow">
        <ListSearchBar filters={filters} state={state} search={search} />
        <div className="zy-list-buttons">{buttons}</div>
        <div className="zy-list-count">{total}</div>
        <ListCards
          search={{ ...search, hasMore: false, loadMore: search.reload }}
          columns={columns}
          card={card}
          keyOf={(row) => row.id}
          instead={instead}
          flash={flash}
        />
      </section>
    );
  return (
    <section className="sheet page-fill zy-list">
      <ListFilters filters={filters} state={state} />
      <div className="zy-list-bar">{buttons}</div>
      <ListTable
        search={search}
        columns={columns}
        keyOf={(row) => row.id}
        picked={undefined}
        pick={() => undefined}
        flash={flash}
        instead={instead}
      />
      <div className="zy-list-foot">{total}</div>
    </section>
  );
};
