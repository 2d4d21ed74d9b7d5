import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeChannel } from '@zhuiyuan/contract/parties/payee';
import { remitApi, type RemitItem, type RemitRow } from '@zhuiyuan/contract/settlement/remit';
import { PayeeKind, RemitRef, RemitSource, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { Image } from 'antd';
import { RowDrawer } from '../../parts/frame/row-drawer.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { moneyText } from '../../parts/format/numbers.ts';
import { EnumDot, EnumTag } from '../../parts/format/tag.tsx';
import { timeText } from '../../parts/format/times.ts';
import { cell, money, name, text, time, type Column } from '../../parts/list/columns.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { nextStep, payeeName, periodText } from './remit-columns.tsx';

const itemColumns: Column<RemitItem>[] = [
  cell('refKind', '类型', (row) => RemitRef.label(row.refKind), { width: 88 }),
  name('refText', '单据', { least: 150 }),
  text('shopName', '门店', { width: 136 }),
  text('detail', '内容', { width: 160 }),
  money('amount', '金额', { width: 96 }),
  time('at', '时间'),
];

const Items = ({ row }: { row: RemitRow }) => {
  const search = useLocalSearch(remitApi.items, { fixed: { id: row.id } });
  return (
    <PagedTable
      search={search}
      columns={itemColumns}
      keyOf={({ id }) => id}
      empty="没有明细"
      sums={{ of: { amount: moneyText(row.amount) } }}
    />
  );
};

const by = (who: string, when: string | null): string => (when ? `${who} ${timeText(when)}`.trim() : '');

const factsOf = (row: RemitRow) => [
  { label: '收款方', value: payeeName(row) },
  { label: '打款金额', value: `${moneyText(row.amount)} 元` },
  {
    label: '构成',
    value: [
      row.ductAmount > 0 && `核销抵扣 ${moneyText(row.ductAmount)}`,
      row.offset !== 0 && `抵扣货款 ${moneyText(-row.offset)}`,
      row.rewardAmount > 0 && `奖励 ${moneyText(row.rewardAmount)}`,
    ]
      .filter(Boolean)
      .join('，'),
  },
  { label: '结算周期', value: periodText(row) },
  { label: '来源', value: RemitSource.label(row.source) },
  {
    label: '收款账户',
    value: row.channel ? `${PayeeChannel.label(row.channel)} ${row.account} ${row.accountName}` : '未登记',
  },
  ...(row.payState ? [{ label: '支付状态', value: <EnumDot of={Delivery} value={row.payState} /> }] : []),
  { label: '审核', value: by(row.auditName, row.auditAt) },
  ...(row.status === RemitStatus.rejected
    ? [{ label: '驳回', value: `${row.rejectName}：${row.rejectReason}`, isWide: true }]
    : []),
  ...(row.failReason ? [{ label: '打款失败', value: row.failReason, isWide: true }] : []),
  ...(row.bankFileAt ? [{ label: '导出银行文件', value: timeText(row.bankFileAt) }] : []),
  { label: '打款', value: by(row.paidName, row.paidAt) },
  ...(row.fee > 0 ? [{ label: '手续费', value: `${moneyText(row.fee)} 元` }] : []),
  ...(row.voucher
    ? [
        {
          label: '打款凭证',
          value: (
            <Image
              src={thumbAddress(row.voucher)}
              width={64}
              height={64}
              alt="打款凭证"
              preview={{ mask: false, src: row.voucher }}
            />
          ),
        },
      ]
    : []),
];

const toMark = (row: RemitRow) => (
  <>
    {nextStep(row) && <span className="zy-remit-step">{nextStep(row)}</span>}
    <EnumTag of={RemitStatus} value={row.status} />
  </>
);

/** 打款单 beside its list: who passed and paid it, and every line of it. */
export const RemitDrawer = ({ id, kind, close }: { id: number | undefined; kind: PayeeKind; close: () => void }) => (
  <RowDrawer
    endpoint={remitApi.info}
    id={id}
    close={close}
    title={kind === PayeeKind.shop ? '门店打款单' : '经销商打款单'}
    name={(row) => row.remitNo}
    mark={toMark}
  >
    {(row) => (
      <div className="zy-remit-detail">
        <Facts items={factsOf(row)} isPaired />
        <h3>明细</h3>
        <Items row={row} />
      </div>
    )}
  </RowDrawer>
);
