import type { ChartColors } from './chart-colors.ts';

/** One series of a trend. */
export interface Series {
  name: string;
  /** One value per label; null where there is none (not come yet). */
  values: readonly (number | null)[];
  kind?: 'line' | 'bar';
  /** The period before: always grey, dashed as a line. */
  isBefore?: boolean;
  /** Reads on the right axis: amount + count only. */
  isRight?: boolean;
  /** How a value is written in the tooltip and the table. */
  write?: (value: number) => string;
}

/** What a trend shows, as a chart and as a table. */
export interface TrendData {
  labels: readonly string[];
  series: readonly Series[];
  /** Its bars are parts of one. */
  isStacked?: boolean;
  /** Stands behind the numbers of the left axis. */
  unit?: '%';
}

/** Colour of each series: the period before is grey, a single series takes the theme's chart colour, others the fixed order. */
export const colorsOf = (series: readonly Series[], colors: ChartColors): string[] => {
  const own = series.filter((each) => !each.isBefore);
  return series.map((each) => {
    if (each.isBefore) return each.kind === 'bar' ? colors.beforeBar : colors.beforeLine;
    const at = own.indexOf(each);
    return own.length === 1 ? colors.single : (colors.categorical[at] ?? colors.rest);
  });
};
