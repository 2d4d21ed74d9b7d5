import { SettleState, shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { shopVerApi, type VerLogRow } from '@zhuiyuan/contract/redeem/verification';
import { Button } from 'antd';
import PackageCheck from 'icon:package-check';
import { moneyText } from '../../../parts/format/numbers.ts';
import { EnumDot } from '../../../parts/format/tag.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { toast } from '../../../lib/toast.ts';
import { cell, code, enumTag, extra, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activityFilter, prizeFilter } from '../../../parts/pickers/activity-input.tsx';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { ClearDialog, useClearDialog } from './clear-dialog.tsx';
import type { TabProps } from './use-shop-tab.ts';

/** 核销日志: each prize that a shop handed out. */
export const VerLogList = ({ tabs }: TabProps) => {
  const search = useSearch(shopVerApi.verLogList);
  const clear = useClearDialog();
  const { shopId } = search.values;
  const sum = search.answer?.sum;
  const columns: Column<VerLogRow>[] = [
    name('shopName', '门店', { least: 140 }),
    text('verNo', '核销单号', { width: 164 }),
    enumTag('status', '状态', VerStatus, { width: 84 }),
    text('agentName', '经销商', { width: 150 }),
    text('prizeName', '奖品', { width: 140 }),
    money('dedAmount', '抵扣金额', { width: 108 }),
    cell(
      'settleState',
      '结算',
      ({ status, settleState }) =>
        status === VerStatus.reversed ? '-' : <EnumDot of={SettleState} value={settleState} />,
      { width: 104 },
    ),
    time('verAt', '核销时间', { seconds: true }),
    text('activityName', '活动', { width: 140 }),
    extra(code('code', '标识码', { width: 200 })),
    extra(text('userName', '消费者', { width: 92 })),
    extra(text('address', '核销地点', { width: 200 })),
    ...useFirmColumn<VerLogRow>(),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="核销日志"
        tabs={tabs}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          shopFilter('shopId'),
          useAgentFilter('agentId'),
          activityFilter('activityId'),
          prizeFilter('prizeId'),
          textFilter('verNo', '核销单号'),
          selectFilter('settleState', '结算', SettleState),
          dateFilter('dateLimit', '核销时间'),
        ]}
        buttons={
          <>
            <ExportButton biz="shopVer" endpoint={shopVerApi.verLogExport} input={search.values} />
            <May of={shopSettlementApi.clear.may}>
              <Button
                onClick={() => (shopId ? void clear.open(Number(shopId)) : toast.warning('请先在筛选里选择一家门店'))}
              >
                清零抵扣
              </Button>
            </May>
          </>
        }
        sums={sum && { dedAmount: <span title="不含已冲正的">{moneyText(sum.dedAmount)}</span> }}
        card={{
          head: 'verNo',
          status: 'status',
          name: 'shopName',
          facts: ['prizeName', ({ dedAmount }) => `抵扣 ¥${moneyText(dedAmount)}`, 'verAt'],
        }}
        empty={{ icon: PackageCheck, text: '门店在手机上核销实物奖品后，逐笔记在这里。' }}
      />
      <ClearDialog dialog={clear} />
    </>
  );
};
