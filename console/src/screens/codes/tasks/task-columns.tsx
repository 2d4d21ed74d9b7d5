import { AssocMode, Level, PartState, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import type { PartRow, SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import {
  cell,
  code,
  count,
  enumDot,
  enumTag,
  extra,
  linked,
  name,
  percent,
  rowId,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { copyText } from '../../../parts/format/copy-text.ts';
import { bytesText, countText } from '../../../parts/format/numbers.ts';
import { LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { TaskState } from './task-state.tsx';
import type { WatchedTask } from './task-state.tsx';

/** Columns of a code task; its number opens the detail. */
export const taskColumns = (open: (row: WatchedTask) => void, showsFirm: boolean): Column<WatchedTask>[] => [
  {
    ...text<WatchedTask>('taskNo', '任务编号', { width: 132 }),
    open,
    render: (row) => <TaskLink row={row} open={open} />,
  },
  name('name', '任务名称', { least: 168 }),
  { ...cell<WatchedTask>('status', '状态', (row) => <TaskState row={row} />, { width: 176 }), isStatus: true },
  linked('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, { width: 168 }),
  linked('lotNo', '批号', (row, label) => <LotLink id={row.lotId}>{label}</LotLink>, { width: 96 }),
  extra(text('fmtText', '码制', { width: 200 })),
  count('itemCount', '产品码', { width: 96, sort: 'itemCount' }),
  count('boxCount', '小箱码', { width: 98 }),
  count('caseCount', '大箱码', { width: 98 }),
  enumDot('assocMode', '关联方式', AssocMode, { width: 84 }),
  percent('activeRate', '启用率'),
  percent('scanRate', '扫码率'),
  ...(showsFirm ? [text<WatchedTask>('firmName', '所属企业', { width: 136 })] : []),
  text('creator', '创建人', { width: 80 }),
  time('createTime', '创建时间', { sort: 'createTime' }),
  time('finishedAt', '完成时间'),
];

const TaskLink = ({ row, open }: { row: WatchedTask; open: (row: WatchedTask) => void }) => (
  <button type="button" className="zy-link" onClick={() => open(row)}>
    {row.taskNo}
  </button>
);

/** Columns of a task's segments. */
export const taskSegmentColumns: Column<SegmentRow>[] = [
  rowId('seg', '码段号', { width: 64 }),
  enumDot('level', '层级', Level, { width: 60 }),
  count('count', '数量', { width: 108 }),
  code('firstCode', '首码', { width: 204 }),
  code('lastCode', '尾码', { width: 204 }),
  count('activeCnt', '已启用', { width: 90 }),
  count('voidCnt', '已作废', { width: 72 }),
  enumTag('state', '状态', SegmentState, { width: 76 }),
];

/** Columns of a task's print files. */
export const partColumns = (maxDownload: number): Column<PartRow>[] => [
  cell('partNo', '文件', (row) => `第 ${row.partNo} 个`, { width: 84 }),
  enumDot('level', '层级', Level, { width: 64 }),
  cell('serials', '序号', (row) => `${countText(row.serialFrom)}–${countText(row.serialTo)}`, { width: 190 }),
  count('rows', '条数', { width: 100 }),
  enumTag('state', '状态', PartState, { width: 92 }),
  cell('fileSize', '大小', (row) => (row.fileSize > 0 ? bytesText(row.fileSize) : '-'), { width: 90, align: 'right' }),
  cell('downloadCnt', '下载次数', (row) => `${row.downloadCnt} / ${maxDownload}`, { width: 84, align: 'right' }),
  cell('sha256', '校验值', (row) => <Sha text={row.sha256} />, { width: 132 }),
];

const Sha = ({ text: hash }: { text: string | null }) =>
  hash ? (
    <button
      type="button"
      className="zy-link zy-task-hash"
      title={`SHA-256 ${hash}，点击复制`}
      onClick={() => void copyText(hash)}
    >
      {hash.slice(0, 12)}…
    </button>
  ) : (
    <>-</>
  );
