import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { DatePicker } from 'antd';
import { dayFormats, dayjs } from '../format/dayjs.ts';
import type { ReactNode } from 'react';
import { shortcutsA } from '../format/date-shortcuts.ts';
import { daysOf } from '../format/periods.ts';

/** A range of days behind a `dateLimit` text, applied at once, with the shortcuts 昨天, 最近七天, 本月, 最近30天, 最近一年. */
export const DateLimitControl = ({
  label,
  value,
  set,
  prefix,
}: {
  label: string;
  value: string | undefined;
  set: (value: string | undefined) => void;
  prefix?: ReactNode;
}) => {
  const today = shanghaiToday();
  const days = daysOf(value, today);
  return (
    <DatePicker.RangePicker
      // Else an empty start takes the focus back from wherever Tab went.
      allowEmpty
      prefix={prefix}
      aria-label={label}
      format={dayFormats}
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
    />
  );
};
