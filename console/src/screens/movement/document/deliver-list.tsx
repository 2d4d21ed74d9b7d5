import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import type { DeliverRow } from '@zhuiyuan/contract/movement/document/deliver-list';
import { Button } from 'antd';
import Truck from 'icon:truck';
import { useNavigate } from 'react-router';
import { deliverList, deliverPage } from '../../../lib/object-addresses.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { acts, count, enumDot, enumTag, extra, linked, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter, type Filter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { deliverChanges } from '../deliver-changes.ts';
import { deliverNo, partyName } from '../deliver-columns.tsx';
import { OrderLink } from '../order-link.tsx';
import { usePartyFilter } from '../party-filters.tsx';
import { useDeliverActs } from './use-deliver-acts.tsx';

const useColumns = (open: (row: DeliverRow) => void): Column<DeliverRow>[] => [
  deliverNo(open),
  enumTag('status', '状态', DeliverStatus, { width: 88 }),
  enumDot('bizType', '类型', BizType, { width: 72 }),
  partyName('fromName', '发货方', ({ fromName, fromKind }) => [fromName, fromKind]),
  partyName('toName', '收货方', ({ toName, toKind }) => [toName, toKind], 190),
  text('productText', '产品', { width: 170 }),
  count('itemQty', '件数', { width: 76 }),
  count('signQty', '已签收', { width: 76 }),
  count('caseQty', '大箱', { width: 72 }),
  count('boxQty', '小箱', { width: 72 }),
  extra(time('signAt', '签收时间')),
  time('shipAt', '发货时间'),
  extra(linked('orderNo', '要货订单', (row) => <OrderLink id={row.orderId} orderNo={row.orderNo} />, { width: 162 })),
  extra(text('extNo', '外部单号', { width: 140 })),
  extra(text('logisticsName', '物流公司', { width: 120 })),
  extra(text('logisticsNo', '物流单号', { width: 150 })),
  extra(text('operatorName', '操作人', { width: 88 })),
  extra(enumDot('opSrc', '来源', OpSource, { width: 88 })),
];

const scans = [
  { label: '单码发货', to: `${deliverList}/alone`, may: 'admin:identity:deliver:alone' },
  { label: '箱码发货', to: `${deliverList}/box`, may: 'admin:identity:deliver:box' },
  { label: '批量发货', to: `${deliverList}/batch`, may: 'admin:identity:deliver:batch' },
  { label: '退货', to: `${deliverList}/return`, may: 'admin:identity:deliver:return' },
] as const;

/** 发货管理: shipping documents, the last one first. */
export const Delivers = () => {
  const search = useSearch(deliverApi.list);
  const navigate = useNavigate();
  const products = useOptions('product');
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<DeliverRow>();
  const from = usePartyFilter(search, 'from');
  const to = usePartyFilter(search, 'to');
  const deeds = useDeliverActs();
  const open = (row: DeliverRow) => void navigate(deliverPage(row.id));
  const columns = useColumns(open);
  const filters: Filter<keyof typeof search.input & string>[] = [
    ...firmFilter,
    textFilter('keywords', '单号', '发货单号、外部单号或物流单号'),
    textFilter('code', '编码', '编码或所在箱码'),
    selectFilter('status', '状态', DeliverStatus),
    selectFilter('bizType', '类型', BizType),
    ...to,
    ...from,
    selectFilter('productId', '产品', products),
    selectFilter('opSrc', '来源', OpSource),
    dateFilter('dateLimit', '发货时间'),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="发货单"
        columns={[
          ...columns,
          ...firmColumn,
          acts<DeliverRow>((row) => {
            const { print, signAll, signCodes, append, logistics, cancel } = deeds.of(row);
            return [
              { label: '详情', run: () => open(row) },
              ...[signAll, signCodes, append, logistics, print, cancel].filter((act) => act !== undefined),
            ];
          }),
        ]}
        filters={filters}
        buttons={
          <>
            {scans.map(({ label, to: path, may }, at) => (
              <May key={path} of={may}>
                <Button type={at === 0 ? 'primary' : 'default'} onClick={() => void navigate(path)}>
                  {label}
                </Button>
              </May>
            ))}
            <ImportButton endpoint={deliverApi.import} biz="deliver" thing="发货单" refresh={deliverChanges} />
            <ExportButton biz="deliver" endpoint={deliverApi.export} input={search.values} />
          </>
        }
        card={{
          head: 'deliverNo',
          status: 'status',
          name: 'toName',
          facts: ['productText', (row) => `${countText(row.itemQty)} 件`, 'shipAt'],
        }}
        empty={{ icon: Truck, text: '发货后，发货单会列在这里，可签收、打印、追加或撤销。' }}
      />
      {deeds.layers}
    </>
  );
};
