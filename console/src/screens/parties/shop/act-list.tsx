import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { ActStatus, shopSettlementApi, type BindActRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { Gift } from 'lucide-react';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { acts, count, enumDot, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { selectFilter } from '../../../parts/list/filters.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { shopFilter } from '../shop-input.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import type { TabProps } from './use-shop-tab.ts';

/** 绑定活动: which activities' prizes a shop may verify. */
export const ActList = ({ tabs }: TabProps) => {
  const search = useSearch(shopSettlementApi.bindActList);
  const remove = useAct(shopSettlementApi.bindActRemove, {
    done: '删除成功',
    refresh: [shopSettlementApi.bindActList],
  });
  const columns: Column<BindActRow>[] = [
    name('shopName', '门店'),
    text('agentName', '经销商', { width: 180 }),
    text('actName', '活动名称', { width: 220 }),
    enumTag('actStatus', '活动状态', ActStatus),
    time('bindAt', '绑定时间', { seconds: true }),
    enumDot('bindSource', '来源', RowSource, { width: 72 }),
    count('verCnt', '核销数'),
    ...useFirmColumn<BindActRow>(),
    acts((row) => [
      {
        label: '解绑',
        may: shopSettlementApi.bindActRemove.may,
        confirm: '解绑后该门店不能再核销此活动的奖品，确定解绑？',
        run: () => remove({ id: row.id }),
      },
    ]),
  ];
  return (
    <ListScreen
      search={search}
      thing="绑定活动"
      tabs={tabs}
      columns={columns}
      filters={[
        ...useFirmFilter(),
        useAgentFilter('agentId'),
        shopFilter('shopId'),
        selectFilter('status', '活动状态', ActStatus),
      ]}
      card={{ head: 'agentName', status: 'actStatus', name: 'shopName', facts: ['actName', 'bindAt'] }}
      empty={{ icon: Gift, text: '门店绑定活动后，可以核销该活动的奖品。' }}
    />
  );
};
