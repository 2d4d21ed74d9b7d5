import { CodeSource, Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import QrCode from 'icon:qr-code';
import { useState, type ReactNode } from 'react';
import { acts } from '../../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmFilter, useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { segmentColumns } from './segment-columns.tsx';
import { SegmentFreeze, useSegmentFreeze } from './segment-freeze.tsx';
import { SegmentSample } from './segment-sample.tsx';
import { SegmentSpans, type Dim } from './segment-spans.tsx';

type Dialog = 'spans' | 'sample';

/** 码段: runs of serials as they were issued, with how far they are used. */
export const Segments = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(identityApi.list);
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const isPlatform = useIsPlatform();
  const [opened, setOpened] = useState<{ dialog: Dialog; row: SegmentRow }>();
  const freeze = useSegmentFreeze();
  const [dim, setDim] = useState<Dim>('bind');
  const spansOf = (next: Dim) => (row: SegmentRow) => {
    setDim(next);
    setOpened({ dialog: 'spans', row });
  };
  const opening = (dialog: Dialog, row: SegmentRow) => () => setOpened({ dialog, row });
  const close = () => setOpened(undefined);
  const rowIn = (dialog: Dialog) => (opened?.dialog === dialog ? opened.row : undefined);
  return (
    <>
      <ListScreen
        search={search}
        thing="码段"
        tabs={tabs}
        columns={[
          ...segmentColumns(spansOf('bind'), isPlatform),
          acts((row: SegmentRow) => [
            { label: '抽查', may: identityApi.sample.may, run: opening('sample', row) },
            ...(row.state === SegmentState.void
              ? []
              : [
                  {
                    label: row.state === SegmentState.frozen ? '解冻' : '冻结',
                    may: identityApi.segmentState.may,
                    run: () => freeze.open(row),
                  },
                ]),
            { label: '启用区间', run: () => spansOf('bind')(row) },
            { label: '流向区间', run: () => spansOf('ship')(row) },
            { label: '作废区间', run: () => spansOf('void')(row) },
          ]),
        ]}
        filters={[
          ...firmFilter,
          textFilter('taskNo', '任务编号'),
          selectFilter('productId', '产品', products),
          selectFilter('level', '层级', Level),
          selectFilter('state', '状态', SegmentState),
          selectFilter('source', '来源', CodeSource),
          textFilter('serial', '含序号', '码段包含的序号'),
        ]}
        keyOf={(row) => row.seg}
        card={{
          head: 'taskNo',
          name: 'storeName',
          facts: ['level', (row) => `${countText(row.count)} 个`, (row) => `已启用 ${countText(row.activeCnt)}`],
        }}
        empty={{ icon: QrCode, text: '生码任务提交后，它的码段会列在这里' }}
      />
      <SegmentSpans segment={rowIn('spans')} dim={dim} show={setDim} close={close} />
      <SegmentSample segment={rowIn('sample')} close={close} />
      <SegmentFreeze draft={freeze} />
    </>
  );
};
