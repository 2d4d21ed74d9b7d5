import { metricOf } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { useBehind } from './behind.ts';
import type { StatQuery } from './use-stat-input.ts';
import { cardMetric, changeBetween, isMetric } from './write.ts';

/** The figures of a screen, each beside the period before. */
export const StatCards = ({
  cards,
  input,
}: {
  cards: DataOf<StatApi['summary']>['cards'];
  /** What they are figures of. */
  input: StatQuery;
}) => {
  const behind = useBehind(input);
  return (
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
            to={value ? behind(code) : undefined}
            beforeLabel="上期"
            before={prev === null ? undefined : cardMetric(code, prev)}
            change={change}
            better={better ?? 'up'}
          />
        );
      })}
    </StatStrip>
  );
};
