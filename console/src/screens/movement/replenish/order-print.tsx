import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { needOrderApi, type NeedOrderPrint } from '@zhuiyuan/contract/movement/replenish/need-order';
import { nothingToPay, OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { call } from '../../../lib/call.ts';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { dayText, timeText } from '../../../parts/format/times.ts';
import { Paper } from '../paper.tsx';
import { qtyText } from './need-columns.tsx';

const Box = ({ title, name, lines }: { title: string; name: string; lines: readonly string[] }) => (
  <div>
    <small>{title}</small>
    <b>{name}</b>
    {lines.filter(Boolean).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const Lines = ({ order }: { order: NeedOrderPrint }) => (
  <table>
    <thead>
      <tr>
        <th>行</th>
        <th>产品</th>
        <th>规格</th>
        <th className="zy-print-end">数量</th>
        <th className="zy-print-end">件数</th>
        <th className="zy-print-end">单价（元）</th>
        <th className="zy-print-end">金额（元）</th>
      </tr>
    </thead>
    <tbody>
      {order.items.map((item, at) => (
        <tr key={item.id}>
          <td className="zy-print-mid">{at + 1}</td>
          <td>{item.storeName}</td>
          <td>{item.spec || '-'}</td>
          <td className="zy-print-end">{qtyText(item)}</td>
          <td className="zy-print-end">{countText(item.itemQty)}</td>
          <td className="zy-print-end">{moneyText(item.price)}</td>
          <td className="zy-print-end">{moneyText(item.qty * item.price)}</td>
        </tr>
      ))}
      <tr className="zy-print-sum">
        <td colSpan={4}>合计 {countText(order.items.length)} 行</td>
        <td className="zy-print-end">{countText(order.totalQty)}</td>
        <td />
        <td className="zy-print-end">{moneyText(order.totalAmount)}</td>
      </tr>
    </tbody>
  </table>
);

const Signature = ({ title }: { title: string }) => (
  <div>
    <b>{title}</b>
    <p>签字：</p>
    <p>日期：　　年　　月　　日</p>
  </div>
);

const OrderPaper = ({ order }: { order: NeedOrderPrint }) => {
  const facts = [
    ['要货申请', order.applyNo],
    ['期望到货', order.expectDate ? dayText(order.expectDate) : ''],
    ['下单时间', timeText(order.createTime)],
    ['已抵扣（元）', order.deductAmount > 0 ? moneyText(order.deductAmount) : ''],
    ['付款', order.totalAmount > 0 ? '' : nothingToPay],
    ['已付款（元）', order.payAmount > 0 ? moneyText(order.payAmount) : ''],
  ];
  return (
    <article className="zy-print-page">
      <header>
        <div className="zy-print-firm">
          <span>
            <b>{order.firm.name}</b>
            {order.firm.phone && <small>电话 {order.firm.phone}</small>}
          </span>
        </div>
        <div className="zy-print-title">
          <h1>要货订单</h1>
          <p>{order.orderNo}</p>
          {order.status === OrderStatus.cancelled && <strong>已取消</strong>}
        </div>
        <span />
      </header>
      <p className="zy-print-facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <span key={label}>
              {label} {value}
            </span>
          ))}
      </p>
      <div className="zy-print-parties">
        <Box
          title="供货方"
          name={order.supplierName}
          lines={order.supplierKind === Holder.firm ? [order.firm.phone] : []}
        />
        <Box
          title="要货经销商"
          name={order.agentName}
          lines={[
            order.agent.agentNo && `经销商编号 ${order.agent.agentNo}`,
            [order.agent.contact, order.agent.phone].filter(Boolean).join(' '),
          ]}
        />
        <Box title="收货" name={order.receiver || '-'} lines={[order.phone, `${order.regionName}${order.address}`]} />
      </div>
      <Lines order={order} />
      <section className="zy-print-close">
        {order.remark && <p>备注：{order.remark}</p>}
        <div className="zy-print-signs zy-print-even">
          <Signature title="制单" />
          <Signature title="审核" />
          <Signature title="仓库" />
          <Signature title="经销商确认（盖章）" />
        </div>
      </section>
    </article>
  );
};

/** 打印: the order as a sheet of A4 over the page. */
export const OrderPrint = ({ id, close }: { id: number; close: () => void }) => (
  <Paper
    thing="要货订单"
    ask={() => call(needOrderApi.print, { id }, { quiet: true })}
    close={close}
    textOf={({ orderNo, printedBy, printedAt, printCnt }) => ({
      head: `要货订单 ${orderNo}`,
      note: '一式两联：供货方、经销商各存一联',
      print: `${printedBy} ${timeText(printedAt)} 第 ${printCnt} 次打印`,
    })}
  >
    {(order) => <OrderPaper order={order} />}
  </Paper>
);
