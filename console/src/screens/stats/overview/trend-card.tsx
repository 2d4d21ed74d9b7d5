import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { aiApi } from '@zhuiyuan/contract/stats/overview/ai';
import { overviewMetrics, type OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import type { Metric } from '@zhuiyuan/contract/stats/figures/metric';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { writeOverview } from './overview-cards.tsx';

type Trend = DataOf<typeof aiApi.trend>;

/** At most so many are told apart at a glance. */
const most = 3;
const shortDay = (name: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(name) ? name.slice(5) : name);
const isMoney = (code: OverviewCode): boolean => {
  const { kind, unit }: Metric = overviewMetrics[code];
  return kind === 'money' || unit === '元';
};

/** Lines over the days, of up to three figures that are chosen; of one the period before lies beside it. */
export const TrendCard = ({
  title,
  data,
  error,
  retry,
  first,
}: {
  title: string;
  data: Trend | undefined;
  error: { message: string } | null;
  retry: () => void;
  /** Drawn at first. */
  first: readonly OverviewCode[];
}) => {
  const [chosen, setChosen] = useState<readonly OverviewCode[]>(first);
  const offered = data?.series.map(({ code, label }) => ({ value: code as OverviewCode, label })) ?? [];
  const codes = useMemo(() => {
    const known = chosen.filter((code) => data?.series.some((one) => one.code === code));
    return known.length > 0 ? known : ((data?.series.slice(0, 1).map(({ code }) => code) ?? []) as OverviewCode[]);
  }, [chosen, data]);
  const trend = useMemo(() => {
    if (!data) return undefined;
    const drawn = codes.flatMap((code) => data.series.find((one) => one.code === code) ?? []);
    const isMixed = codes.some(isMoney) && !codes.every(isMoney);
    const write = (code: string) => (value: number) =>
      [writeOverview(code as OverviewCode, value), overviewMetrics[code as OverviewCode].unit]
        .filter(Boolean)
        .join(' ');
    const before = drawn.length === 1 ? drawn[0]?.prev : undefined;
    return {
      labels: data.x.map(({ name }) => shortDay(name)),
      series: [
        ...drawn.map(({ code, label, data: values }) => ({
          name: label,
          values,
          write: write(code),
          isRight: isMixed && isMoney(code as OverviewCode),
        })),
        ...(before
          ? [
              {
                name: `${drawn[0]!.label}（上期）`,
                values: before.slice(0, data.x.length),
                isBefore: true,
                write: write(drawn[0]!.code),
              },
            ]
          : []),
      ],
    };
  }, [data, codes]);
  return (
    <ChartCard
      title={title}
      control={
        offered.length > 1 && (
          <Select
            mode="multiple"
            className="zy-over-metrics"
            aria-label="指标"
            value={[...codes]}
            options={offered}
            maxCount={most}
            maxTagCount="responsive"
            onChange={(next) => setChosen(next)}
          />
        )
      }
      data={trend}
      error={data ? null : error}
      retry={retry}
      height={272}
    />
  );
};
