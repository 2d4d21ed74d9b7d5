import { diversionApi, type DiversionGoods } from '@zhuiyuan/contract/diversion/diversion';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import Truck from 'icon:truck';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countText } from '../../parts/format/numbers.ts';
import { DeliverLink } from '../../parts/format/object-links.tsx';
import { shortTimeText } from '../../parts/format/times.ts';
import { cell, count, enumDot, type Column } from '../../parts/list/columns.tsx';
import { ListScreen } from '../../parts/list/list-screen.tsx';
import { useSearch } from '../../parts/list/use-search.ts';
import { onlyOne, useGoodsFilters } from './use-goods-filters.tsx';
import { useWhereabouts } from './use-whereabouts.tsx';
import '../codes/lookup/identities.css';

const ofDocument: readonly Column<DiversionGoods>[] = [
  count('codeCnt', '码数', { width: 64 }),
  count('itemQty', '件数', { width: 64 }),
  enumDot('shipStatus', '发货状态', DeliverStatus, { width: 84 }),
];
const documentColumn = cell<DiversionGoods>(
  'deliverNo',
  '发货单',
  (row) => <DeliverLink id={row.deliverId}>{row.deliverNo}</DeliverLink>,
  { width: 150 },
);

/** The goods of a document, or of what was sent to a dealer or a shop: each line judged by where any of it was asked about last. */
export const Goods = ({ tabs }: { tabs: ReactNode }) => {
  const asked = useSearch(diversionApi.goods);
  const search: typeof asked = {
    ...asked,
    set: (next) => asked.set(onlyOne(asked.values, next as Parameters<typeof onlyOne>[1])),
  };
  const filters = useGoodsFilters();
  const of = asked.answer?.of;
  const isDocument = Boolean(asked.values['deliverNo']);
  const { columns, dialogs } = useWhereabouts<DiversionGoods>(
    isDocument ? ofDocument : [...ofDocument.slice(0, 2), documentColumn],
  );
  const { agentId, shopId } = asked.values;
  const stock = new URLSearchParams({ tab: 'stock', ...(agentId ? { agentId } : { shopId: shopId ?? '' }) });
  return (
    <>
      <ListScreen
        search={search}
        thing="货物"
        tabs={tabs}
        columns={columns}
        filters={filters}
        keyOf={(row) => row.lineId}
        notice={
          <div className="zy-query-bar">
            {of && of.deliverId !== null && (
              <span role="status">
                发货单 <DeliverLink id={of.deliverId}>{of.name}</DeliverLink> 共 {countText(of.itemQty)} 件，已签收{' '}
                {countText(of.signQty)} 件
              </span>
            )}
            {of && of.deliverId === null && (
              <span role="status">
                {of.name}：在手 {countText(of.handQty)} 件，在途 {countText(of.transitQty)} 件
              </span>
            )}
            {of && of.deliverId === null && <Link to={{ search: stock.toString() }}>按产品看库存</Link>}
            <Link to={{ search: '' }}>返回编码查询</Link>
          </div>
        }
        card={{
          head: 'code',
          status: 'judge',
          name: 'storeName',
          facts: [
            (row) => `${countText(row.itemQty)} 件`,
            (row) => row.agentName,
            (row) => row.lastScan && `${row.lastScan.regionName} ${shortTimeText(row.lastScan.at)}`,
          ],
        }}
        empty={{ icon: Truck, text: '发出的货物按发货明细列在这里' }}
      />
      {dialogs}
    </>
  );
};
