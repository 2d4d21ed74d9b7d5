import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { PayChannel, PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import { YesNo } from '@zhuiyuan/contract/kit/enumeration';
import { Cut } from '../../parts/format/cut.tsx';
import { ActivityLink, RedActiveLink } from '../../parts/format/object-links.tsx';
import { cell, code, count, enumTag, extra, linked, money, time, type Column } from '../../parts/list/columns.tsx';
import { PayoutTag, receiverText } from './payout-parts.tsx';

const reasonText = ({ hold, status, reason }: RedInfoRow): string =>
  hold ? '冻结，待复核' : status === PayoutStatus.REJECTED ? `驳回：${reason}` : reason;

/** The columns of the list, the firm's aside. */
export const columns = (open: (row: RedInfoRow) => void): Column<RedInfoRow>[] => [
  code('billNo', '发放单号', { width: 176, open }),
  {
    ...enumTag<RedInfoRow>('status', '状态', PayoutStatus, { width: 128 }),
    render: (row) => <PayoutTag payout={row} />,
  },
  {
    ...cell<RedInfoRow>('consumer', '消费者', (row) => <Cut>{receiverText(row)}</Cut>),
    least: 180,
    raw: ({ consumer }) => consumer,
  },
  money('amount', '金额', { width: 104 }),
  time('createTime', '创建时间', { seconds: true }),
  linked('actName', '活动', ({ activityId }, label) => <ActivityLink id={activityId}>{label}</ActivityLink>, {
    width: 144,
  }),
  {
    ...cell<RedInfoRow>('reason', '失败原因', (row) => <Cut>{reasonText(row)}</Cut>, { width: 148 }),
    raw: reasonText,
  },
  code('outBillNo', '商户单号', { width: 212 }),
  count('attemptNo', '次数', { width: 60 }),
  cell('source', '来源', ({ source }) => PaySource.label(source), { width: 84 }),
  extra(
    linked(
      'redActiveName',
      '红包活动',
      ({ redActiveId }, label) => <RedActiveLink id={redActiveId}>{label}</RedActiveLink>,
      { width: 128 },
    ),
  ),
  extra(cell('payKind', '支付方式', ({ payKind }) => RedPayKind.label(payKind), { width: 88 })),
  extra(cell('channel', '发放渠道', ({ channel }) => PayChannel.label(channel), { width: 88 })),
  extra(cell('hold', '冻结', ({ hold }) => YesNo.label(Number(hold)), { width: 60 })),
  extra(time('sentAt', '发放时间', { seconds: true })),
  extra(time('receivedAt', '领取时间', { seconds: true })),
  extra(time('refundAt', '退款时间', { seconds: true })),
  extra(money('refundAmount', '退款', { width: 104 })),
];
