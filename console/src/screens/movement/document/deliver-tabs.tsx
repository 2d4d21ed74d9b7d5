import { deliverApi, type Deliver, type DeliverProduct } from '@zhuiyuan/contract/movement/document/deliver';
import { useState } from 'react';
import { countText } from '../../../parts/format/numbers.ts';
import { ProductLink } from '../../../parts/format/object-links.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { cell, count, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { diffColumns } from '../diff-columns.tsx';
import { DiffForm, useDiffDraft } from '../diff-form.tsx';
import { DeliverLineCards, DeliverLines } from './deliver-lines.tsx';
import type { Act } from '../../../parts/list/acts.tsx';

const productColumns = (hasOrder: boolean): Column<DeliverProduct>[] => [
  cell('storeName', '产品', (row) => <ProductLink id={row.productId}>{row.storeName}</ProductLink>, { width: 220 }),
  cell('lots', '批号', (row) => row.lots.map(({ lotNo }) => lotNo).join('、') || '-', { width: 180 }),
  count('caseQty', '大箱', { width: 72 }),
  count('boxQty', '小箱', { width: 72 }),
  count('looseQty', '单品', { width: 72 }),
  count('itemQty', '件数', { width: 84 }),
  count('signQty', '已签收', { width: 84 }),
  ...(hasOrder
    ? [
        count<DeliverProduct>('orderQty', '订单数量', { width: 96 }),
        cell<DeliverProduct>(
          'orderShipQty',
          '订单已发',
          (row) => {
            if (row.orderShipQty === null || row.orderQty === null) return '-';
            if (row.orderQty === 0) return '不在订单内';
            const left = row.orderQty - row.orderShipQty;
            return `${countText(row.orderShipQty)}，${left > 0 ? `还差 ${countText(left)}` : '已齐'}`;
          },
          { width: 140 },
        ),
      ]
    : []),
];

const Products = ({ doc }: { doc: Deliver }) => {
  const search = useLocalSearch(deliverApi.products, { fixed: { deliverId: doc.id } });
  const columns = productColumns(doc.orderId !== null);
  return <PagedTable search={search} columns={columns} keyOf={(row) => row.productId} empty="没有产品" />;
};

const Diffs = ({ doc }: { doc: Deliver }) => {
  const search = useLocalSearch(deliverApi.diffs, { fixed: { deliverId: doc.id } });
  const { draft, open } = useDiffDraft();
  return (
    <>
      <PagedTable search={search} columns={diffColumns(open)} keyOf={(row) => row.id} empty="没有差异" />
      <DiffForm draft={draft} />
    </>
  );
};

const Lines = ({ doc }: { doc: Deliver }) => {
  const isNarrow = useNarrow();
  const search = useLocalSearch(deliverApi.lines, { fixed: { deliverId: doc.id } });
  if (!isNarrow || search.rows.length === 0) return <DeliverLines search={search} />;
  return (
    <>
      <DeliverLineCards rows={search.rows} />
      {search.hasMore && (
        <button type="button" className="zy-link zy-lines-more" onClick={search.loadMore}>
          加载更多
        </button>
      )}
      <p className="zy-line-sums">
        合计 {countText(doc.lineCnt)} 行，{countText(doc.itemQty)} 件，已签收 {countText(doc.signQty)} 件
      </p>
    </>
  );
};

/** What a document holds: its lines, its products, and what was not as it should be. */
export const DeliverTabs = ({ doc, append }: { doc: Deliver; append: Act | undefined }) => {
  const [tab, setTab] = useState('lines');
  const items = [
    { value: 'lines', label: '发货明细', count: doc.lineCnt },
    { value: 'products', label: '按产品', count: doc.productCnt },
    { value: 'diffs', label: '差异', count: doc.diffCnt },
  ];
  return (
    <section className="sheet zy-deliver-tabs" aria-label="发货单内容">
      <div className="zy-deliver-tab-head">
        <ListTabs items={items} value={tab} change={setTab} />
        {tab === 'lines' && doc.lineCnt > 0 && (
          <ExportButton endpoint={deliverApi.lineExport} input={{ deliverId: doc.id }} biz="deliver_line" />
        )}
        {append && (
          <button type="button" className="zy-link" onClick={() => void append.run()}>
            追加
          </button>
        )}
      </div>
      {tab === 'lines' && <Lines doc={doc} />}
      {tab === 'products' && <Products doc={doc} />}
      {tab === 'diffs' && <Diffs doc={doc} />}
    </section>
  );
};
