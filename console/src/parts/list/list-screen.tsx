import { crossedEnds, crossedText } from '@zhuiyuan/contract/kit/page';
import { Button, Tooltip } from 'antd';
import ArrowDownWideNarrow from 'icon:arrow-down-wide-narrow';
import RefreshCw from 'icon:refresh-cw';
import X from 'icon:x';
import type { IconType } from '../icon/make-icon.tsx';
import { useEffect, useRef, useState, type ComponentType, type Key, type ReactNode, type RefObject } from 'react';
import { ColumnSettings } from '../views/column-settings.tsx';
import { toShown } from '../views/column-layout.ts';
import { useListViews } from '../views/use-list-views.ts';
import { ViewForm } from '../views/view-form.tsx';
import { ViewSelect } from '../views/view-select.tsx';
import { ViewTabs } from '../views/view-tabs.tsx';
import type { Column } from './columns.tsx';
import { expandWidth, type Expand } from '../frame/expand.tsx';
import { inWords, type Filter } from './filters.tsx';
import { ListCards, type Card } from './list-cards.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListPager } from './list-pager.tsx';
import { ListSearchBar } from './list-search-bar.tsx';
import { ListTable } from './list-table.tsx';
import { NotRenewed } from './not-renewed.tsx';
import { countText, totalText } from '../format/numbers.ts';
import { Empty, Failed, NothingFound } from '../feedback/states.tsx';
import { useFilters, type FilterState } from './use-filters.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import { useMay } from '../../lib/session.ts';
import type { Search } from './use-rows.ts';
import '../frame/sheet.css';
import './list.css';
import './list-narrow.css';

/** Rows a person ticked. `isAll` means every row the filters match, not only the ticked ones. */
export interface Picked<Row> {
  keys: Key[];
  rows: Row[];
  isAll: boolean;
  clear: () => void;
}

interface ListScreenProps<Q, Row> {
  search: Search<Q, Row>;
  columns: readonly Column<Row>[];
  /** Names its data in 没有符合条件的…, 还没有…. */
  thing: string;
  filters?: readonly Filter<keyof Q & string>[];
  /** A `ListTabs` above the filters. */
  tabs?: ReactNode;
  /** Buttons at the left of the toolbar: one primary, then plain ones. */
  buttons?: ReactNode;
  /** Buttons of the batch bar; rows can be ticked only when this is given. */
  batch?: (picked: Picked<Row>) => ReactNode;
  /** Offers 选择全部: the batch acts then get `isAll` and work on the filters. */
  mayPickAll?: boolean;
  /** What the list shows before its first row. */
  empty?: { icon?: IconType; text?: string; action?: ReactNode };
  card?: Card<Row>;
  keyOf?: (row: Row) => Key;
  /** Key of the row just saved; it lights up once. */
  flash?: Key;
  /** Width of what stands beside the list, so that fewer columns are shown at first. */
  beside?: number;
  /** Anything under the toolbar: a notice bar, totals. */
  notice?: ReactNode;
  /** Sums of all rows the filters leave, by column. */
  sums?: Readonly<Record<string, ReactNode>>;
  /** Rows that open to what is under them; on phones a screen shows it elsewhere. */
  expand?: Expand<Row>;
  /** Draws filters, buttons and tools elsewhere, in one row; on phones they stand above the cards as ever. */
  Head?: ComponentType<{ filters: readonly Filter[]; state: FilterState; tools: ReactNode }>;
}

/** Why the filters are not asked with. */
const refusalOf = ({ refused = [], values }: Pick<Search, 'refused' | 'values'>): string | undefined => {
  if (refused.length === 0) return undefined;
  return crossedEnds(values).length === refused.length ? crossedText : '筛选条件填写不正确';
};

/** `/` puts the focus into the first filter of a list. */
const useFilterKey = (root: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const focusFilter = (event: KeyboardEvent) => {
      const at = event.target;
      const isTyping =
        at instanceof HTMLElement && (at.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(at.tagName));
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      const first = root.current?.querySelector<HTMLElement>('.zy-filter input, .zy-search input');
      if (!first) return;
      event.preventDefault();
      first.focus();
    };
    window.addEventListener('keydown', focusFilter);
    return () => window.removeEventListener('keydown', focusFilter);
  }, [root]);
};

/** Puts the focus into the first row, past views, filters and buttons; where there is none, onto what stands in its place. */
const focusRows = (list: HTMLElement | null): void => {
  const first =
    list?.querySelector<HTMLElement>('.zy-list-body tbody tr[tabindex="0"]') ??
    list?.querySelector<HTMLElement>('.zy-list-body tbody :is(a[href], button)');
  first?.focus();
};

/** What stands in place of rows where there are none; `set` are the filters in words. */
const insteadOf = (
  search: Search,
  {
    thing,
    empty,
    set,
  }: { thing: string; empty: { icon?: IconType; text?: string; action?: ReactNode }; set: string[] },
): ReactNode => {
  if (search.error && search.rows.length === 0) return <Failed error={search.error} retry={search.reload} />;
  if (search.isFirstLoad || search.rows.length > 0) return null;
  if (set.length > 0)
    return <NothingFound title={refusalOf(search) ?? `没有符合条件的${thing}`} filters={set} clear={search.clear} />;
  if (search.values['waiting']) return <Empty icon={empty.icon} title={`没有待处理的${thing}`} />;
  if (search.values['mine']) return <Empty icon={empty.icon} title={`还没有我的${thing}`} action={empty.action} />;
  return <Empty icon={empty.icon} title={`还没有${thing}`} text={empty.text} action={empty.action} />;
};

