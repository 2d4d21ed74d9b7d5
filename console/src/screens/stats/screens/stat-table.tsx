import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi, StatRow } from '@zhuiyuan/contract/stats/screens/stat-api';
import { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { Pagination, Segmented, Select } from 'antd';
import { Link } from 'react-router';
import { useRead } from '../../../lib/use-read.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Cut } from '../../../parts/format/cut.tsx';
import { cell, type Column } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { useBehind } from './behind.ts';
import type { StatQuery, TableState } from './use-stat-input.ts';
import { isMetric, writeMetric } from './write.ts';

const everyMs = 60_000;
const perPage = 20;
/** With more figures than these the names have a width of their own. */
const mostBeside = 8;
/** More groups than these are chosen from a list. */
const mostSegments = 8;

const widthOf = (code: MetricCode): number => (metricOf(code).unit === '元' ? 132 : 108);
const titleOf = (code: MetricCode): string =>
  metricOf(code).unit === '元' ? `${metricOf(code).label}（元）` : metricOf(code).label;

/** The rows of a statistics screen with what they come to; a figure leads to what it counts. */
export const StatTable = ({
  name,
  api,
  input,
  table: { groupBy, sort, order, page },
  groups,
  put,
}: {
  name: StatName;
  api: StatApi;
  input: StatQuery;
  table: TableState;
  groups: readonly StatAxis[];
  put: (change: Record<string, string | number | undefined>) => void;
}) => {
  const behind = useBehind(input);
  const { isOfGames }: StatScreen = statScreens[name];
  const isNarrow = useNarrow();
  const by = groups.includes(groupBy) ? groupBy : groups[0]!;
  const {
    data: answered,
    error,
    refetch,
  } = useRead(api.list, { ...input, groupBy: by, page, limit: perPage, sort, order }, { every: everyMs, keeps: true });
  // Rows of what was chosen before are none of this one's.
  const data = answered?.groupBy === by ? answered : undefined;
  const codes = (data?.columns ?? []).filter(isMetric);
  const columns: Column<StatRow>[] = [
    cell('name', StatAxis.label(by), (row) => <Cut>{row.name}</Cut>, {
      sort: by === 'day' || by === 'hour' ? 'name' : undefined,
      width: codes.length > mostBeside ? (isNarrow ? 128 : 220) : undefined,
    }),
    ...codes.map((code) =>
      cell<StatRow>(
        code,
        titleOf(code),
        (row) => {
          const value = row[code];
          const text = writeMetric(code, typeof value === 'number' ? value : null);
          // Lists behind know activities, but not whether they are games.
          const hasList = !isOfGames || by === 'activity' || by === 'tier' || input.dim === 'activity';
          const activityId = typeof row['activityId'] === 'number' ? row['activityId'] : undefined;
          const to = value && hasList ? behind(code, { by, id: row.id, activityId }) : undefined;
          if (to)
            return (
              <Link className="zy-link" to={to}>
                {text}
              </Link>
            );
          return <span className={value === 0 ? 'zy-zero' : undefined}>{text}</span>;
        },
        { width: widthOf(code), align: 'right', sort: code },
      ),
    ),
  ];
  const options = groups.map((axis) => ({ value: axis, label: StatAxis.label(axis) }));
  const change = (next: StatAxis) => put({ groupBy: next, sort: undefined, order: undefined });
  return (
    <Sheet
      title="明细"
      isFlush
      extra={
        groups.length > 1 &&
        (isNarrow || groups.length > mostSegments ? (
          <Select value={by} options={options} onChange={change} aria-label="分组" className="zy-stats-group" />
        ) : (
          <Segmented value={by} options={options} onChange={change} aria-label="分组" />
        ))
      }
    >
      {error && !data ? (
        <BlockFailed error={error} retry={refetch} />
      ) : (
        <>
          <PlainTable
            columns={columns}
            rows={data?.list ?? []}
            keyOf={({ id }) => id}
            empty={data ? '这段时间没有数据' : '加载中'}
            sums={
              data && data.total > 0
                ? { of: Object.fromEntries(codes.map((code) => [code, writeMetric(code, data.sum[code])])) }
                : undefined
            }
            sorting={{
              by: sort,
              isUp: order === 'asc',
              change: (next, isUp) => put({ sort: next, order: next && (isUp ? 'asc' : 'desc') }),
            }}
          />
          {data && data.total > perPage && (
            <div className="zy-codes-pager">
              <span>共 {countText(data.total)} 条</span>
              <Pagination
                size="small"
                current={page}
                pageSize={perPage}
                total={data.total}
                showSizeChanger={false}
                onChange={(next) => put({ page: next === 1 ? undefined : next })}
              />
            </div>
          )}
        </>
      )}
    </Sheet>
  );
};
