import { addDays, DateToken, tokenDays, type DayRange } from '@zhuiyuan/contract/kit/date-limit';

/** Shortcuts A, in the panel of a date range picker. */
export const shortcutsA: readonly { label: string; days: (today: string) => DayRange }[] = [
  { label: '昨天', days: (today) => tokenDays('yesterday', today) },
  { label: '最近七天', days: (today) => tokenDays('lately7', today) },
  { label: '本月', days: (today) => ({ start: tokenDays('month', today).start, end: today }) },
  { label: '最近30天', days: (today) => tokenDays('lately30', today) },
  { label: '最近一年', days: (today) => ({ start: addDays(today, -364), end: today }) },
];

const tokensB = ['today', 'yesterday', 'lately7', 'lately30', 'month', 'year'] as const;

/** Shortcuts B, radio buttons beside a range picker 自定义时间; their values are `dateLimit` tokens. */
export const shortcutsB: readonly { value: '' | DateToken; label: string }[] = [
  { value: '', label: '全部' },
  ...tokensB.map((value) => ({ value, label: DateToken.label(value) })),
];
