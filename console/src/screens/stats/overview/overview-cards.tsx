import type { Metric } from '@zhuiyuan/contract/stats/figures/metric';
import { overviewMetrics, type OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { changeOf, pointsOf } from '../../../parts/format/change.ts';
import { cardText, countText, moneyText, percentText } from '../../../parts/format/numbers.ts';
import type { Summary } from './overview-bar.tsx';

/** A figure without its unit; `—` where it says nothing. */
export const writeOverview = (code: OverviewCode, value: number | null): string => {
  if (value === null) return '—';
  const { kind, unit }: Metric = overviewMetrics[code];
  if (kind === 'money' || unit === '元') return moneyText(value);
  if (kind === 'rate') return percentText(value);
  return kind === 'average' ? countText(Math.round(value * 100) / 100) : cardText(value);
};

/** Figures of an overview in the order of `codes`, each beside the period before; `linkOf` says where the rows behind one stand. */
export const OverviewCards = ({
  label,
  codes,
  summary,
  note,
  linkOf,
  beforeLabel = '上期',
}: {
  label: string;
  codes: readonly OverviewCode[];
  summary: Summary | undefined;
  note?: Partial<Record<OverviewCode, string>>;
  linkOf?: (code: OverviewCode) => string | undefined;
  beforeLabel?: string;
}) => (
  <StatStrip label={label}>
    {codes.map((code) => {
      const metric: Metric = overviewMetrics[code];
      const card = summary?.cards.find((one) => one.code === code);
      const [value, prev] = [card?.value ?? null, card?.prev ?? null];
      const change = metric.kind === 'rate' ? pointsOf : changeOf;
      return (
        <StatCard
          key={code}
          label={metric.label}
          hint={metric.hint}
          value={summary ? writeOverview(code, value) : '-'}
          unit={value === null ? undefined : metric.unit}
          note={note?.[code]}
          beforeLabel={beforeLabel}
          before={prev === null ? undefined : writeOverview(code, prev)}
          change={value === null || prev === null ? undefined : change(value, prev)}
          better={metric.better ?? 'up'}
          to={value === null ? undefined : linkOf?.(code)}
        />
      );
    })}
  </StatStrip>
);
