import { identityApi, type LotRunRow } from '@zhuiyuan/contract/codes/lookup/identity';
import { Level, SegmentState, TaskPhase, TaskStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { Review } from '@zhuiyuan/contract/kit/review';
import { scanLogApi, type ScanLogRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { lotApi, type RecallRow } from '@zhuiyuan/contract/trace/lot/lot';
import { Link } from 'react-router';
import { segmentList } from '../../lib/code-addresses.ts';
import { countText } from '../../parts/format/numbers.ts';
import { CodeLink, LotLink, TaskLink } from '../../parts/format/object-links.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { cell, count, enumDot, enumTag, linked, text, time, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { selectFilter, textFilter, type Filter } from '../../parts/list/filters.tsx';
import { useFilters } from '../../parts/list/use-filters.ts';
import type { Search } from '../../parts/list/use-rows.ts';
import { useSearch } from '../../parts/list/use-search.ts';
import { TabHead } from './tab-head.tsx';

/** Whose rows a tab shows. */
export interface Whose {
  productId?: number;
  lotId?: number;
}

const HeadOf = <Q, Row>({
  search,
  filters,
}: {
  search: Search<Q, Row>;
  filters: readonly Filter<keyof Q & string>[];
}) => <TabHead filters={filters as unknown as readonly Filter[]} state={useFilters(search as unknown as Search)} />;

const taskColumns: Column<TaskRow>[] = [
  linked('taskNo', '任务编号', (row, label) => <TaskLink taskNo={row.taskNo}>{label}</TaskLink>, { width: 148 }),
  enumTag('phase', '状态', TaskPhase),
  text('name', '任务名称', { width: 220 }),
  linked('lotNo', '批号', (row, label) => <LotLink id={row.lotId}>{label}</LotLink>, { width: 120 }),
  count('itemCount', '产品码', { width: 96 }),
  cell('activeRate', '启用率', (row) => `${row.activeRate}%`, { width: 80, align: 'right' }),
  cell('scanRate', '扫码率', (row) => `${row.scanRate}%`, { width: 80, align: 'right' }),
  time('createTime', '创建时间'),
];

/** 生码任务 of a product or a lot. */
export const TasksTab = ({ of }: { of: Whose }) => {
  const search = useSearch(taskApi.list, { fixed: { ...of } });
  return (
    <>
      <HeadOf
        search={search}
        filters={[textFilter('keywords', '任务', '编号、名称'), selectFilter('status', '状态', TaskStatus)]}
      />
      <PagedTable search={search} columns={taskColumns} keyOf={(row) => row.id} empty="没有生码任务" />
    </>
  );
};

const flowColumns: Column<FlowRow>[] = [
  cell(
    'title',
    '流程',
    (row) => <Link to={`/identity/flowManager?lotId=${row.lotId}&tab=line`}>{row.title || row.flowTypeName}</Link>,
    { width: 200 },
  ),
  enumTag('audit', '审核', Review),
  text('flowTypeName', '类型', { width: 110 }),
  linked('lotNo', '批号', (row, label) => <LotLink id={row.lotId}>{label}</LotLink>, { width: 120 }),
  text('rangeText', '范围', { width: 150 }),
  time('occurAt', '发生时间'),
  text('place', '地点', { width: 160 }),
  text('operatorName', '操作人', { width: 96 }),
];

/** 流程 of a product or a lot. */
export const FlowsTab = ({ of }: { of: Whose }) => {
  const search = useSearch(flowApi.list, { fixed: { ...of } });
  return (
    <>
      <HeadOf search={search} filters={[selectFilter('audit', '审核', Review)]} />
      <PagedTable search={search} columns={flowColumns} keyOf={(row) => row.id} empty="还没有流程记录" />
    </>
  );
};

const scanColumns: Column<ScanLogRow>[] = [
  cell('code', '编码', (row) => (row.code ? <CodeLink code={row.code} /> : '-'), { width: 190 }),
  enumTag('verdict', '验证结果', Verdict, { width: 102 }),
  text('lotNo', '批号', { width: 120 }),
  count('times', '第几次', { width: 72 }),
  text('regionName', '地区', { width: 150 }),
  text('device', '设备', { width: 150 }),
  time('at', '时间', { seconds: true }),
];

/** 扫码 of a product or a lot. */
export const ScansTab = ({ of }: { of: Whose }) => {
  const search = useSearch(scanLogApi.list, { fixed: { ...of } });
  return (
    <>
      <HeadOf search={search} filters={[selectFilter('verdict', '验证结果', Verdict)]} />
      <PagedTable search={search} columns={scanColumns} keyOf={(row) => row.id} empty="没有查询记录" />
    </>
  );
};

const segmentColumns: Column<SegmentRow>[] = [
  cell('seg', '码段', (row) => <Link to={`${segmentList}?taskNo=${row.taskNo}`}>{row.seg}</Link>, { width: 72 }),
  enumTag('state', '状态', SegmentState, { width: 84 }),
  enumDot('level', '层级', Level, { width: 64 }),
  linked('taskNo', '任务编号', (row, label) => <TaskLink taskNo={row.taskNo}>{label}</TaskLink>, { width: 148 }),
  count('count', '数量', { width: 96 }),
  count('activeCnt', '已启用', { width: 90 }),
  count('voidCnt', '已作废', { width: 80 }),
  count('scanCnt', '已扫码', { width: 80 }),
  cell('firstCode', '首码', (row) => <CodeLink code={row.firstCode} />, { width: 200 }),
  time('createTime', '创建时间'),
];

/** 码 of a product: the segments of its tasks. */
export const SegmentsTab = ({ productId }: { productId: number }) => (
  <PagedTable
    search={useSearch(identityApi.list, { fixed: { productId } })}
    columns={segmentColumns}
    keyOf={(row) => row.seg}
    empty="还没有为它生成码"
  />
);

const runColumns: Column<LotRunRow>[] = [
  cell('seg', '码段', (row) => <Link to={`${segmentList}?taskNo=${row.taskNo}`}>{row.seg}</Link>, { width: 72 }),
  enumTag('state', '码段状态', SegmentState, { width: 84 }),
  enumDot('level', '层级', Level, { width: 64 }),
  cell('range', '序号', (row) => `${countText(row.serialFrom)}–${countText(row.serialTo)}`, { width: 150 }),
  count('count', '数量', { width: 90 }),
  cell('firstCode', '首码', (row) => <CodeLink code={row.firstCode} />, { width: 200 }),
  cell('lastCode', '尾码', (row) => <CodeLink code={row.lastCode} />, { width: 200 }),
  linked('taskNo', '任务编号', (row, label) => <TaskLink taskNo={row.taskNo}>{label}</TaskLink>, { width: 148 }),
];

/** 码 of a lot: the runs that are bound to it now. */
export const RunsTab = ({ lotId }: { lotId: number }) => (
  <PagedTable
    search={useSearch(identityApi.ofLot, { fixed: { lotId } })}
    columns={runColumns}
    keyOf={(row) => `${row.seg}-${row.serialFrom}`}
    empty="还没有码绑定到这个批次"
  />
);

const recallColumns = (showsLot: boolean): Column<RecallRow>[] => [
  ...(showsLot
    ? [cell<RecallRow>('lotNo', '批号', (row) => <LotLink id={row.lotId}>{row.lotNo}</LotLink>, { width: 120 })]
    : []),
  cell('state', '状态', ({ endAt }) => <Tag tone={endAt ? 'gone' : 'wait'}>{endAt ? '已解除' : '召回中'}</Tag>, {
    width: 84,
  }),
  cell('text', '召回说明', (row) => <span className="zy-object-text">{row.text}</span>, { width: 300 }),
  count('activeCnt', '涉及的码', { width: 96 }),
  time('beginAt', '召回时间'),
  text('beginBy', '召回人', { width: 96 }),
  time('endAt', '解除时间'),
  text('endBy', '解除人', { width: 96 }),
];

/** 召回 of a product or a lot, the latest first. */
export const RecallsTab = ({ of }: { of: Whose }) => (
  <PagedTable
    search={useSearch(lotApi.recalls, { fixed: { ...of } })}
    columns={recallColumns(of.lotId === undefined)}
    keyOf={(row) => row.id}
    empty="没有召回过"
  />
);
