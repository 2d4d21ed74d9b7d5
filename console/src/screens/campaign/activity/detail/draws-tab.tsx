import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Dices } from 'lucide-react';
import { cell, code, money, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { DrawState } from './recent-draws.tsx';
import type { DrawRow } from '../rows.ts';

const columns: Column<DrawRow>[] = [
  text('drawNo', '抽奖编号', { width: 168 }),
  text('consumer', '消费者', { width: 148 }),
  code('codeText', '编码', { width: 188 }),
  text('productName', '产品', { width: 160 }),
  text('tierName', '奖级', { width: 80 }),
  {
    ...cell<DrawRow>('prizeName', '奖品', (row) => (row.prizeType === PrizeType.none ? '谢谢参与' : row.prizeName)),
    least: 140,
  },
  money('amount', '金额', { width: 96 }),
  cell('fallback', '兜底原因', (row) => Fallback.label(row.fallback || 'NONE'), { width: 128 }),
  text('region', '地区', { width: 128 }),
  text('ip', 'IP', { width: 120 }),
  { ...cell<DrawRow>('claimStatus', '状态', (row) => <DrawState row={row} />, { width: 116 }), isStatus: true },
  time('drawnAt', '抽奖时间', { seconds: true }),
];

const won = [
  { value: 1, label: '中奖' },
  { value: 0, label: '未中奖' },
];

/** 抽奖记录 of one activity. */
export const DrawsTab = ({ activity }: { activity: Activity }) => {
  // The page is of one activity: its views are none of the list's.
  const search = { ...useSearch(activityApi.draws, { fixed: { id: activity.id } }), openView: undefined };
  return (
    <ListScreen
      search={search}
      thing="抽奖记录"
      columns={columns}
      filters={[
        textFilter('drawNo', '抽奖编号'),
        selectFilter(
          'tierId',
          '奖级',
          activity.tiers.map(({ id, tierName }) => ({ value: id, label: tierName })),
        ),
        selectFilter('isWon', '结果', won),
        dateFilter('dateLimit', '抽奖时间'),
      ]}
      card={{ head: 'drawNo', status: 'claimStatus', name: 'prizeName', facts: ['consumer', 'region', 'drawnAt'] }}
      empty={{ icon: Dices, text: '消费者抽过奖后，每一次都记在这里' }}
    />
  );
};
