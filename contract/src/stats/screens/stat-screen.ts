import type { MetricCode } from '../figures/metric.ts';
import type { StatAxis } from './stat-axis.ts';

/** A chart: figures laid out by one axis. */
export interface StatChart {
  title: string;
  /** How it is drawn: lines or bars over time, parts of a whole, a ranking, the map of China, hours of the week. */
  kind: 'line' | 'bar' | 'stack' | 'ring' | 'rank' | 'map' | 'heat';
  by: StatAxis;
  metrics: readonly [MetricCode, ...MetricCode[]];
}

/** A statistics screen as data: what it shows of which figures. A figure that is not kept under what is asked stays away. */
export interface StatScreen {
  title: string;
  /** The whole address, or what stands below /lottery/ai/dataStats. */
  path: string;
  /** Asked for, where it is not one of 数据统计. */
  may?: `admin:lottery:${string}`;
  /** All of it is of games without a code alone. */
  isOfGames?: true;
  cards: readonly MetricCode[];
  charts: readonly StatChart[];
  /** What its table is grouped by, the first at first, and its columns. */
  groups: readonly { by: StatAxis; columns: readonly MetricCode[] }[];
  /** What one row may be chosen of, and what it is then still told by beside days. */
  filters: readonly { dim: StatAxis; by: readonly StatAxis[] }[];
}
