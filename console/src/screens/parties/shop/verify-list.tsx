import { shopSettlementApi, type VerifyRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { BadgeCheck } from 'lucide-react';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, count, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import type { Card } from '../../../parts/list/list-cards.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { Sums } from './sums.tsx';
import type { TabProps } from './use-shop-tab.ts';

const card: Card<VerifyRow> = {
  head: 'agentName',
  name: 'shopName',
  facts: [(row) => `核销 ${countText(row.verCnt)} 次`, (row) => `¥${moneyText(row.verAmount)}`, 'lastVerAt'],
};

/** 核销统计: what each shop has verified. */
export const VerifyList = ({ tabs, go }: TabProps) => {
  const search = useSearch(shopSettlementApi.verifyList);
  const sum = search.answer?.sum;
  const columns: Column<VerifyRow>[] = [
    name('shopName', '门店'),
    text('agentName', '经销商', { width: 152 }),
    count('verCnt', '核销数'),
    money('verAmount', '核销金额'),
    count('todayCount', '今日核销'),
    count('reversedCount', '冲正数'),
    money('unsettledAmount', '未结算'),
    ...useFirmColumn<VerifyRow>(),
    time('lastVerAt', '最近核销', { seconds: true }),
    acts((row) => [{ label: '核销日志', run: () => go('verLog', { shopId: row.shopId }) }]),
  ];
  return (
    <ListScreen
      search={search}
      thing="核销统计"
      tabs={tabs}
      columns={columns}
      keyOf={(row) => row.shopId}
      filters={[
        ...useFirmFilter(),
        textFilter('keywords', '门店', '名称或编号'),
        useAgentFilter('agentId'),
        dateFilter('dateLimit', '核销时间'),
      ]}
      notice={
        sum &&
        search.total > 0 && (
          <Sums
            items={[
              { label: '核销数', value: sum.verCnt, isCount: true },
              { label: '核销金额', value: sum.verAmount },
              { label: '未结算', value: sum.unsettledAmount },
            ]}
          />
        )
      }
      card={card}
      empty={{ icon: BadgeCheck, text: '门店核销奖品后，在这里按门店汇总。' }}
    />
  );
};
