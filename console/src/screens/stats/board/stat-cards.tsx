import { metricOf } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { cardMetric, changeBetween, isMetric } from './write.ts';

/** The figures of a screen, each beside the period before. */
export const StatCards = ({
  cards,
  note,
}: {
  cards: DataOf<StatApi['summary']>['cards'];
  /** Said under a figure, by its code. */
  note?: Readonly<Record<string, string | undefined>>;
}) => (
  <StatStrip>
    {cards.map(({ code, label, unit, value, prev }) => {
      if (!isMetric(code)) return null;
      const { hint, better } = metricOf(code);
      const change = changeBetween(code, value, prev);
      return (
        <StatCard
          key={code}
          label={label}
          value={cardMetric(code, value)}
          unit={value === null ? undefined : unit}
          hint={hint}
          note={note?.[code]}
          beforeLabel="上期"
          before={prev === null ? undefined : cardMetric(code, prev)}
          change={change}
          better={better ?? 'up'}
        />
      );
    })}
  </StatStrip>
);
