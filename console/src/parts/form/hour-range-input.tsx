import { Select, Space } from 'antd';
import { endsAfter, hourRangeOf, hours, readHourRange } from './hour-range.ts';
import '../charts/period-bar.css';

const options = (list: readonly string[]) => list.map((hour) => ({ value: hour, label: hour }));

/** Two hours of a day, 00:00 to 24:00; the value is `HH:mm,HH:mm`, its end never before its start. */
export const HourRangeInput = ({
  id,
  value,
  onChange,
  disabled,
}: {
  id?: string;
  value?: string | null;
  onChange?: (value: string) => void;
  disabled?: boolean;
}) => {
  const { start, end } = readHourRange(value);
  return (
    <Space.Compact block className="zy-hour-range">
      <Select
        id={id}
        aria-label="开始时间"
        placeholder="开始时间"
        disabled={disabled}
        options={options(hours)}
        value={start}
        onChange={(next: string) => onChange?.(hourRangeOf(next, end))}
      />
      <Select
        aria-label="结束时间"
        placeholder="结束时间"
        disabled={disabled || !start}
        options={options(endsAfter(start))}
        value={end}
        onChange={(next: string) => onChange?.(hourRangeOf(start ?? next, next))}
      />
    </Space.Compact>
  );
};
