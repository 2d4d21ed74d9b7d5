import { homeApi, TrendPeriod, type Trend, type TrendPeriod as Period } from '@zhuiyuan/contract/stats/home';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { changeOf } from '../../../parts/format/change.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { Delta } from '../../../parts/charts/stat-card.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const names: Record<Period, { now: string; before: string }> = {
  lately30: { now: '近 30 天', before: '前 30 天' },
  week: { now: '本周', before: '上周' },
  month: { now: '本月', before: '上月' },
  year: { now: '今年', before: '去年' },
};

const total = (values: Trend['current']): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const writeTimes = (value: number): string => `${countText(value)} 次`;

/** 扫码趋势: counted scans of a period against the one before. */
export const ScanTrend = () => {
  const [period, setPeriod] = useState<Period>('lately30');
  const { data, error, refetch } = useBlock(homeApi.scanTrend, { period });
  const { now, before } = names[period];
  const trend = useMemo(
    () =>
      data && {
        labels: data.labels,
        series: [
          { name: '本期', values: data.current, write: writeTimes },
          { name: '上期', values: data.previous, isBefore: true, write: writeTimes },
        ],
      },
    [data],
  );
  const [sum, sumBefore] = data ? [total(data.current), total(data.previous)] : [0, 0];
  const words = data ? `${now}共 ${countText(sum)} 次，较${before}` : '';
  const change = changeOf(sum, sumBefore);
  return (
    <ChartCard
      title="扫码趋势"
      finding={
        data && (
          <>
            {words} <Delta change={change} />
          </>
        )
      }
      findingText={`${words}${change.text}`}
      control={
        <Segmented
          aria-label="统计周期"
          value={period}
          onChange={setPeriod}
          options={TrendPeriod.options.map(({ value, label }) => ({ value, label }))}
        />
      }
      data={trend}
      error={data ? null : error}
      retry={() => void refetch()}
      height={272}
    />
  );
};
