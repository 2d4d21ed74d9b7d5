import { DatePicker } from 'antd';
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
const timeFormats = [...dayFormats.map((day) => `${day} HH:mm`), ...dayFormats];
const wireFormat = 'YYYY-MM-DD HH:mm:ss';

/** A day; the draft keeps `yyyy-MM-dd`. */
export const DayInput = ({ value, onChange, placeholder = '请选择日期', ...rest }: TextInput) => (
  <DatePicker
    {...rest}
    className="zy-full"
    format={dayFormats}
    placeholder={placeholder}
    value={value ? dayjs(value) : null}
    onChange={(next) => onChange?.(next ? next.format(dayFormat) : null)}
  />
);

/** A time to the minute; the draft keeps `yyyy-MM-dd HH:mm:ss`. */
export const TimeInput = ({ value, onChange, placeholder = '请选择时间', ...rest }: TextInput) => (
  <DatePicker
    {...rest}
    className="zy-full"
    showTime={{ format: 'HH:mm' }}
    format={timeFormats}
    placeholder={placeholder}
    value={value ? dayjs(value) : null}
    onChange={(next) => onChange?.(next ? next.second(0).format(wireFormat) : null)}
  />
);

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
