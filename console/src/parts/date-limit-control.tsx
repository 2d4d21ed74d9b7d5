import { addDays, DateToken, shanghaiToday, tokenDays, type DayRange } from '@zhuiyuan/contract/kit/date-limit';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { shortcutsA } from './date-shortcuts.ts';
import type { FilterControl } from './filters.tsx';

const daysOf = (value: string | undefined, today: string): DayRange | undefined => {
  if (!value) return undefined;
  const token = DateToken.of(value);
  if (token) return tokenDays(token.value as DateToken, today);
  const [start, end] = value.split(',');
  return start && end ? { start: start.slice(0, 10), end: end.slice(0, 10) } : undefined;
};

/** A range of days behind a `dateLimit` text, applied at once. */
export const DateLimitControl = ({ label, value, set }: FilterControl) => {
  const today = shanghaiToday();
  const days = daysOf(value, today);
  return (
    <DatePicker.RangePicker
      prefix={<span className="zy-filter-label">{label}</span>}
      aria-label={label}
      value={days ? [dayjs(days.start), dayjs(days.end)] : null}
      presets={shortcutsA.map((shortcut) => {
        const range = shortcut.days(today);
        return { label: shortcut.label, value: [dayjs(range.start), dayjs(range.end)] };
      })}
      placeholder={['开始日期', '结束日期']}
      separator="至"
      onChange={(range) => {
        const [start, end] = range ?? [];
        set(start && end ? `${start.format('YYYY-MM-DD')},${end.format('YYYY-MM-DD')}` : undefined);
      }}
      maxDate={dayjs(addDays(today, 3660))}
    />
  );
};
