import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import type { StockMove } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import PackagePlus from 'icon:package-plus';
import { countText } from '../../../../parts/format/numbers.ts';
import { cell, enumTag, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, selectFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useLocalSearch } from '../../../../parts/list/use-local-search.ts';

const signed = (delta: number): string => (delta > 0 ? `+${countText(delta)}` : `−${countText(-delta)}`);

const columns: Column<StockMove>[] = [
  time('at', '时间', { seconds: true }),
  enumTag('kind', '类型', StockMoveKind, { width: 88 }),
  text('tierName', '奖级', { width: 104 }),
  { ...text<StockMove>('prizeName', '奖品'), least: 160 },
  cell('delta', '数量', ({ delta }) => signed(delta), { width: 112, align: 'right' }),
  text('remark', '原因', { width: 240 }),
  text('operatorName', '操作人', { width: 112 }),
];

/** 库存变动: who gave the tiers of an activity how many prizes, and what came back of what was won. */
export const StockMoves = ({ activity }: { activity: Activity }) => {
  const search = useLocalSearch(activityApi.stockMoves, { fixed: { id: activity.id } });
  return (
    <section className="zy-activity-stock" aria-label="库存变动">
      <ListScreen
        search={search}
        thing="库存变动"
        columns={columns}
        filters={[
          selectFilter(
            'tierId',
            '奖级',
            activity.tiers.map(({ id, tierName }) => ({ value: id, label: tierName })),
          ),
          selectFilter('kind', '类型', StockMoveKind),
          dateFilter('dateLimit', '时间'),
        ]}
        tabs={<h2 className="zy-activity-stock-title">库存变动</h2>}
        card={{
          head: 'at',
          status: 'kind',
          name: 'prizeName',
          facts: [({ delta }) => `${signed(delta)} 份`, 'remark', 'operatorName'],
        }}
        empty={{ icon: PackagePlus, text: '发布、追加和退回的每一次变动都记在这里；抽奖发出的见抽奖记录' }}
      />
    </section>
  );
};
