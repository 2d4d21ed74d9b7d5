import { Pagination, Table, type TableProps } from 'antd';
import { useRef, type Key, type ReactNode } from 'react';
import { ActLinks, ActMenu, actsWidth, usableActs } from './acts.tsx';
import type { Column } from './columns.tsx';
import { toExpandable, type Expand } from '../frame/expand.tsx';
import { totalText } from '../format/numbers.ts';
import { Failed } from '../feedback/states.tsx';
import { NotRenewed } from './not-renewed.tsx';
import { useNarrow } from '../frame/use-narrow.ts';
import { useScrollFocus } from '../frame/use-scroll-focus.ts';
import type { Search } from './use-search.ts';
import { useMay } from '../../lib/session.ts';
import '../format/codes.css';

interface PlainTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** Said in place of rows. */
  empty: string;
  /** Ticked rows, where rows may be ticked. */
  picked?: { keys: Key[]; pick: (keys: Key[]) => void; mayPick?: (row: Row) => boolean };
  expand?: Expand<Row>;
  /** A last row: what the rows come to, by column; the first says 合计 or what `name` says. */
  sums?: { name?: string; of: Readonly<Record<string, ReactNode>> };
  /** The order of the rows by the `sort` of a column, where one may choose it; without a column the usual one. */
  sorting?: { by: string | undefined; isUp: boolean; change: (by: string | undefined, isUp: boolean) => void };
}

const sumRow = <Row,>(
  columns: readonly Column<Row>[],
  { name = '合计', of }: NonNullable<PlainTableProps<Row>['sums']>,
) => (
  <Table.Summary.Row className="zy-codes-sums">
    {columns.map(({ key, align }, at) => (
      <Table.Summary.Cell key={key} index={at} align={align}>
        {at === 0 ? name : of[key]}
      </Table.Summary.Cell>
    ))}
  </Table.Summary.Row>
);

/** A short table inside a drawer or a sheet, drawn from the same columns as a list. */
export const PlainTable = <Row extends object>({
  columns,
  rows,
  keyOf,
  empty,
  picked,
  expand,
  sums,
  sorting,
}: PlainTableProps<Row>) => {
  const may = useMay();
  const isNarrow = useNarrow();
  const actsOf = (of: NonNullable<Column<Row>['acts']>, row: Row) => usableActs(of(row), may);
  /** On a phone the acts lie behind one button, so that they leave room for the code beside them. */
  const widthOf = ({ width, acts }: Column<Row>): number | undefined =>
    acts ? (isNarrow ? 60 : actsWidth(rows.map((row) => actsOf(acts, row)))) : width;
  const shownColumns: TableProps<Row>['columns'] = columns.map((column, at) => {
    const { key, title, align, render, acts } = column;
    return {
      key,
      title,
      width: widthOf(column),
      align,
      fixed: acts ? 'end' : isNarrow && at === 0 ? 'start' : undefined,
      ...(sorting &&
        column.sort && {
          sorter: true,
          showSorterTooltip: false,
          sortOrder: sorting.by === column.sort ? (sorting.isUp ? ('ascend' as const) : ('descend' as const)) : null,
          sortDirections: ['descend' as const, 'ascend' as const],
        }),
      render: (_: unknown, row: Row) => {
        if (!acts) return render(row);
        return isNarrow ? <ActMenu acts={acts(row)} /> : <ActLinks acts={actsOf(acts, row)} />;
      },
    };
  });
  const around = useRef<HTMLDivElement>(null);
  useScrollFocus(around);
  return (
    <div ref={around}>
      <Table<Row>
        className="zy-codes-table"
        size="small"
        tableLayout="fixed"
        columns={shownColumns}
        dataSource={[...rows]}
        rowKey={keyOf}
        pagination={false}
        onChange={(_page, _filters, sorter, { action }) => {
          if (action !== 'sort') return;
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          const by = order ? columns.find(({ key }) => key === columnKey)?.sort : undefined;
          sorting?.change(by, order === 'ascend');
        }}
        scroll={{
          x: columns.reduce((sum, column) => sum + (widthOf(column) ?? 160), (picked ? 40 : 0) + (expand ? 32 : 0)),
        }}
        locale={{ emptyText: <span className="zy-codes-none">{empty}</span> }}
        expandable={toExpandable(expand)}
        summary={sums && (() => sumRow(columns, sums))}
        rowSelection={
          picked && {
            selectedRowKeys: picked.keys,
            columnWidth: 40,
            fixed: true,
            preserveSelectedRowKeys: true,
            onChange: (keys) => picked.pick(keys),
            getCheckboxProps: (row) => ({ 'aria-label': '选择这一行', disabled: picked.mayPick?.(row) === false }),
            getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
          }
        }
      />
    </div>
  );
};

/** A table whose rows come page by page; its pager shows only when there is more than one page. */
export const PagedTable = <Q, Row extends object>({
  search,
  ...table
}: Omit<PlainTableProps<Row>, 'rows'> & { search: Search<Q, Row> }) => {
  if (search.error && search.rows.length === 0) {
    return <Failed title="记录没有加载出来" error={search.error} retry={search.reload} />;
  }
  return (
    <>
      <NotRenewed search={search} />
      <PlainTable {...table} rows={search.rows} empty={search.isFirstLoad ? '加载中' : table.empty} />
      {search.total > search.limit && (
        <div className="zy-codes-pager">
          <span>共 {totalText(search)} 条</span>
          <Pagination
            size="small"
            current={search.page}
            pageSize={search.limit}
            total={search.total}
            showSizeChanger={false}
            onChange={(page) => search.go(page)}
          />
        </div>
      )}
    </>
  );
};