/** How many rows are ticked, and what can be done with them. */
const BatchBar = ({
  picked,
  pickAll,
  clear,
  children,
}: {
  picked: string;
  pickAll: { total: string; run: () => void } | undefined;
  clear: () => void;
  children: ReactNode;
}) => (
  <div className="zy-list-bar zy-list-batch">
    <span role="status">
      已选 <b>{picked}</b> 项
    </span>
    {pickAll && (
      <button type="button" className="zy-link" onClick={pickAll.run}>
        选择全部 {pickAll.total} 项
      </button>
    )}
    <i className="zy-list-divider" aria-hidden="true" />
    {children}
    <Button type="text" className="zy-list-unpick" icon={<X size={14} strokeWidth={1.6} />} onClick={clear}>
      取消选择
    </Button>
  </div>
);

const idOf = (row: object): Key => (row as { id: Key }).id;

/** A list: tabs, filters in the address, toolbar or batch bar, table and pager in one sheet; on phones a search box and cards. */
export const ListScreen = <Q, Row extends object>({
  search,
  columns,
  thing,
  filters = [],
  tabs,
  buttons,
  batch,
  mayPickAll = false,
  empty = {},
  card,
  keyOf = idOf,
  flash,
  beside,
  notice,
  sums,
  expand,
  Head,
}: ListScreenProps<Q, Row>) => {
  const isNarrow = useNarrow();
  const may = useMay();
  const root = useRef<HTMLElement>(null);
  const state = useFilters(search as unknown as Search);
  const look = useListViews(search, columns, {
    isPicking: batch !== undefined,
    beside: (beside ?? 0) + (expand ? expandWidth : 0),
  });
  const [picked, setPicked] = useState<{ keys: Key[]; rows: Row[]; isAll: boolean }>({
    keys: [],
    rows: [],
    isAll: false,
  });
  const clear = () => setPicked({ keys: [], rows: [], isAll: false });
  const filterText = JSON.stringify(search.values);
  useEffect(clear, [filterText, search.path]);

  useFilterKey(root);

  const plainFilters = filters as unknown as readonly Filter[];
  const shownFilters = plainFilters.filter((filter) => !filter.may || may(filter.may));
  const set = inWords(plainFilters, search.values, search.refused).map(({ text }) => text);
  const shownColumns = toShown(columns, look.layout);
  const instead = insteadOf(search as unknown as Search, { thing, empty, set });

  if (isNarrow) {
    const sorted = columns.find(
      (column) => column.sort && (search.values['sort'] ?? '').replace('-', '') === column.sort,
    );
    return (
      <section ref={root} className="zy-list-narrow">
        {tabs && <div className="zy-list-tabs">{tabs}</div>}
        {shownFilters.length > 0 && (
          <ListSearchBar
            filters={shownFilters}
            state={state}
            search={search as unknown as Search}
            before={<ViewSelect views={look} />}
          />
        )}
        {buttons && <div className="zy-list-buttons">{buttons}</div>}
        {notice}
        <NotRenewed search={search} />
        <div className="zy-list-count">
          <span role="status">{!search.isFirstLoad && !search.error && `共 ${totalText(search)} 条`}</span>
          {sorted && (
            <span>
              <ArrowDownWideNarrow size={14} strokeWidth={1.6} aria-hidden="true" /> {sorted.title}
            </span>
          )}
        </div>
        <ListCards search={search} columns={columns} card={card} keyOf={keyOf} instead={instead} flash={flash} />
      </section>
    );
  }

  const isPicking = picked.keys.length > 0;
  const tools = (
    <>
      <Tooltip title="刷新">
        <Button
          type="text"
          className="zy-tool"
          aria-label="刷新"
          icon={<RefreshCw size={16} strokeWidth={1.6} />}
          onClick={search.reload}
        />
      </Tooltip>
      <ColumnSettings columns={columns} layout={look.layout} isUsual={look.isUsual} change={look.change} />
    </>
  );
  return (
    <section ref={root} className="sheet page-fill zy-list">
      <button type="button" className="zy-list-skip" onClick={() => focusRows(root.current)}>
        跳到列表
      </button>
      {tabs && <div className="zy-list-tabs">{tabs}</div>}
      {look.isOffered && <ViewTabs views={look} total={search.isFirstLoad || search.error ? '' : totalText(search)} />}
      {Head && (
        <Head
          filters={shownFilters}
          state={state}
          tools={
            <>
              {buttons}
              {tools}
            </>
          }
        />
      )}
      {shownFilters.length > 0 && !Head && <ListFilters filters={shownFilters} state={state} />}
      {batch && isPicking ? (
        <BatchBar
          picked={picked.isAll ? totalText(search) : countText(picked.keys.length)}
          pickAll={
            mayPickAll && !picked.isAll && search.total > picked.keys.length
              ? { total: totalText(search), run: () => setPicked({ ...picked, isAll: true }) }
              : undefined
          }
          clear={clear}
        >
          {batch({ ...picked, clear })}
        </BatchBar>
      ) : Head ? null : (
        <div className="zy-list-bar">
          {buttons}
          <span className="zy-list-tools">{tools}</span>
        </div>
      )}
      {notice}
      <NotRenewed search={search} />
      <ListTable
        search={search as unknown as Search<unknown, Row>}
        columns={shownColumns}
        density={look.layout.density}
        resize={look.resize}
        keyOf={keyOf}
        picked={batch ? picked.keys : undefined}
        pick={(keys, rows) => {
          const known = new Map(
            [...picked.rows, ...search.rows, ...rows].filter(Boolean).map((row) => [keyOf(row), row]),
          );
          setPicked({ keys, rows: keys.map((key) => known.get(key)).filter((row) => row !== undefined), isAll: false });
        }}
        flash={flash}
        instead={instead}
        sums={sums}
        expand={expand}
      />
      <ListPager search={search as unknown as Search} />
      <ViewForm form={look.form} />
    </section>
  );
};
