import { Level, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, SpanDim } from '@zhuiyuan/contract/codes/lookup/identity';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { cell, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import type { RowOf } from '../../../lib/list-endpoint.ts';
import { PagedTable } from '../../../parts/list/plain-table.tsx';

type Span = RowOf<(typeof identityApi)['spans']>;
export type Dim = (typeof SpanDim.options)[number]['value'];

const range: Column<Span>[] = [
  cell('range', '序号', (row) => `${countText(row.serialFrom)}–${countText(row.serialTo)}`, { width: 160 }),
  cell('size', '数量', (row) => countText(row.serialTo - row.serialFrom + 1), { width: 100, align: 'right' }),
];
const opNo = text<Span>('opNo', '操作编号', { width: 148 });

/** What is said of a run, by its kind, and what stands in place of rows. */
const columnsOf: Record<Dim, { columns: Column<Span>[]; empty: string }> = {
  bind: {
    columns: [
      ...range,
      name('storeName', '产品', { least: 180 }),
      text('lotNo', '批号', { width: 108 }),
      text('channelName', '渠道', { width: 92 }),
      opNo,
      time('at', '启用时间', { seconds: true }),
    ],
    empty: '这个码段还没有成段启用的码',
  },
  void: {
    columns: [
      ...range,
      enumTag('voidKind', '状态', Life, { width: 92 }),
      name('reason', '原因', { least: 180 }),
      opNo,
      time('at', '操作时间', { seconds: true }),
    ],
    empty: '这个码段没有成段作废或冻结的码',
  },
  pack: {
    columns: [
      ...range,
      cell('boxCode', '装入箱', (row) => <CodeText code={row.boxCode} />, { width: 210 }),
      opNo,
      time('at', '装箱时间', { seconds: true }),
    ],
    empty: '这个码段没有成段装箱的码',
  },
  ship: {
    columns: [
      ...range,
      enumTag('shipStatus', '发货状态', Shipping, { width: 92 }),
      name('holderName', '收货方', { least: 180 }),
      opNo,
      time('at', '发货时间', { seconds: true }),
    ],
    empty: '这个码段没有成段发货的码',
  },
  reg: {
    columns: [
      ...range,
      name('handle', '标识编码', { least: 220 }),
      enumTag('regStatus', '注册状态', RegistrationStatus, { width: 104 }),
      time('at', '创建时间', { seconds: true }),
    ],
    empty: '这个码段没有注册到标识节点',
  },
};

const Spans = ({ seg, dim }: { seg: number; dim: Dim }) => {
  const search = useLocalSearch(identityApi.spans, { fixed: { seg, dim } });
  const { columns, empty } = columnsOf[dim];
  return <PagedTable search={search} columns={columns} keyOf={(row) => row.id} empty={empty} />;
};

/** Runs of a segment: what is bound to which lot, void or frozen, packed, shipped and registered. */
export const SegmentSpans = ({
  segment,
  dim,
  show,
  close,
}: {
  segment: SegmentRow | undefined;
  dim: Dim;
  show: (dim: Dim) => void;
  close: () => void;
}) => (
  <SideDrawer
    width="min(1000px, calc(100vw - 200px))"
    isOpen={segment !== undefined}
    close={close}
    title="码段区间"
    name={
      segment &&
      `码段 ${segment.seg}，${Level.label(segment.level)}码 ${countText(segment.count)} 个，已启用 ${countText(segment.activeCnt)}`
    }
  >
    {segment && (
      <>
        <ListTabs value={dim} change={(next) => show(next as Dim)} items={SpanDim.options} />
        <Spans key={`${segment.seg} ${dim}`} seg={segment.seg} dim={dim} />
      </>
    )}
  </SideDrawer>
);
