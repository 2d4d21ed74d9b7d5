import type { ChartColors } from './chart-colors.ts';

/** One series of a trend. */
export interface Series {
  name: string;
  /** One value per label; null where there is none (not come yet). */
  values: readonly (number | null)[];
  kind?: 'line' | 'bar';
  /** The period before: always grey, dashed as a line. */
  isBefore?: boolean;
  /** Name of the series it carries on as a guess: in that one's colour, dashed. */
  guessOf?: string;
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
  /** Stands behind the numbers of the left axis: `%`. */
  unit?: string;
}

/** Whether a series says what was counted in the period shown: neither the period before nor a guess. */
export const isOwn = ({ isBefore, guessOf }: Series): boolean => !isBefore && guessOf === undefined;

/** Colour of each series: the period before is grey, a single series takes the theme's chart colour, others the fixed order; a guess that of what it carries on. */
export const colorsOf = (series: readonly Series[], colors: ChartColors): string[] => {
  const own = series.filter(isOwn);
  const ownColor = (each: Series | undefined) =>
    own.length === 1 ? colors.single : ((each && colors.categorical[own.indexOf(each)]) ?? colors.rest);
  return series.map((each) => {
    if (each.isBefore) return each.kind === 'bar' ? colors.beforeBar : colors.beforeLine;
    return ownColor(each.guessOf === undefined ? each : own.find(({ name }) => name === each.guessOf));
  });
};

const steps = [1, 2, 2.5, 5, 10] as const;
const fewestParts = 3;
const usualParts = 4;
const mostParts = 5;

/** Where an axis from 0 ends and how far its lines lie apart. */
export interface Scale {
  max: number;
  interval: number;
}

/** The tightest round axis for values up to `most`, of three to five parts (fewer where counts have no halves); nothing where there is nothing above 0. */
export const scaleOf = (most: number, isWhole: boolean): Scale | undefined => {
  if (!(most > 0)) return undefined;
  const power = 10 ** Math.floor(Math.log10(most / mostParts));
  const scales = steps.flatMap((step) => {
    const interval = Number((step * power).toPrecision(3));
    if (isWhole && !Number.isInteger(interval)) return [];
    // 0.3 is three tenths, although floats say it is a little less.
    const parts = Math.ceil(Number((most / interval).toPrecision(12)));
    return parts <= mostParts ? [{ parts, interval, max: Number((parts * interval).toPrecision(12)) }] : [];
  });
  const enough = scales.filter(({ parts }) => parts >= fewestParts);
  const [best] = (enough.length > 0 ? enough : scales).toSorted(
    (a, b) => a.max - b.max || Math.abs(a.parts - usualParts) - Math.abs(b.parts - usualParts),
  );
  return best ? { max: best.max, interval: best.interval } : { max: mostParts, interval: 1 };
};

const finerSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10] as const;

/** The tightest axis of as many parts as the one on the other side has, so that both stand on the same lines. */
export const scaleBeside = (most: number, isWhole: boolean, { max, interval }: Scale): Scale => {
  const parts = Math.round(max / interval);
  if (!(most > 0)) return { max: parts, interval: 1 };
  const power = 10 ** Math.floor(Math.log10(most / parts));
  const fits = finerSteps
    .map((step) => Number((step * power).toPrecision(3)))
    .find((each) => Number((each * parts).toPrecision(12)) >= most && (!isWhole || Number.isInteger(each)));
  const own = fits ?? Math.ceil(most / parts);
  return { max: Number((own * parts).toPrecision(12)), interval: own };
};

const valueAt = ({ values }: Series, at: number): number => values[at] ?? 0;

/** The highest that is drawn on one of the two axes; stacked bars are as high as all of them. */
export const highestOf = ({ labels, series, isStacked }: TrendData, isRight: boolean): number => {
  const drawn = series.filter((each) => (each.isRight ?? false) === isRight);
  const bars = isStacked ? drawn.filter(({ kind }) => kind === 'bar') : [];
  return Math.max(
    0,
    ...labels.flatMap((_label, at) => [
      ...drawn.map((each) => valueAt(each, at)),
      bars.reduce((sum, each) => sum + valueAt(each, at), 0),
    ]),
  );
};
