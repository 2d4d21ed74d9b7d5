import type { Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { fenToYuan, multiplyDecimal } from '@zhuiyuan/contract/kit/decimal';
import { Input, InputNumber, Radio, Switch } from 'antd';
import type { ReactNode } from 'react';
import { ChoiceSelect } from './choice-select.tsx';
import { optionsOf, pickedOf, type From } from './choices.ts';
import { Field, usePath, type FieldProps } from './field.tsx';
import type { Option } from './option.ts';
import { useFormParts } from './form-context.ts';
import { longestOf } from './issues.ts';

interface Typed extends FieldProps {
  placeholder?: string;
  disabled?: boolean;
}

/** A counter stands where a limit of 21 to 128 can be hit, up to 250 from half of it; nothing is cut, the schema says so when the field is left. */
const useCount = (name: string) => {
  const { schema } = useFormParts();
  const max = longestOf(schema, usePath(name));
  if (max === undefined || max > 250 || max <= 20) return {};
  const show = ({ count }: { count: number }) =>
    count * 2 >= max || (count > 0 && max <= 128) ? `${count} / ${max}` : '';
  return { count: { max, show } };
};

/** One line of text. */
export const TextField = ({ placeholder, disabled, suffix, ...field }: Typed & { suffix?: ReactNode }) => (
  <Field {...field}>
    <Input
      placeholder={placeholder ?? `请输入${field.label}`}
      disabled={disabled}
      suffix={suffix}
      {...useCount(field.name)}
    />
  </Field>
);

/** Several lines of text. */
export const AreaField = ({ placeholder, disabled, rows = 3, ...field }: Typed & { rows?: number }) => (
  <Field isWide {...field}>
    <Input.TextArea
      placeholder={placeholder ?? `请输入${field.label}`}
      disabled={disabled}
      autoSize={{ minRows: rows, maxRows: 12 }}
      {...useCount(field.name)}
    />
  </Field>
);

/** A password, shown on demand; `isNew` lets the browser offer one. */
export const PasswordField = ({ placeholder, isNew = true, ...field }: Typed & { isNew?: boolean }) => (
  <Field {...field}>
    <Input.Password
      placeholder={placeholder ?? `请输入${field.label}`}
      autoComplete={isNew ? 'new-password' : 'current-password'}
    />
  </Field>
);

/** A number; the unit stands in the control, not in the label. */
export const NumberField = ({
  placeholder,
  disabled,
  unit,
  min,
  max,
  decimals = 0,
  ...field
}: Typed & { unit?: string; min?: number; max?: number; decimals?: number }) => (
  <Field {...field}>
    <InputNumber
      className="zy-full"
      controls={false}
      placeholder={placeholder ?? `请输入${field.label}`}
      disabled={disabled}
      suffix={unit}
      min={min}
      max={max}
      precision={decimals}
      changeOnWheel={false}
    />
  </Field>
);

const written = (yuan: string): string => {
  const [whole = '', decimals = ''] = yuan.split('.');
  return yuan && `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`;
};

interface MoneyInputProps {
  id?: string;
  value?: number | null;
  onChange?: (fen: number | null) => void;
  disabled?: boolean;
  placeholder?: string;
  prefix?: ReactNode;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  status?: 'error';
}

const yuanOf = (fen: number): string =>
  Number.isSafeInteger(fen) ? fenToYuan(fen) : String(multiplyDecimal(fen, '0.01'));

/** Yuan on the screen, fen in the draft; what is finer than a fen stays so, for the schema to refuse. */
export const MoneyInput = ({ value, onChange, ...rest }: MoneyInputProps) => (
  <InputNumber<string>
    {...rest}
    className="zy-full"
    stringMode
    controls={false}
    min="0"
    suffix="元"
    value={value === null || value === undefined ? null : yuanOf(value)}
    formatter={(text, { userTyping, input }) => (userTyping ? input : written(text ?? ''))}
    parser={(text) => (text ?? '').replace(/[,，\s]/g, '')}
    onChange={(text) => {
      const fen = text === null || text === '' ? Number.NaN : multiplyDecimal(text, 100);
      onChange?.(Number.isNaN(fen) ? null : fen);
    }}
  />
);

/** An amount: typed in yuan, kept in integer fen. */
export const MoneyField = ({ placeholder = '0.00', disabled, ...field }: Typed) => (
  <Field {...field}>
    <MoneyInput placeholder={placeholder} disabled={disabled} />
  </Field>
);

/** One value (or `many`) of an enumeration or a fetched list. */
export const SelectField = ({
  from,
  many = false,
  placeholder,
  disabled,
  mayClear = false,
  ...field
}: Typed & { from: From; many?: boolean; mayClear?: boolean }) => (
  <Field {...field}>
    <ChoiceSelect
      from={from}
      mode={many ? 'multiple' : undefined}
      placeholder={placeholder ?? `请选择${field.label}`}
      disabled={disabled}
      allowClear={mayClear}
      mayFind={many || pickedOf(from) !== undefined || optionsOf(from).length > 8}
    />
  </Field>
);

/** One value of a few, all of them in sight. */
export const RadioField = ({
  from,
  disabled,
  ...field
}: FieldProps & { from: Enumeration | readonly Option[]; disabled?: boolean }) => (
  <Field {...field}>
    <Radio.Group options={[...optionsOf(from)]} disabled={disabled} />
  </Field>
);

interface SwitchInputProps<V> {
  id?: string;
  value?: V;
  onChange?: (value: V) => void;
  on: V;
  off: V;
  label: string;
  help?: ReactNode;
  disabled?: boolean;
}

const SwitchInput = <V,>({ id, value, onChange, on, off, label, help, disabled }: SwitchInputProps<V>) => (
  <label className="zy-switch">
    <span>
      {label}
      {help && <small>{help}</small>}
    </span>
    <Switch id={id} checked={value === on} disabled={disabled} onChange={(isOn) => onChange?.(isOn ? on : off)} />
  </label>
);

/** A switch in a row of its own; `on` and `off` say what the draft keeps (true and false, or an enabled flag's 0 and 1). */
export const SwitchField = <V extends boolean | number>({
  on,
  off,
  help,
  disabled,
  ...field
}: FieldProps & { on: V; off: V; disabled?: boolean }) => (
  <Field {...field} noLabel isWide noStar>
    <SwitchInput on={on} off={off} label={field.label} help={help} disabled={disabled} />
  </Field>
);

/** Anything else that takes `value` and `onChange`: a region cascader, a picker, a table of its own. */
export const OwnField = Field;
