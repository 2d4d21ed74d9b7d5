import { DiffKind, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi, type DeliverDiff } from '@zhuiyuan/contract/movement/document/deliver';
import CircleCheck from 'icon:circle-check';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { deliverPage } from '../../../lib/object-addresses.ts';
import { cell, text, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { diffColumns } from '../diff-columns.tsx';
import { DiffForm, useDiffDraft } from '../diff-form.tsx';

const documentColumns: Column<DeliverDiff>[] = [
  cell(
    'deliverNo',
    '发货单号',
    (row) => (
      <Link className="zy-mono" to={deliverPage(row.deliverId)}>
        {row.deliverNo}
      </Link>
    ),
    { width: 150 },
  ),
  text('toName', '收货方', { width: 132 }),
];

/** 差异 of all documents: codes that did not come, came damaged, or came beside the document. */
export const Differences = ({ tabs }: { tabs: ReactNode }) => {
  const search = useSearch(deliverApi.diffs);
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<DeliverDiff>();
  const { draft, open } = useDiffDraft();
  const [code, ...rest] = diffColumns(open);
  return (
    <>
      <ListScreen
        search={search}
        thing="差异"
        tabs={tabs}
        columns={[code!, ...documentColumns, ...rest.slice(0, -1), ...firmColumn, rest.at(-1)!]}
        filters={[
          ...firmFilter,
          textFilter('keywords', '单号或编码'),
          selectFilter('kind', '差异', DiffKind),
          selectFilter('state', '状态', DiffState),
          dateFilter('dateLimit', '登记时间'),
        ]}
        card={{ head: 'code', status: 'state', name: 'storeName', facts: ['kind', 'toName', 'createTime'] }}
        empty={{ icon: CircleCheck, text: '签收时少到、破损和多货的编码会列在这里，逐条补签、退回或报失。' }}
      />
      <DiffForm draft={draft} />
    </>
  );
};
