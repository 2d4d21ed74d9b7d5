import type { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { TrendData } from '../../../../parts/charts/trend-data.ts';
import { dayjs } from '../../../../parts/format/dayjs.ts';
import { percentText, yuanText } from '../../../../parts/format/numbers.ts';

type ActivityCurve = DataOf<typeof activityApi.curve>;
type By = 'day' | 'hour';

const labelOf = (at: string, by: By): string => (by === 'day' ? at.slice(5, 10) : at.slice(5, 13) + ':00');

/** Days whose speed is carried on. */
const speedDays = 7;

/** What is left, from 0 to 1, and for how long at the speed of the last days. */
interface Remainder {
  left: number;
  /** Days until nothing is left; nothing where it does not fall. */
  days: number | undefined;
}

type Point = ActivityCurve['points'][number];

const partOf =
  (what: 'budget' | 'stock', stockTotal: number) =>
  ({ budgetLeft, budgetGiven, stockLeft }: Point): number | null => {
    const [left, whole] = what === 'budget' ? [budgetLeft, budgetGiven] : [stockLeft, stockTotal];
    return whole > 0 ? Math.min(1, Math.max(0, left / whole)) : null;
  };

/** How many days are left of an activity, today included. */
const daysLeft = (endAt: string | null, now = dayjs()): number =>
  endAt ? Math.max(0, dayjs(endAt).subtract(1, 'second').startOf('day').diff(now.startOf('day'), 'day')) : 0;

/** How a remainder goes on; nothing where there is none, or too little is known of its speed. */
const carryOn = ({ points, stockTotal }: ActivityCurve, what: 'budget' | 'stock'): Remainder | undefined => {
  const parts = points.map(partOf(what, stockTotal));
  const left = parts.at(-1);
  const used = points.slice(-speedDays).reduce((sum, { amount, wins }) => sum + (what === 'budget' ? amount : wins), 0);
  const last = points.at(-1);
  if (left === null || left === undefined || !last) return undefined;
  const whole = what === 'budget' ? last.budgetGiven : stockTotal;
  const perDay = used / whole / Math.min(speedDays, points.length);
  return { left, days: perDay > 0 ? left / perDay : undefined };
};

/** What is left of budget and prizes, in per cent of what was given, and by days how both go on to the end as fast as in the last seven. */
export const toRemainders = (
  curve: ActivityCurve,
  by: By,
  { endAt, isOver, hasBudget }: { endAt: string | null; isOver: boolean; hasBudget: boolean },
): TrendData => {
  const { points, stockTotal } = curve;
  const ahead = by === 'day' && !isOver ? daysLeft(endAt) : 0;
  const start = dayjs(points.at(-1)?.at);
  const labels = [
    ...points.map(({ at }) => labelOf(at, by)),
    ...Array.from({ length: ahead }, (_none, at) => start.add(at + 1, 'day').format('MM-DD')),
  ];
  const write = (value: number) => percentText(value / 100);
  const kinds = [
    ...(hasBudget ? [{ what: 'budget' as const, name: '预算剩余' }] : []),
    { what: 'stock' as const, name: '奖品剩余' },
  ];
  const rounded = (part: number | null) => (part === null ? null : Math.round(part * 1000) / 10);
  const known = kinds.map(({ what, name }) => ({
    name,
    values: [...points.map(partOf(what, stockTotal)).map(rounded), ...Array.from({ length: ahead }, () => null)],
    write,
  }));
  const guessed = kinds.flatMap(({ what, name }) => {
    const on = carryOn(curve, what);
    if (ahead === 0 || !on) return [];
    const perDay = on.days === undefined ? 0 : on.left / on.days;
    const falling = Array.from({ length: ahead + 1 }, (_none, at) => rounded(Math.max(0, on.left - perDay * at)));
    return [
      {
        name: name.replace('剩余', '推算'),
        guessOf: name,
        values: [...Array.from({ length: points.length - 1 }, () => null), ...falling],
        write,
      },
    ];
  });
  return { labels, series: [...known, ...guessed], unit: '%' };
};

const lastText = (name: string, on: Remainder, days: number): string => {
  if (on.left === 0) return `${name}已用完`;
  if (on.days === undefined) return `${name}没有消耗`;
  if (on.days >= days + 1) return `${name}够用到结束`;
  return on.days >= days ? `${name}刚够到结束` : `${name}约够 ${Math.max(1, Math.floor(on.days))} 天`;
};

/** How long both last, in words. */
export const findingOf = (curve: ActivityCurve, endAt: string | null, hasBudget: boolean): string => {
  const days = daysLeft(endAt);
  const said = [
    ...(hasBudget ? [['预算', carryOn(curve, 'budget')] as const] : []),
    ['奖品', carryOn(curve, 'stock')] as const,
  ].flatMap(([name, on]) => (on ? [lastText(name, on, days)] : []));
  return said.length > 0 ? `按近 ${speedDays} 天速度，${said.join('，')}` : '';
};

/** Draws and wins of each day or hour. */
export const toDraws = ({ points }: ActivityCurve, by: By): TrendData => ({
  labels: points.map(({ at }) => labelOf(at, by)),
  series: [
    { name: '抽奖次数', kind: 'bar', values: points.map(({ draws }) => draws) },
    { name: '中奖次数', kind: 'bar', values: points.map(({ wins }) => wins) },
    {
      name: '中奖金额（元）',
      isRight: true,
      values: points.map(({ amount }) => amount / 100),
      write: (value) => `${yuanText(value)} 元`,
    },
  ],
});
