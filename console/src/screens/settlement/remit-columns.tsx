import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import type { RemitRow } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { Cut } from '../../parts/format/cut.tsx';
import { EnumDot } from '../../parts/format/tag.tsx';
import { cell, code, count, enumTag, extra, money, name, text, time, type Column } from '../../parts/list/columns.tsx';

/** Who is paid. */
export const payeeName = (row: Pick<RemitRow, 'payeeKind' | 'shopName' | 'agentName'>): string =>
  row.payeeKind === PayeeKind.shop ? row.shopName : row.agentName;

export const periodText = ({ periodFrom, periodTo }: Pick<RemitRow, 'periodFrom' | 'periodTo'>): string =>
  periodFrom === periodTo ? periodFrom : `${periodFrom} 至 ${periodTo}`;

/** How far a payout to a payee has come, as whoever waits for it says. */
const payWords: Partial<Record<string, string>> = {
  [Delivery.SENDING]: '微信打款中',
  [Delivery.SENT]: '待收款方确认收款',
  [Delivery.FAILED]: '微信打款失败',
  [Delivery.RFUND_ING]: '退回中',
  [Delivery.REFUND]: '未确认收款，已退回',
};

/** What stands between a remittance and its money, in words: nothing where it is over. */
export const nextStep = (row: RemitRow): string => {
  if (row.status !== RemitStatus.waiting) return '';
  if (!row.isPayable) return '收款账户信息不完整';
  if (!row.auditAt) return '待审核';
  if (row.payState) return payWords[row.payState] ?? Delivery.label(row.payState);
  if (row.failReason) return `打款失败：${row.failReason}`;
  return '待打款';
};

/** Where a remittance goes, short enough for a card. */
export const accountText = ({ channel, account, accountName }: RemitRow): string =>
  channel
    ? [accountName, PayeeChannel.label(channel), account && `尾号 ${account.slice(-4)}`].filter(Boolean).join(' ')
    : '未登记收款账户';

const Account = ({ row }: { row: RemitRow }) => {
  if (!row.channel) return <span className="zy-remit-lack">未登记收款账户</span>;
  return <Cut>{`${PayeeChannel.label(row.channel)} ${row.account}`.trim()}</Cut>;
};

/** The columns of the list of shops' remittances, or of dealers'. */
export const remitColumns = (kind: PayeeKind, open: (row: RemitRow) => void): Column<RemitRow>[] => {
  const isShop = kind === PayeeKind.shop;
  return [
    code<RemitRow>('remitNo', '打款单号', { width: 152, open }),
    isShop ? name<RemitRow>('shopName', '门店', { least: 160 }) : name<RemitRow>('agentName', '经销商', { least: 160 }),
    enumTag<RemitRow>('status', '状态', RemitStatus),
    money<RemitRow>('amount', isShop ? '金额' : '应付', { width: 108 }),
    cell<RemitRow>('nextStep', '进度', (row) => <Cut>{nextStep(row) || '-'}</Cut>, { width: 156 }),
    cell<RemitRow>('account', '收款账号', (row) => <Account row={row} />, { width: 176 }),
    text<RemitRow>('accountName', '户名', { width: 88 }),
    cell<RemitRow>('period', '结算周期', (row) => <Cut>{periodText(row)}</Cut>, { width: 192 }),
    ...(isShop
      ? [text<RemitRow>('agentName', '所属经销商', { width: 128 })]
      : [
          money<RemitRow>('ductAmount', '抵扣金额', { width: 108 }),
          money<RemitRow>('offset', '抵扣货款', { width: 108 }),
          count<RemitRow>('shopCnt', '涉及门店', { width: 80 }),
          extra(count<RemitRow>('level', '级别', { width: 64 })),
        ]),
    count<RemitRow>('verCnt', '核销数', { width: 72 }),
    extra(count<RemitRow>('itemCnt', '明细数', { width: 72 })),
    extra(money<RemitRow>('fee', '手续费', { width: 92 })),
    cell<RemitRow>('source', '来源', (row) => RemitSource.label(row.source), { width: 88 }),
    extra(
      cell<RemitRow>(
        'payState',
        '支付状态',
        (row) => (row.payState ? <EnumDot of={Delivery} value={row.payState} /> : '-'),
        {
          width: 112,
        },
      ),
    ),
    text<RemitRow>('auditName', '审核人', { width: 80 }),
    time<RemitRow>('paidAt', '打款时间'),
    time<RemitRow>('createTime', '创建时间'),
  ];
};
