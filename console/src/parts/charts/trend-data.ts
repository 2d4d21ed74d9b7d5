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
}

/** Fixed order of categorical colours, told apart under the common colour blindnesses. */
export const categorical = ['#3494F4', '#D4690F', '#2A2E8C', '#1E7F6E', '#7A1C2E', '#A98A9C'] as const;
/** What remains beyond the six. */
export const restColor = '#C3CBD6';
export const beforeLine = '#A3AEBD';
export const beforeBar = '#CBD3DE';

/** Colour of each series: the period before is grey, a single series takes the theme's chart colour, others the fixed order. */
export const colorsOf = (series: readonly Series[], single: string): string[] => {
  const own = series.filter((each) => !each.isBefore);
  return series.map((each) => {
    if (each.isBefore) return each.kind === 'bar' ? beforeBar : beforeLine;
    const at = own.indexOf(each);
    return own.length === 1 ? single : (categorical[at] ?? restColor);
  });
};
