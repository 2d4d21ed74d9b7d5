import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { useMemo } from 'react';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useBlock } from '../../../parts/feedback/use-block.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** 启用与扫码趋势: bars for codes activated (left), a line for counted scans (right), day by day. */
export const LifeTrendCard = ({ dateLimit }: { dateLimit: string }) => {
  const { data, error, refetch } = useBlock(identityHomeApi.trend, { dateLimit });
  const trend = useMemo(
    () =>
      data && {
        labels: data.labels.map((day) => day.slice(5)),
        series: [
          {
            name: '启用',
            values: data.active,
            kind: 'bar' as const,
            write: (value: number) => `${countText(value)} 个`,
          },
          { name: '扫码', values: data.scans, isRight: true, write: (value: number) => `${countText(value)} 次` },
        ],
      },
    [data],
  );
  const words = data ? `共启用 ${countText(sum(data.active))} 个，扫码 ${countText(sum(data.scans))} 次` : '';
  return (
    <ChartCard
      title="启用与扫码趋势"
      finding={words}
      data={trend}
      error={data ? null : error}
      retry={() => void refetch()}
      height={272}
    />
  );
};
