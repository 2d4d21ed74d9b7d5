import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { needOrderApi, type NeedOrder, type NeedPay } from '@zhuiyuan/contract/movement/replenish/need-order';
import { OrderStatus, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { applyOf } from '../../../lib/object-addresses.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { useMay } from '../../../lib/session.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Failed, NoPermission } from '../../../parts/feedback/states.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { dayText, timeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { runAct, usableActs } from '../../../parts/list/acts.tsx';
import { cell, count, enumDot, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { PlainTable } from '../../../parts/list/plain-table.tsx';
import { itemColumns } from './need-columns.tsx';
import { OrderPaid, OrderState, ShipProgress } from './order-columns.tsx';
import { DeliverTable } from './order-delivers.tsx';
import { OrderForm } from './order-form.tsx';
import { useOrderActs } from './use-order-acts.tsx';
import './need.css';

type Product = NeedOrder['products'][number];

const productColumns: Column<Product>[] = [
  name('storeName', '产品'),
  count('itemQty', '订货件数', { width: 96 }),
  count('shipQty', '已发', { width: 96 }),
  count('signQty', '已签收', { width: 96 }),
  cell('progress', '发货进度', (row) => <ShipProgress shipQty={row.shipQty} totalQty={row.itemQty} />, { width: 190 }),
];

const payColumns: Column<NeedPay>[] = [
  time('createTime', '时间'),
  enumDot('kind', '方式', PayKind, { width: 96 }),
  money('amount', '金额'),
  cell('voucher', '凭证', (row) => (row.voucher ? <Thumb src={row.voucher} label="付款凭证" /> : '-'), { width: 64 }),
  text('remark', '备注', { width: 180 }),
  text('operatorName', '经办人', { width: 88 }),
];

/** The number of the request behind an order, leading to it for who may see requests. */
const ApplyLink = ({ applyNo }: { applyNo: string }) =>
  useMay()(needApplyApi.list.may) ? (
    <Link className="zy-whole" to={applyOf(applyNo)}>
      {applyNo}
    </Link>
  ) : (
    <span className="zy-whole">{applyNo}</span>
  );

const factsOf = (order: NeedOrder) => [
  { label: '经销商', value: order.agentName },
  { label: '供货方', value: `${order.supplierName}（${Holder.label(order.supplierKind)}）` },
  ...(order.applyNo ? [{ label: '要货申请', value: <ApplyLink applyNo={order.applyNo} /> }] : []),
  { label: '期望到货', value: order.expectDate && dayText(order.expectDate) },
  { label: '收货人', value: [order.receiver, order.phone].filter(Boolean).join(' ') },
  { label: '收货地址', value: `${order.regionName}${order.address}` },
  { label: '创建', value: `${order.createdName} ${timeText(order.createTime)}` },
  ...(order.closedAt ? [{ label: '完结时间', value: timeText(order.closedAt) }] : []),
  ...(order.remark ? [{ label: '备注', value: order.remark }] : []),
  ...(order.cancelAt ? [{ label: '取消', value: `${timeText(order.cancelAt)}，${order.cancelReason}` }] : []),
];

const Shown = ({ order, edit }: { order: NeedOrder; edit: () => void }) => {
  const may = useMay();
  const deeds = useOrderActs();
  const unpaid = order.totalAmount - order.payAmount - order.deductAmount;
  const acts = usableActs(deeds.of(order), may)
    .filter(({ label }) => label !== '使用抵扣' || order.dedBalance !== 0)
    .map((act) => (act.label === '编辑' ? { ...act, run: edit } : act));
  return (
    <div className="zy-need-order">
      <section className="sheet" aria-label="要货订单">
        <header className="zy-need-head">
          <strong className="zy-whole">{order.orderNo}</strong>
          <OrderState order={order} />
          <ShipProgress {...order} />
          <div>
            {acts.map((act) => (
              <Button
                key={act.label}
                type={act.label === '发货' ? 'primary' : 'default'}
                danger={act.destructive}
                onClick={() => void runAct(act)}
              >
                {act.label === '取消' ? '取消订单' : act.label}
              </Button>
            ))}
          </div>
        </header>
        <div className="zy-sheet-body">
          <Facts isPaired items={factsOf(order)} />
        </div>
      </section>
      <Sheet title="要货产品" finding={`${countText(order.totalQty)} 件，¥${moneyText(order.totalAmount)}`} isFlush>
        <PlainTable columns={itemColumns()} rows={order.items} keyOf={(row) => row.id} empty="没有产品" />
      </Sheet>
      <Sheet title="按产品核对" isFlush>
        <PlainTable columns={productColumns} rows={order.products} keyOf={(row) => row.productId} empty="没有产品" />
      </Sheet>
      <Sheet
        title="付款与抵扣"
        finding={
          <>
            <OrderPaid order={order} />
            {order.status !== OrderStatus.cancelled && unpaid > 0 && `，未付 ¥${moneyText(unpaid)}`}
            {order.dedBalance !== null && `，抵扣余额 ¥${moneyText(order.dedBalance)}`}
          </>
        }
        isFlush
      >
        <PlainTable columns={payColumns} rows={order.pays} keyOf={(row) => row.id} empty="还没有付款或抵扣" />
      </Sheet>
      <Sheet title="发货记录" isFlush>
        <DeliverTable orderId={order.id} />
      </Sheet>
      {deeds.layers}
    </div>
  );
};

const Existing = ({ id }: { id: number }) => {
  const { data: order, error, refetch } = useRead(needOrderApi.info, { id });
  const [isEdited, setIsEdited] = useState(false);
  usePageName(order?.orderNo);
  if (error && !order) return <Failed title="要货订单没有加载出来" error={error} retry={() => void refetch()} />;
  if (!order)
    return (
      <section className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      </section>
    );
  if (isEdited && order.status === OrderStatus.none)
    return (
      <OrderForm
        id={id}
        isBound={order.applyId !== null || order.payAmount + order.deductAmount > 0}
        close={() => setIsEdited(false)}
      />
    );
  return <Shown order={order} edit={() => setIsEdited(true)} />;
};

/** 要货订单: a new one as a form; an existing one with its payments and shipments, to be edited while nothing is shipped. */
export const OrderPage = () => {
  const id = Number(useParams()['id']) || undefined;
  const may = useMay();
  if (!may(id ? needOrderApi.info.may : needOrderApi.save.may))
    return <NoPermission permission={id ? '查看要货订单' : '新增要货订单'} />;
  return id ? <Existing key={id} id={id} /> : <OrderForm />;
};
