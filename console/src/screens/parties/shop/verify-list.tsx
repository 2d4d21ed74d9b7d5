import { shopVerApi, type VerifyRow } from '@zhuiyuan/contract/redeem/verification';
import PackageCheck from 'icon:package-check';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { acts, count, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activityFilter } from '../../../parts/pickers/activity-input.tsx';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import type { TabProps } from './use-shop-tab.ts';

/** 核销统计: what each shop handed out. */
export const VerifyList = ({ tabs, go }: TabProps) => {
  const search = useSearch(shopVerApi.verifyList);
  const sum = search.answer?.sum;
  const { activityId, dateLimit } = search.values;
  const open = (row: VerifyRow) =>
    go('ver', { shopId: row.shopId, ...(activityId && { activityId }), ...(dateLimit && { dateLimit }) });
  const columns: Column<VerifyRow>[] = [
    name('shopName', '门店', { open }),
    text('agentName', '经销商', { width: 180 }),
    count('verCnt', '核销数', { width: 84 }),
    money('verAmount', '核销金额'),
    count('todayCount', '今日核销', { width: 84 }),
    count('reversedCount', '冲正数', { width: 76 }),
    money('unsettledAmount', '未结算'),
    time('lastVerAt', '最近核销', { seconds: true }),
    ...useFirmColumn<VerifyRow>(),
    acts((row) => [{ label: '核销日志', run: () => open(row) }]),
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
        activityFilter('activityId'),
        dateFilter('dateLimit', '核销时间'),
      ]}
      sums={
        sum && {
          verCnt: countText(sum.verCnt),
          verAmount: moneyText(sum.verAmount),
          unsettledAmount: moneyText(sum.unsettledAmount),
        }
      }
      card={{
        head: 'agentName',
        name: 'shopName',
        facts: [
          ({ verCnt }) => `核销 ${countText(verCnt)} 件`,
          ({ unsettledAmount }) => `未结算 ¥${moneyText(unsettledAmount)}`,
          'lastVerAt',
        ],
      }}
      empty={{ icon: PackageCheck, text: '门店在手机上核销实物奖品后，按门店汇总在这里。' }}
    />
  );
};
