import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { AnswerOf } from '@zhuiyuan/contract/kit/endpoint';
import { isTimeless, readTotals } from '../read/read-metrics.ts';
import type { Question } from './ask.ts';

/** Change against the period before: as a part of it, of shares their difference; null where nothing can be said. */
const changeOf = (code: MetricCode, value: number | null, prev: number | null): number | null => {
  if (value === null || prev === null) return null;
  if (metricOf(code).kind === 'rate') return value - prev;
  return prev === 0 ? null : (value - prev) / Math.abs(prev);
};

/** The figures above a screen, each beside the period before. */
export const summarise = async ({
  db,
  screen,
  firms,
  time,
  whole,
  now,
}: Question): Promise<AnswerOf<StatApi['summary']>> => {
  const { range, before, asOf } = time;
  const [values, earlier] = await Promise.all([
    readTotals(db, now, whole, screen.cards),
    before &&
      readTotals(
        db,
        { firms, span: before, asOf },
        whole,
        screen.cards.filter((code) => !isTimeless(code)),
      ),
  ]);
  const cards = screen.cards
    .filter((code) => code in values)
    .map((code) => {
      const { label, unit } = metricOf(code);
      const [value, prev] = [values[code] ?? null, earlier?.[code] ?? null];
      return { code, label, unit, value, prev, ratio: changeOf(code, value, prev) };
    });
  const days = ({ start, end }: typeof range) => ({ start, end });
  return { cards, range: days(range), before: before && days(before), asOf };
};
