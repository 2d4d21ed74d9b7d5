import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { Delivery, PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import { PayoutTime, redInfoApi, type RedInfoRow } from '@zhuiyuan/contract/payout/red-info';
import WalletCards from 'icon:wallet-cards';
import { useNavigate } from 'react-router';
import { payoutPage } from '../../../../lib/object-addresses.ts';
import { useRead } from '../../../../lib/use-read.ts';
import { moneyText } from '../../../../parts/format/numbers.ts';
import { acts, code, count, enumTag, extra, money, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { ExportButton } from '../../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter, together } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { ListTabs } from '../../../../parts/list/list-tabs.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';

const minuteMs = 60_000;

const columnsOf = (open: (row: RedInfoRow) => void): Column<RedInfoRow>[] => [
  code('billNo', '发放单号', { width: 176, open }),
  enumTag('status', '状态', PayoutStatus, { width: 128 }),
  { ...text<RedInfoRow>('consumer', '消费者'), least: 140 },
  money('amount', '金额', { width: 104 }),
  time('createTime', '创建时间', { seconds: true }),
  time('receivedAt', '领取时间', { seconds: true }),
  text('reason', '失败原因', { width: 168 }),
  code('outBillNo', '商户单号', { width: 212 }),
  count('attemptNo', '次数', { width: 60 }),
  extra(time('sentAt', '发放时间', { seconds: true })),
  extra(time('refundAt', '退款时间', { seconds: true })),
  extra(money('refundAmount', '退款', { width: 104 })),
  acts((row) => [{ label: '详情', run: () => open(row) }]),
];

/** 红包 of one activity: every payout of it, and how far each is. What is done about one stands on its page. */
export const PayoutsTab = ({ activity }: { activity: Activity }) => {
  const navigate = useNavigate();
  const search = { ...useSearch(redInfoApi.list, { fixed: { activityId: activity.id } }), openView: undefined };
  const { page: _page, limit: _limit, status, ...filters } = search.input;
  const counted = useRead(redInfoApi.board, filters, { every: minuteMs, keeps: true }).data?.counted;
  const countOf = (of: string) => counted && (counted.find((row) => row.status === of)?.count ?? 0);
  return (
    <ListScreen
      search={search}
      thing="红包"
      columns={columnsOf(({ id }) => void navigate(payoutPage(id)))}
      tabs={
        <ListTabs
          value={String(search.values.status ?? '')}
          change={(next) => search.set({ status: (next || undefined) as never })}
          items={[
            { value: '', label: '全部', count: counted?.reduce((sum, row) => sum + row.count, 0) },
            ...Delivery.options.map(({ value, label }) => ({ value, label, count: countOf(value) ?? undefined })),
          ]}
        />
      }
      filters={[
        textFilter('keywords', '单号', '发放单号或商户单号'),
        textFilter('uid', '消费者', '消费者编号'),
        ...together(
          selectFilter('dateType', '时间类型', PayoutTime, { placeholder: PayoutTime.label(PayoutTime.create) }),
          dateFilter('dateLimit', '时间'),
        ),
      ]}
      buttons={<ExportButton biz="red_info" endpoint={redInfoApi.export} input={{ ...filters, status }} />}
      card={{
        head: 'billNo',
        status: 'status',
        name: 'consumer',
        facts: [({ amount }) => `${moneyText(amount)} 元`, 'reason', 'createTime'],
      }}
      empty={{ icon: WalletCards, text: '消费者抽中现金后，每一笔付款都列在这里' }}
    />
  );
};
