import { Fmt, Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import {
  cell,
  code,
  count,
  enumDot,
  enumTag,
  linked,
  name,
  text,
  time,
  type Column,
} from '../../../parts/list/columns.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { TaskLink } from '../../../parts/format/object-links.tsx';
import { EnumDot } from '../../../parts/format/tag.tsx';

/** Columns of a segment; its number opens what of it is activated. */
export const segmentColumns = (open: (row: SegmentRow) => void, showsFirm: boolean): Column<SegmentRow>[] => [
  { ...cell<SegmentRow>('seg', '码段号', (row) => <SegmentLink row={row} open={open} />, { width: 72 }), open },
  linked('taskNo', '任务编号', (row, label) => <TaskLink taskNo={row.taskNo}>{label}</TaskLink>, { width: 140 }),
  enumDot('level', '层级', Level, { width: 64 }),
  name('storeName', '产品', { least: 168 }),
  enumDot('fmt', '码制', Fmt, { width: 96 }),
  cell('serialRange', '序号范围', (row) => `1–${countText(row.count)}`, { width: 128 }),
  enumTag('state', '状态', SegmentState, { width: 84 }),
  count('activeCnt', '已启用', { width: 100 }),
  count('scanCnt', '已扫码', { width: 90 }),
  count('voidCnt', '已作废', { width: 90 }),
  code('firstCode', '首码', { width: 204 }),
  code('lastCode', '尾码', { width: 204 }),
  cell(
    'regStatus',
    '注册状态',
    ({ regStatus }) => (regStatus === null ? '未注册' : <EnumDot of={RegistrationStatus} value={regStatus} />),
    { width: 96 },
  ),
  ...(showsFirm ? [text<SegmentRow>('firmName', '所属企业', { width: 136 })] : []),
  time('createTime', '创建时间'),
];

const SegmentLink = ({ row, open }: { row: SegmentRow; open: (row: SegmentRow) => void }) => (
  <button type="button" className="zy-link" onClick={() => open(row)}>
    {row.seg}
  </button>
);
