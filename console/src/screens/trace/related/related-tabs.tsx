import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { taskApi, type TaskRow } from '@zhuiyuan/contract/codes/tasks/task';
import { Review } from '@zhuiyuan/contract/kit/review';
import { scanLogApi, type ScanLogRow } from '@zhuiyuan/contract/scan/log/scan-log';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { Link } from 'react-router';
import { codePage } from '../../../lib/code-addresses.ts';
import { cell, count, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';

/** Whose rows a tab shows. */
export interface Whose {
  productId?: number;
  lotId?: number;
}

const taskColumns: Column<TaskRow>[] = [
  cell(
    'taskNo',
    '任务编号',
    (row) => <Link to={`/identity/taskManager?keywords=${encodeURIComponent(row.taskNo)}`}>{row.taskNo}</Link>,
    { width: 148 },
  ),
  enumTag('phase', '状态', TaskPhase),
  text('name', '任务名称', { width: 220 }),
  text('lotNo', '批号', { width: 120 }),
  count('itemCount', '产品码', { width: 96 }),
  cell('activeRate', '启用率', (row) => `${row.activeRate}%`, { width: 80, align: 'right' }),
  cell('scanRate', '扫码率', (row) => `${row.scanRate}%`, { width: 80, align: 'right' }),
  time('createTime', '创建时间'),
];

/** 生码任务 of a product or a lot. */
export const TasksTab = ({ of }: { of: Whose }) => (
  <PagedTable
    search={useLocalSearch(taskApi.list, { fixed: { ...of } })}
    columns={taskColumns}
    keyOf={(row) => row.id}
    empty="还没有生码任务"
  />
);

const flowColumns: Column<FlowRow>[] = [
  cell(
    'title',
    '流程',
    (row) => <Link to={`/identity/flowManager?lotId=${row.lotId}&tab=line`}>{row.title || row.flowTypeName}</Link>,
    { width: 200 },
  ),
  enumTag('audit', '审核', Review),
  text('flowTypeName', '类型', { width: 110 }),
  text('lotNo', '批号', { width: 120 }),
  text('rangeText', '范围', { width: 150 }),
  time('occurAt', '发生时间'),
  text('place', '地点', { width: 160 }),
  text('operatorName', '操作人', { width: 96 }),
];

/** 流程 of a product or a lot. */
export const FlowsTab = ({ of }: { of: Whose }) => (
  <PagedTable
    search={useLocalSearch(flowApi.list, { fixed: { ...of } })}
    columns={flowColumns}
    keyOf={(row) => row.id}
    empty="还没有流程记录"
  />
);

const scanColumns: Column<ScanLogRow>[] = [
  cell('code', '编码', (row) => (row.code ? <Link to={codePage(row.code)}>{row.code}</Link> : '-'), { width: 190 }),
  enumTag('verdict', '验证结果', Verdict, { width: 102 }),
  text('lotNo', '批号', { width: 120 }),
  count('times', '第几次', { width: 72 }),
  text('regionName', '地区', { width: 150 }),
  text('device', '设备', { width: 150 }),
  time('at', '时间', { seconds: true }),
];

/** 扫码 of a product. */
export const ScansTab = ({ of: { productId } }: { of: Whose }) => (
  <PagedTable
    search={useLocalSearch(scanLogApi.list, { fixed: { productId } })}
    columns={scanColumns}
    keyOf={(row) => row.id}
    empty="还没有人查询过"
  />
);
