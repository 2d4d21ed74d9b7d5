import type { Density } from '@zhuiyuan/contract/settings/list-view';
import { Table, type TableProps } from 'antd';
import { useCallback, useMemo, useRef, type CSSProperties, type Key, type KeyboardEvent, type ReactNode } from 'react';
import { useMay } from '../../lib/session.ts';
import { ActLinks, actsWidth, usableActs, type Act } from './acts.tsx';
import type { Column } from './columns.tsx';
import { toExpandable, type Expand } from '../frame/expand.tsx';
import { HeadCell } from './head-cell.tsx';
import { useLate } from '../frame/use-late.ts';
import { useMedia } from '../frame/use-media.ts';
import type { Search } from './use-rows.ts';
import { useScrollFocus } from '../frame/use-scroll-focus.ts';
import { useSize } from '../frame/use-size.ts';

const headHeight = 36;
const rowHeights: Record<Density, number> = { compact: 32, normal: 40, loose: 48 };
const manyRows = 200;

interface ListTableProps<Row> {
  search: Pick<Search<unknown, Row>, 'rows' | 'values' | 'set' | 'isFirstLoad' | 'isLoading'>;
  columns: readonly Column<Row>[];
  density?: Density;
  /** Gives a column another width; without it they keep theirs. */
  resize?: (key: string, width: number) => void;
  keyOf: (row: Row) => Key;
  picked: Key[] | undefined;
  pick: (keys: Key[], rows: Row[]) => void;
  flash: Key | undefined;
  /** What stands in place of rows: an empty or failed state. */
  instead: ReactNode;
  /** Sums of all rows the filters leave, by column; the first column says 合计. */
  sums?: Readonly<Record<string, ReactNode>>;
  expand?: Expand<Row>;
}

const components = { header: { cell: HeadCell } };

const bones = (count: number) => Array.from({ length: count }, (_, at) => at);

const moveFocus = (row: HTMLElement, step: 'nextElementSibling' | 'previousElementSibling') => {
  let next = row[step];
  while (next && !next.hasAttribute('data-row-key')) next = next[step];
  if (next instanceof HTMLElement) next.focus();
};

