import { activityApi, type Activity, type TierInfo } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { oddsText } from '@zhuiyuan/contract/kit/decimal';
import { StockMoves } from './stock-moves.tsx';
import { useState } from 'react';
import { useAct } from '../../../../parts/feedback/use-act.ts';
import { countText } from '../../../../parts/format/numbers.ts';
import { Tag } from '../../../../parts/format/tag.tsx';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { acts, cell, count, text, type Column } from '../../../../parts/list/columns.tsx';
import { PlainTable } from '../../../../parts/list/plain-table.tsx';
import { AddStock, type Stocked } from '../add-stock.tsx';
import { PrizeMark } from '../tiers/prize-mark.tsx';
import { termsOfTier } from '../values.ts';
import '../editor/editor.css';

const changed = [activityApi.info, activityApi.counts, activityApi.list, activityApi.stockMoves];
const limit = (value: number | null): string => (value === null ? '不限' : countText(value));

const facts: Column<TierInfo>[] = [
  text('tierName', '奖级', { width: 88 }),
  cell('prizeName', '奖品', (tier) => <PrizeMark prize={termsOfTier(tier)} />, { width: 240 }),
  cell('weight', '中奖概率', (tier) => `${oddsText(tier.weight)}%`, { width: 96, align: 'right' }),
  count('stockTotal', '库存', { width: 96 }),
  count('issued', '已发出', { width: 96 }),
  count('left', '剩余', { width: 96 }),
  cell('dayCap', '每日限量', (tier) => limit(tier.dayCap), { width: 88, align: 'right' }),
  cell('hourCap', '每小时限量', (tier) => limit(tier.hourCap), { width: 96, align: 'right' }),
  cell('userCap', '每人限中', (tier) => limit(tier.userCap), { width: 88, align: 'right' }),
  cell(
    'isOn',
    '状态',
    (tier) => {
      if (!tier.isOn) return <Tag tone="wait">暂停发放</Tag>;
      return tier.left === 0 ? <Tag tone="gone">已发完</Tag> : <Tag tone="good">发放中</Tag>;
    },
    { width: 104 },
  ),
];

/** 奖品与库存: what is left of every tier, and whether it is given out. */
export const TiersTab = ({ activity }: { activity: Activity }) => {
  const [stocked, setStocked] = useState<Stocked>();
  const put = useAct(activityApi.tierStatus, { refresh: changed });
  const isPublished =
    activity.status === ActivityStatus.planned ||
    activity.status === ActivityStatus.running ||
    activity.status === ActivityStatus.paused;
  const isPaused = activity.status === ActivityStatus.paused;
  const columns = [
    ...facts,
    ...(isPublished
      ? [
          acts<TierInfo>((tier) => [
            {
              label: '追加库存',
              may: activityApi.addStock.may,
              run: () => setStocked({ id: activity.id, actName: activity.actName, tierId: tier.id }),
            },
            tier.isOn
              ? {
                  label: '暂停发放',
                  may: activityApi.tierStatus.may,
                  confirm: `暂停发放后不再发出「${tier.tierName}」，恢复发放后才能继续活动，确定暂停发放？`,
                  blocked: isPaused ? undefined : '活动暂停后才能暂停发放奖级',
                  run: () => put({ tierId: tier.id, isOn: false }),
                }
              : {
                  label: '恢复发放',
                  may: activityApi.tierStatus.may,
                  run: () => put({ tierId: tier.id, isOn: true }),
                },
          ]),
        ]
      : []),
  ];
  return (
    <>
      <Sheet
        title="奖品与库存"
        finding={`${activity.tiers.length} 个奖级，剩余 ${countText(activity.stockLeft)} / ${countText(activity.stockTotal)}`}
        isFlush
      >
        <PlainTable columns={columns} rows={activity.tiers} keyOf={({ id }) => id} empty="还没有奖级" />
      </Sheet>
      <StockMoves activity={activity} />
      <AddStock of={stocked} close={() => setStocked(undefined)} refresh={changed} />
    </>
  );
};
