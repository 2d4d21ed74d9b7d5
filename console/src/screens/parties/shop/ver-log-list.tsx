import {
  SettleState,
  shopSettlementApi,
  VerState,
  type VerLogRow,
} from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { Button } from 'antd';
import { BadgeCheck } from 'lucide-react';
import { toast } from '../../../lib/toast.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { code, enumDot, enumTag, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { shopFilter } from '../shop-input.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { ClearDialog, useClearDialog } from './clear-dialog.tsx';
import { Sums } from './sums.tsx';
import type { TabProps } from './use-shop-tab.ts';

const columns: Column<VerLogRow>[] = [
  name('shopName', '门店'),
  text('verNo', '核销单号', { width: 176 }),
  text('agentName', '经销商', { width: 156 }),
  text('activityName', '活动', { width: 156 }),
  text('prizeName', '奖品', { width: 140 }),
  code('code', '标识码', { width: 188 }),
  text('userName', '消费者', { width: 88 }),
  text('phone', '手机号', { width: 108 }),
  money('dedAmount', '抵扣金额'),
  text('staffName', '核销人', { width: 84 }),
  enumTag('status', '状态', VerState),
  enumDot('settleState', '结算', SettleState, { width: 100 }),
  time('verAt', '核销时间', { seconds: true }),
  text('address', '核销地点', { width: 200 }),
];

/** 核销日志: every prize verified in a shop. */
export const VerLogList = ({ tabs }: TabProps) => {
  const search = useSearch(shopSettlementApi.verLogList);
  const clear = useClearDialog();
  const firm = useFirmColumn<VerLogRow>();
  const sum = search.answer?.sum;
  const shopId = Number(search.values.shopId);
  const openClear = () => (shopId ? clear.open(shopId) : toast.warning('请先在筛选中选择一家门店'));
  return (
    <>
      <ListScreen
        search={search}
        thing="核销记录"
        tabs={tabs}
        columns={[...columns, ...firm]}
        filters={[
          ...useFirmFilter(),
          useAgentFilter('agentId'),
          shopFilter('shopId'),
          textFilter('verNo', '核销单号'),
          textFilter('phone', '手机号'),
          selectFilter('settleState', '结算', SettleState),
          dateFilter('dateLimit', '核销时间'),
        ]}
        buttons={
          <>
            <May of={shopSettlementApi.clear.may}>
              <Button onClick={openClear}>清零抵扣</Button>
            </May>
            <ExportButton endpoint={shopSettlementApi.verLogExport} input={search.values} />
          </>
        }
        notice={sum && search.total > 0 && <Sums items={[{ label: '抵扣金额', value: sum.dedAmount }]} />}
        card={{ head: 'verNo', status: 'status', name: 'shopName', facts: ['prizeName', 'dedAmount', 'verAt'] }}
        empty={{ icon: BadgeCheck, text: '门店核销奖品后，每一笔都记在这里。' }}
      />
      <ClearDialog dialog={clear} />
    </>
  );
};