/** A call, not a component: the table looks whether its summary is a fixed one. */
const sumsOf = <Row extends object>(
  columns: NonNullable<TableProps<Row>['columns']>,
  sums: Readonly<Record<string, ReactNode>>,
  isPicking: boolean,
) => (
  <Table.Summary fixed>
    <Table.Summary.Row className="zy-list-sums">
      {isPicking && <Table.Summary.Cell index={0} />}
      {columns.map(({ key, align }, at) => (
        <Table.Summary.Cell key={key} index={at + (isPicking ? 1 : 0)} align={align}>
          {at === 0 ? '合计' : sums[String(key)]}
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  </Table.Summary>
);

/** Columns as antd draws them. */
const toTableColumns = <Row extends object>(
  columns: readonly Column<Row>[],
  {
    isBone,
    sorted,
    resize,
    linksWidth,
    actsOf,
  }: {
    /** Nothing is there yet: grey bones stand for it. */
    isBone: boolean;
    sorted: string;
    resize: ListTableProps<Row>['resize'];
    linksWidth: number;
    /** Absent where no row has acts. */
    actsOf: ((row: Row) => Act[]) | undefined;
  },
): NonNullable<TableProps<Row>['columns']> =>
  columns.flatMap((column): NonNullable<TableProps<Row>['columns']> => {
    if (column.acts) {
      if (!actsOf) return [];
      return [
        {
          key: column.key,
          title: column.title,
          width: linksWidth,
          fixed: 'end' as const,
          render: (_: unknown, row: Row) => (isBone ? <span className="zy-bone" /> : <ActLinks acts={actsOf(row)} />),
        },
      ];
    }
    return [
      {
        key: column.key,
        title: column.title,
        width: column.width,
        align: column.align,
        fixed: column.isPinned ? ('start' as const) : undefined,
        ...(resize && { onHeaderCell: () => ({ resize: (next: number) => resize(column.key, next) }) as object }),
        ...(column.sort && {
          sorter: true,
          showSorterTooltip: false,
          sortOrder:
            sorted === column.sort ? ('ascend' as const) : sorted === `-${column.sort}` ? ('descend' as const) : null,
          sortDirections: ['descend' as const, 'ascend' as const],
        }),
        render: (_: unknown, row: Row) => (isBone ? <span className="zy-bone" /> : column.render(row)),
      },
    ];
  });

/** The table of a list: head and acts stay put, rows scroll inside, more than 200 of them are drawn as they come into view. */
export const ListTable = <Row extends object>({
  search,
  columns,
  density = 'normal',
  resize,
  keyOf,
  picked,
  pick,
  flash,
  instead,
  sums,
  expand,
}: ListTableProps<Row>) => {
  const rowHeight = rowHeights[density];
  const may = useMay();
  const [measure, { width, height }] = useSize();
  const around = useRef<HTMLElement>(null);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      around.current = element;
      return measure(element);
    },
    [measure],
  );
  useScrollFocus(around);
  const isTall = useMedia('(min-height: 640px)');
  const showsBones = useLate(search.isFirstLoad);
  const isStale = useLate(search.isLoading && !search.isFirstLoad);
  const open = columns.find((column) => column.open)?.open;
  const actsColumn = columns.find((column) => column.acts);
  const actsOfRows = useMemo(
    () => new Map(search.rows.map((row) => [row, usableActs(actsColumn?.acts?.(row) ?? [], may)])),
    [search.rows, actsColumn, may],
  );
  // Without rows the column stays, so that nothing moves when they come.
  const isBare = search.rows.length === 0;
  const hasActs = Boolean(actsColumn) && (isBare || [...actsOfRows.values()].some((acts) => acts.length > 0));
  const linksWidth = hasActs ? (isBare ? 104 : actsWidth([...actsOfRows.values()])) : 0;
  const plain = toTableColumns(columns, {
    isBone: search.isFirstLoad,
    sorted: search.values['sort'] ?? '',
    resize,
    linksWidth,
    actsOf: hasActs ? (row) => actsOfRows.get(row) ?? [] : undefined,
  });
  const tableWidth =
    columns.reduce((sum, column) => sum + (column.acts ? linksWidth : (column.width ?? column.least ?? 196)), 0) +
    (picked ? 40 : 0) +
    (expand ? 32 : 0);
  const bodyHeight = Math.max(rowHeight * 3, height - headHeight - (sums ? rowHeight : 0));
  const rows = search.isFirstLoad
    ? showsBones
      ? (bones(Math.ceil(bodyHeight / rowHeight)) as unknown as Row[])
      : []
    : search.rows;
  const isVirtual = search.rows.length > manyRows;

  const onKeyDown = (row: Row) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowDown') moveFocus(event.currentTarget, 'nextElementSibling');
    else if (event.key === 'ArrowUp') moveFocus(event.currentTarget, 'previousElementSibling');
    else if (event.key === 'Enter') open?.(row);
    else if (event.key === ' ' && picked) {
      const key = keyOf(row);
      const isPicked = picked.includes(key);
      pick(isPicked ? picked.filter((each) => each !== key) : [...picked, key], search.rows);
    } else return;
    event.preventDefault();
  };

  return (
    <div
      className={`zy-list-body${isStale ? ' zy-stale' : ''}`}
      ref={ref}
      aria-busy={search.isLoading}
      style={{ '--zy-row': `${rowHeight}px` } as CSSProperties}
    >
      {isStale && <span className="zy-progress" style={{ top: headHeight }} />}
      {(width > 0 || !isTall) && (
        <Table<Row>
          size="small"
          tableLayout="fixed"
          components={components}
          columns={plain}
          dataSource={instead ? [] : rows}
          rowKey={(row) => (search.isFirstLoad ? String(row) : keyOf(row))}
          pagination={false}
          virtual={isVirtual}
          scroll={{
            x: isVirtual ? Math.max(tableWidth, width) : tableWidth,
            y: isTall || isVirtual ? bodyHeight : undefined,
          }}
          locale={{
            emptyText: (
              <div style={{ minHeight: bodyHeight - 2 }} className="zy-list-instead">
                {instead}
              </div>
            ),
          }}
          expandable={search.isFirstLoad ? undefined : toExpandable(expand)}
          summary={sums && !instead && rows.length > 0 ? () => sumsOf(plain, sums, picked !== undefined) : undefined}
          rowClassName={(row) => (flash !== undefined && !search.isFirstLoad && keyOf(row) === flash ? 'zy-flash' : '')}
          rowSelection={
            picked && {
              selectedRowKeys: picked,
              preserveSelectedRowKeys: true,
              columnWidth: 40,
              fixed: true,
              onChange: (keys, pickedRows) => pick(keys, pickedRows),
              getCheckboxProps: () => ({ 'aria-label': '选择这一行', disabled: search.isFirstLoad }),
              getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
            }
          }
          onRow={(row, at) => ({ tabIndex: at === 0 ? 0 : -1, onKeyDown: onKeyDown(row) })}
          onChange={(_page, _filters, sorter, extra) => {
            if (extra.action !== 'sort') return;
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            const sort = columns.find((column) => column.key === columnKey)?.sort;
            search.set({ sort: order && sort ? (order === 'descend' ? `-${sort}` : sort) : undefined });
          }}
        />
      )}
    </div>
  );
};
