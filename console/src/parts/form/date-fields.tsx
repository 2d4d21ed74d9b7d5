import type { Dayjs } from 'dayjs';
import { DatePicker } from 'antd';
import type { FocusEvent } from 'react';
import { dayFormats, dayjs } from '../format/dayjs.ts';
import { Field, type FieldProps } from './field.tsx';

interface TextInput {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  placeholder?: string;
  disabled?: boolean;
}

const dayFormat = 'YYYY-MM-DD';
/** Shown to the minute; a time that was copied with its seconds is taken too. */
const timeFormats = ['HH:mm', 'HH:mm:ss'].flatMap((time) => dayFormats.map((day) => `${day} ${time}`));
/** Shown to the second. */
const momentFormats = ['HH:mm:ss', 'HH:mm'].flatMap((time) => dayFormats.map((day) => `${day} ${time}`));
const wireFormat = 'YYYY-MM-DD HH:mm:ss';

/** Read when somebody leaves the field: while he still types they may become another day, and a time is only his once he is done. */
const shortDays = ['YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D'];
const typedTimes = [...timeFormats, ...dayFormats, ...shortDays.flatMap((day) => [day, `${day} H:mm`])];

const takeTyped =
  (formats: readonly string[], take: (value: Dayjs) => void) =>
  ({ target }: FocusEvent<HTMLElement>): void => {
    const typed = dayjs((target as HTMLInputElement).value, [...formats], true);
    if (typed.isValid()) take(typed);
  };

/** A day; the draft keeps `yyyy-MM-dd`. */
export const DayInput = ({ value, onChange, placeholder = '请选择日期', ...rest }: TextInput) => {
  const take = (next: Dayjs | null) => onChange?.(next ? next.format(dayFormat) : null);
  return (
    <DatePicker
      {...rest}
      className="zy-full"
      format={dayFormats}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={take}
      onBlur={takeTyped(shortDays, take)}
    />
  );
};

/** A time to the minute; the draft keeps `yyyy-MM-dd HH:mm:ss`. */
export const TimeInput = ({ value, onChange, placeholder = '请选择时间', ...rest }: TextInput) => {
  const take = (next: Dayjs | null) => onChange?.(next ? next.second(0).format(wireFormat) : null);
  return (
    <DatePicker
      {...rest}
      className="zy-full"
      showTime={{ format: 'HH:mm' }}
      format={timeFormats}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={take}
      onBlur={takeTyped(typedTimes, take)}
    />
  );
};

/** A time to the second, as a log says it. */
const MomentInput = ({ value, onChange, placeholder = '请选择时间', ...rest }: TextInput) => {
  const take = (next: Dayjs | null) => onChange?.(next ? next.format(wireFormat) : null);
  return (
    <DatePicker
      {...rest}
      className="zy-full"
      showTime={{ format: 'HH:mm:ss' }}
      format={momentFormats}
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      onChange={take}
      onBlur={takeTyped(typedTimes, take)}
    />
  );
};

type Typed = FieldProps & { placeholder?: string; disabled?: boolean };

/** Field of a day. */
export const DateField = ({ placeholder, disabled, ...field }: Typed) => (
  <Field {...field}>
    <DayInput placeholder={placeholder} disabled={disabled} />
  </Field>
);

/** Field of a time to the minute. */
export const DateTimeField = ({ placeholder, disabled, ...field }: Typed) => (
  <Field {...field}>
    <TimeInput placeholder={placeholder} disabled={disabled} />
  </Field>
);

/** Field of a time to the second. */
export const MomentField = ({ placeholder, disabled, ...field }: Typed) => (
  <Field {...field}>
    <MomentInput placeholder={placeholder} disabled={disabled} />
  </Field>
);
