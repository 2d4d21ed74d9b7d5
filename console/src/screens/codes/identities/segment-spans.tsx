import { identityApi } from '@zhuiyuan/contract/codes/identity';
import { Level } from '@zhuiyuan/contract/codes/code-enums';
import type { SegmentRow } from '@zhuiyuan/contract/codes/segment';
import { cell, name, text, time, type Column } from '../../../parts/columns.tsx';
import { countText } from '../../../parts/numbers.ts';
import { useLocalSearch } from '../../../parts/use-local-search.ts';
import type { RowOf } from '../../../parts/use-search.ts';
import { PagedTable } from '../plain-table.tsx';
import { SideDrawer } from '../../../parts/side-drawer.tsx';

type Span = RowOf<(typeof identityApi)['spans']>;

const columns: Column<Span>[] = [
  cell('range', '序号', (row) => `${countText(row.serialFrom)}–${countText(row.serialTo)}`, { width: 190 }),
  cell('size', '数量', (row) => countText(row.serialTo - row.serialFrom + 1), { width: 110, align: 'right' }),
  name('storeName', '产品', { least: 180 }),
  text('lotNo', '批号', { width: 120 }),
  text('opNo', '操作编号', { width: 160 }),
  time('at', '启用时间', { seconds: true }),
];

const Spans = ({ segment }: { segment: SegmentRow }) => {
  const search = useLocalSearch(identityApi.spans, { fixed: { seg: segment.seg, dim: 'bind' } });
  return <PagedTable search={search} columns={columns} keyOf={(row) => row.id} empty="这个码段还没有成段启用的码" />;
};

/** 启用区间: which serials of a segment are bound to which lot. */
export const SegmentSpans = ({ segment, close }: { segment: SegmentRow | undefined; close: () => void }) => (
  <SideDrawer
    width="min(1000px, calc(100vw - 200px))"
    isOpen={segment !== undefined}
    close={close}
    title="启用区间"
    name={
      segment &&
      `码段 ${segment.seg}，${Level.label(segment.level)}码 ${countText(segment.count)} 个，已启用 ${countText(segment.activeCnt)}`
    }
  >
    {segment && <Spans key={segment.seg} segment={segment} />}
  </SideDrawer>
);
