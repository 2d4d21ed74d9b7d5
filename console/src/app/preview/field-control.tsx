import type { FormField } from '@zhuiyuan/contract/settings/form-content';
import {
  Cascader,
  Checkbox,
  ColorPicker,
  DatePicker,
  Input,
  InputNumber,
  Radio,
  Rate,
  Select,
  Slider,
  Switch,
  TimePicker,
} from 'antd';
import type { ReactElement } from 'react';
import { PicturesInput } from '../../parts/gallery/image-field.tsx';
import { UploadInput } from '../../parts/upload/upload-input.tsx';

export interface FieldControl {
  element: ReactElement;
  /** Its value is a moment, which a stored default text is not. */
  isMoment?: boolean;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const inputOf = (field: FormField): ReactElement => {
  const shared = { placeholder: textOf(field.placeholder), maxLength: numberOf(field.maxlength) };
  if (field.type === 'textarea') return <Input.TextArea rows={numberOf(field.rows) ?? 4} {...shared} />;
  return field['show-password'] === true ? <Input.Password {...shared} /> : <Input {...shared} />;
};

/** One address or several, as the stored default has it. */
const PicturesControl = ({
  value,
  ...rest
}: {
  value?: unknown;
  onChange?: (addresses: string[]) => void;
  title: string;
  most: number;
}) => (
  <PicturesInput
    {...rest}
    value={[value].flat().filter((address): address is string => typeof address === 'string' && address !== '')}
  />
);

const controls: Readonly<Record<string, (field: FormField) => FieldControl>> = {
  'el-input': (field) => ({ element: inputOf(field) }),
  'el-input-number': ({ min, max, step }) => ({
    element: <InputNumber min={numberOf(min)} max={numberOf(max)} step={numberOf(step)} controls={false} />,
  }),
  'el-select': ({ __slot__, multiple, placeholder }) => ({
    element: (
      <Select
        options={__slot__?.options}
        mode={multiple === true ? 'multiple' : undefined}
        placeholder={textOf(placeholder)}
        allowClear
      />
    ),
  }),
  'el-radio-group': ({ __slot__ }) => ({ element: <Radio.Group options={__slot__?.options} /> }),
  'el-checkbox-group': ({ __slot__ }) => ({ element: <Checkbox.Group options={__slot__?.options} /> }),
  'el-switch': () => ({ element: <Switch /> }),
  'el-date-picker': ({ type }) => ({
    element: textOf(type)?.endsWith('range') ? <DatePicker.RangePicker allowEmpty /> : <DatePicker />,
    isMoment: true,
  }),
  'el-time-picker': ({ 'is-range': isRange }) => ({
    element: isRange === true ? <TimePicker.RangePicker allowEmpty /> : <TimePicker />,
    isMoment: true,
  }),
  'time-select': () => ({
    element: <TimePicker.RangePicker allowEmpty format="HH:mm" minuteStep={30} />,
    isMoment: true,
  }),
  'el-slider': ({ min, max, step }) => ({
    element: <Slider min={numberOf(min)} max={numberOf(max)} step={numberOf(step)} />,
  }),
  'el-rate': ({ max }) => ({ element: <Rate count={numberOf(max)} /> }),
  'el-color-picker': () => ({ element: <ColorPicker showText /> }),
  'self-upload': ({ __config__: { label }, multiple }) => ({
    element: <PicturesControl title={label} most={multiple === true ? 10 : 1} />,
  }),
  'upload-file': () => ({ element: <UploadInput /> }),
  'el-cascader': ({ options }) => ({ element: <Cascader options={Array.isArray(options) ? options : []} /> }),
};

/** The control of a field's tag; nothing for tags the preview does not know. */
export const controlOf = (field: FormField): FieldControl | undefined => {
  const { __config__: config } = field;
  return controls[config.tag]?.(field);
};
