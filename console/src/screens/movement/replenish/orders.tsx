import { needOrderApi, type NeedOrderRow } from '@zhuiyuan/contract/movement/replenish/need-order';
import { OrderStatus, PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Button } from 'antd';
import PackageOpen from 'icon:package-open';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { orderList, orderPage } from '../../../lib/object-addresses.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { acts } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { useFirmColumn, useFirmFilter, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderDelivers } from './order-delivers.tsx';
import { useOrderActs } from './use-order-acts.tsx';

/** 要货订单: what is to be shipped to dealers, how far it is, and what was paid. */
export const Orders = () => {
  const search = useSearch(needOrderApi.list);
  const navigate = useNavigate();
  const firmFilter = useFirmFilter();
  const firmColumn = useFirmColumn<NeedOrderRow>();
  const [agents, products] = [useOptions('agent'), useOptions('product')];
  const [shipments, setShipments] = useState<NeedOrderRow>();
  const deeds = useOrderActs();
  const open = (row: NeedOrderRow) => void navigate(orderPage(row.id));
  const add = (
    <May of={needOrderApi.save.may}>
      <Button type="primary" onClick={() => void navigate(`${orderList}Creat`)}>
        新增要货订单
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="要货订单"
        columns={[
          ...orderColumns(open),
          ...firmColumn,
          acts<NeedOrderRow>((row) => [
            { label: '查看', run: () => open(row) },
            ...deeds.of(row).filter(({ label }) => label !== '编辑'),
            ...(row.shipQty > 0 || row.status === OrderStatus.signed
              ? [{ label: '发货记录', run: () => setShipments(row) }]
              : []),
          ]),
        ]}
        filters={[
          ...firmFilter,
          textFilter('orderNo', '订单号'),
          selectFilter('status', '状态', OrderStatus),
          selectFilter('agentId', '经销商', agents),
          selectFilter('productId', '产品', products),
          selectFilter('payState', '付款', PayState),
          textFilter('applyNo', '申请单号'),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ExportButton biz="needOrder" endpoint={needOrderApi.export} input={search.values} />
          </>
        }
        card={{
          head: 'orderNo',
          status: 'status',
          name: 'agentName',
          facts: [
            'productText',
            (row) => `已发 ${countText(row.shipQty)} / ${countText(row.totalQty)} 件`,
            'totalAmount',
            'payState',
            'createTime',
          ],
        }}
        empty={{
          icon: PackageOpen,
          text: '审核通过的要货申请会生成订单，也可以直接新增。发货时选择订单，进度会自动更新。',
          action: add,
        }}
      />
      <OrderDelivers order={shipments} close={() => setShipments(undefined)} />
      {deeds.layers}
    </>
  );
};
