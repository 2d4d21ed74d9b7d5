import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import type { Act } from '../../../parts/list/acts.tsx';
import { acts, cell, enumDot, name, linked, onOff, text, time, type Column } from '../../../parts/list/columns.tsx';
import { LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { Cut } from '../../../parts/format/cut.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { TypeIcon } from './icon-input.tsx';
import { Review } from '@zhuiyuan/contract/kit/review';
import { EnumTag, Tag } from '../../../parts/format/tag.tsx';

const inCell = 3;

/** Columns of the list of records. */
export const flowColumns = ({
  firmColumn,
  mayPublish,
  show,
  publish,
  actsOf,
}: {
  firmColumn: Column<FlowRow>[];
  mayPublish: boolean;
  show: (row: FlowRow) => void;
  publish: (row: FlowRow, isPublic: boolean) => Promise<unknown>;
  actsOf: (row: FlowRow) => Act[];
}): Column<FlowRow>[] => [
  name('title', '标题', { open: show, least: 160 }),
  cell(
    'flowTypeName',
    '流程类型',
    (row) => (
      <span className="zy-flow-type">
        <TypeIcon icon={row.flowTypeIcon} />
        <Cut>{row.flowTypeName}</Cut>
      </span>
    ),
    { width: 100 },
  ),
  enumDot('stage', '环节', FlowStage, { width: 84 }),
  linked('storeName', '产品', (row, label) => <ProductLink id={row.productId}>{label}</ProductLink>, { width: 160 }),
  linked('lotNo', '批号', (row, label) => <LotLink id={row.lotId}>{label}</LotLink>, { width: 108 }),
  { ...cell<FlowRow>('audit', '审核', (row) => <FlowState flow={row} />, { width: 92 }), isStatus: true },
  text('rangeText', '码段', { width: 120 }),
  time('occurAt', '发生时间'),
  text('place', '地点', { width: 132 }),
  text('operatorName', '操作人', { width: 76 }),
  cell(
    'images',
    '图片',
    ({ images, title }) =>
      images.length > 0 ? (
        <span className="zy-flow-thumbs">
          {images.slice(0, inCell).map((address) => (
            <Thumb key={address} src={address} label={title} />
          ))}
          {images.length > inCell && <small>+{images.length - inCell}</small>}
        </span>
      ) : (
        '-'
      ),
    { width: 112 },
  ),
  mayPublish
    ? onOff('public', '公开', { change: publish, name: (row) => row.title, width: 72 })
    : cell('public', '公开', (row) => (row.public ? '公开' : '不公开'), { width: 72 }),
  enumDot('opSrc', '来源', OpSource, { width: 88 }),
  ...firmColumn,
  time('createTime', '创建时间'),
  acts(actsOf),
];

/** What one can do with a record, by how far its review is. */
export const flowRowActs = (
  row: FlowRow,
  crud: Record<'editAct' | 'removeAct', (row: FlowRow) => Act>,
  run: Record<'show' | 'submit' | 'audit' | 'copy' | 'toVoid', () => void | Promise<unknown>>,
): Act[] => [
  { label: '查看', run: run.show },
  ...(row.voidAt ? [] : [crud.editAct(row)]),
  ...(row.audit === Review.waiting ? [{ label: '审核', may: flowApi.audit.may, run: run.audit }] : []),
  ...(row.audit === Review.unsent || row.audit === Review.rejected
    ? [{ label: '提交审核', may: flowApi.submit.may, run: run.submit }]
    : []),
  { label: '复制到批次', may: flowApi.copy.may, run: run.copy },
  ...(row.audit === Review.passed && !row.voidAt ? [{ label: '作废', may: flowApi.void.may, run: run.toVoid }] : []),
  ...(row.audit === Review.passed ? [] : [crud.removeAct(row)]),
];

/** Review of a record, or that it is void. */
export const FlowState = ({ flow }: { flow: { audit: number; voidAt: string | null } }) =>
  flow.voidAt ? <Tag tone="gone">已作废</Tag> : <EnumTag of={Review} value={flow.audit} />;
