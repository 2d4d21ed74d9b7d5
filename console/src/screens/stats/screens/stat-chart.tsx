import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { StatChart as ChartOf } from '@zhuiyuan/contract/stats/screens/stat-screen';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { useMemo } from 'react';
import { useRead } from '../../../lib/use-read.ts';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { ChinaMap } from '../../../parts/charts/china-map.tsx';
import { HeatLegend, HeatMap, hottestOf } from '../../../parts/charts/heat-map.tsx';
import { Ring } from '../../../parts/charts/ring.tsx';
import { RankBars } from '../../../parts/charts/stat-card.tsx';
import type { TrendData } from '../../../parts/charts/trend-data.ts';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { useBehind } from './behind.ts';
import type { StatQuery } from './use-stat-input.ts';
import { isMetric, sayMetric, writeMetric } from './write.ts';

type Trend = DataOf<StatApi['trend']>;
const everyMs = 60_000;
/** Rows of a ranking, and beside the map. */
const mostRanked = 10;

/** The series of a chart's own figures that the server could tell. */
const seriesOf = ({ series }: Trend, metrics: readonly MetricCode[]) =>
  metrics.flatMap((code) => series.find((one) => one.code === code) ?? []);

const shortDay = (name: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(name) ? name.slice(5) : name);

/** Lines or bars, the first of them beside the period before. */
const toTrend = (data: Trend, { kind, metrics }: ChartOf): TrendData => {
  const own = seriesOf(data, metrics);
  const drawn = kind === 'line' ? ('line' as const) : ('bar' as const);
  const first = own[0];
  const write = (code: string) => (value: number) => (isMetric(code) ? sayMetric(code, value) : String(value));
  const kinds = new Set(own.map(({ code }) => (isMetric(code) ? metricOf(code).kind : '')));
  const scaled = (code: string, value: number | null) =>
    value !== null && isMetric(code) && metricOf(code).kind === 'rate' ? value * 100 : value;
  const written = (code: string) => (value: number) =>
    isMetric(code) && metricOf(code).kind === 'rate' ? sayMetric(code, value / 100) : write(code)(value);
  return {
    labels: data.x.map(({ name }) => shortDay(name)),
    isStacked: kind === 'stack',
    ...(kinds.size === 1 && kinds.has('rate') ? { unit: '%' } : {}),
    series: [
      ...own.map(({ code, label, data: values }) => ({
        name: label,
        kind: drawn,
        values: values.map((value) => scaled(code, value)),
        write: written(code),
        // Money reads on an axis of its own beside counts.
        isRight: kinds.size > 1 && isMetric(code) && metricOf(code).kind !== metricOf(metrics[0]).kind,
      })),
      ...(kind === 'line' && first?.prev
        ? [
            {
              name: `${first.label}（上期）`,
              values: first.prev.map((value) => scaled(first.code, value)).slice(0, data.x.length),
              isBefore: true,
              write: written(first.code),
            },
          ]
        : []),
    ],
  };
};

/** A row of a chart that is not over time. */
interface Part {
  id: number;
  name: string;
  value: number;
  before?: number;
  to: string | undefined;
}

const MapOf = ({ parts, code }: { parts: readonly Part[]; code: MetricCode }) => (
  <div className="zy-stats-map">
    <ChinaMap
      label={`各省${metricOf(code).label}`}
      height={320}
      unit={` ${metricOf(code).unit}`}
      heat={parts.filter(({ id }) => id !== 0).map(({ name, value }) => ({ province: name, value }))}
    />
    <RankBars
      rows={parts.slice(0, mostRanked).map(({ name, value, to }) => ({ name, value, to }))}
      write={(value) => writeMetric(code, value)}
    />
  </div>
);

const Body = ({ chart: { kind, metrics, by }, data, input }: { chart: ChartOf; data: Trend; input: StatQuery }) => {
  const behind = useBehind(input);
  const code = metrics[0];
  const own = seriesOf(data, [code])[0];
  const isEmpty = !own || own.data.every((value) => !value);
  if (isEmpty) return <p className="zy-block-note">这段时间没有数据</p>;
  const write = (value: number) => writeMetric(code, value);
  if (kind === 'heat')
    return (
      <div className="zy-sheet-body">
        <HeatMap values={own.data} write={(value) => sayMetric(code, value)} label={`一周各时段的${own.label}`} />
      </div>
    );
  // Charts of one axis share their rows, each has an order of its own.
  const parts = data.x
    .map(({ id, name }, at): Part => ({
      id,
      name,
      value: own.data[at] ?? 0,
      ...(own.prev ? { before: own.prev[at] ?? 0 } : {}),
      to: behind(code, { by, id }),
    }))
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value || one.id - other.id);
  if (kind === 'map') return <MapOf parts={parts} code={code} />;
  if (kind === 'ring')
    return (
      <div className="zy-sheet-body">
        <Ring parts={parts} unit={metricOf(code).unit} write={write} />
      </div>
    );
  const known = parts.filter(({ id }) => id !== 0).slice(0, mostRanked);
  return <RankBars rows={known} write={write} better={metricOf(code).better} />;
};

/** A chart of a statistics screen. Charts of one axis share one call. */
export const StatChart = ({
  chart,
  endpoint,
  input,
}: {
  chart: ChartOf;
  endpoint: StatApi['trend'];
  input: StatQuery;
}) => {
  const { data, error, refetch } = useRead(endpoint, { ...input, groupBy: chart.by }, { every: everyMs, keeps: true });
  const isOverTime = chart.by === 'day' || chart.by === 'hour';
  const trend = useMemo(() => (data && isOverTime ? toTrend(data, chart) : undefined), [data, chart, isOverTime]);
  const problem = error && !data ? error : null;
  if (isOverTime)
    return <ChartCard title={chart.title} data={trend} error={problem} retry={() => void refetch()} height={240} />;
  const heat = chart.kind === 'heat' && data ? hottestOf(seriesOf(data, chart.metrics)[0]?.data ?? []) : undefined;
  const { label, unit } = metricOf(chart.metrics[0]);
  return (
    <Sheet
      title={chart.title}
      finding={
        heat ? `最热：${heat.name}，${sayMetric(chart.metrics[0], heat.value)}` : unit ? `${label}，${unit}` : label
      }
      extra={chart.kind === 'heat' ? <HeatLegend /> : undefined}
      isFlush
    >
      {problem && <BlockFailed error={problem} retry={refetch} />}
      {!problem && !data && <p className="zy-block-note">加载中</p>}
      {data && <Body chart={chart} data={data} input={input} />}
    </Sheet>
  );
};
