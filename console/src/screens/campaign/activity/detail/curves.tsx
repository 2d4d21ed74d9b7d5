import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useRead } from '../../../../lib/use-read.ts';
import { ChartCard } from '../../../../parts/charts/chart-card.tsx';
import { RankBars } from '../../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../../parts/feedback/block-failed.tsx';
import { countText, percentText } from '../../../../parts/format/numbers.ts';
import { Sheet } from '../../../../parts/frame/sheet.tsx';
import { findingOf, toDraws, toRemainders } from './curve-data.ts';

type By = 'day' | 'hour';
const ways = [
  { value: 'day', label: '按天' },
  { value: 'hour', label: '按时' },
] as const;
const everyMs = 60_000;

/** How fast budget and prizes go, and what is drawn: by days, or by the hours of the last three. */
export const Curves = ({ activity }: { activity: Activity }) => {
  const [by, setBy] = useState<By>('day');
  const { id, endAt, status, publishedAt } = activity;
  const { data, error, refetch } = useRead(activityApi.curve, { id, by }, { every: everyMs, keeps: true });
  if (publishedAt === null) return null;
  const isOver = status === ActivityStatus.ended;
  const hasBudget = activity.budgetAmount > 0;
  const choice = <Segmented size="small" options={[...ways]} value={by} onChange={setBy} />;
  const shared = { error: data ? null : error, retry: () => void refetch() };
  return (
    <>
      <ChartCard
        {...shared}
        title={hasBudget ? '预算与奖品剩余' : '奖品剩余'}
        finding={data && by === 'day' && !isOver ? findingOf(data, endAt, hasBudget) : undefined}
        control={choice}
        height={272}
        data={data && toRemainders(data, by, { endAt, isOver, hasBudget })}
      />
      <ChartCard {...shared} title="抽奖趋势" control={choice} data={data && toDraws(data, by)} />
    </>
  );
};

/** Provinces that are shown by name; the others are one. */
const mostNamed = 6;

/** 地区排行: where it is drawn. The parts add up to all draws. */
export const Regions = ({ id }: { id: number }) => {
  const { data, error, refetch } = useRead(activityApi.regions, { id }, { every: everyMs, keeps: true });
  const named = data?.regions.filter(({ name }) => name !== '').slice(0, mostNamed) ?? [];
  const rest = (data?.total ?? 0) - named.reduce((sum, { draws }) => sum + draws, 0);
  const written = (draws: number) => `${countText(draws)}  ${percentText(draws / Math.max(1, data?.total ?? 0))}`;
  return (
    <Sheet title="地区排行" finding="抽奖次数" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.total === 0 && <p className="zy-draws-none">还没有人抽奖</p>}
      {data && data.total > 0 && (
        <div className="zy-activity-regions">
          <RankBars
            rows={[
              ...named.map(({ name, draws }) => ({ name, value: draws })),
              ...(rest > 0 ? [{ name: '其他', value: rest }] : []),
            ]}
            write={written}
          />
        </div>
      )}
    </Sheet>
  );
};
