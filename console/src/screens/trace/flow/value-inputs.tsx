import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { toLongest, mostPictures } from '@zhuiyuan/contract/trace/flow/flow-values';
import { Checkbox, Input, InputNumber, Radio, Select } from 'antd';
import type { ReactElement } from 'react';
import { DayInput, TimeInput } from '../../../parts/form/date-fields.tsx';
import { PicturesInput } from '../../../parts/gallery/image-field.tsx';
import { RegionInput } from '../../../parts/pickers/region-input.tsx';
import { FilesInput } from './files-input.tsx';
import { LotSelect } from '../../../parts/pickers/lot-select.tsx';
import { PlaceInput } from './place-input.tsx';
import { SensorInput } from './sensor-input.tsx';
import { OwnField } from '../../../parts/form/fields.tsx';

/** More options than this stand in a list that opens. */
const mostInSight = 6;
const optionsOf = ({ options }: FlowField) => options.map((value) => ({ value, label: value }));

const controls: Record<FlowField['type'], (field: FlowField) => ReactElement> = {
  text: (field) => <Input placeholder={`请输入${field.label}`} suffix={field.unit} maxLength={toLongest(field)} />,
  area: (field) => (
    <Input.TextArea
      placeholder={`请输入${field.label}`}
      autoSize={{ minRows: 3, maxRows: 10 }}
      showCount={{ formatter: ({ count, maxLength = 0 }) => (count * 2 > maxLength ? `${count} / ${maxLength}` : '') }}
      maxLength={toLongest(field)}
    />
  ),
  number: ({ label, unit, decimals = 2 }) => (
    <InputNumber
      className="zy-full"
      controls={false}
      placeholder={`请输入${label}`}
      suffix={unit}
      precision={decimals === 0 ? 0 : undefined}
      changeOnWheel={false}
    />
  ),
  date: () => <DayInput />,
  datetime: () => <TimeInput />,
  radio: (field) =>
    field.options.length > mostInSight ? (
      <Select options={optionsOf(field)} placeholder={`请选择${field.label}`} allowClear />
    ) : (
      <Radio.Group options={optionsOf(field)} />
    ),
  checkbox: (field) => <Checkbox.Group options={optionsOf(field)} />,
  image: ({ label }) => <PicturesInput most={mostPictures} title={label} />,
  file: () => <FilesInput />,
  region: ({ label }) => <RegionInput placeholder={`请选择${label}`} />,
  location: () => <PlaceInput />,
  person: ({ label }) => <Input placeholder={`请输入${label}`} maxLength={20} />,
  lot: ({ label }) => <LotSelect label={label} placeholder="输入批号查找" />,
  sensor: ({ unit }) => <SensorInput unit={unit} />,
};

/** The control a field is filled in with; takes `value` and `onChange`. */
export const valueInput = (field: FlowField): ReactElement => controls[field.type](field);

const wide = new Set<FlowField['type']>(['area', 'image', 'file', 'location', 'sensor', 'checkbox']);

/** Whether a field needs the whole width of a form of two columns. */
export const isWideField = ({ type, options }: FlowField): boolean =>
  wide.has(type) || (type === 'radio' && options.join('').length > 16 && options.length <= mostInSight);

/** The fields of a flow type in a form whose draft has them under `values`. */
export const ValueFields = ({ fields }: { fields: readonly FlowField[] }) =>
  fields
    .filter(({ isHidden }) => !isHidden)
    .map((field) => (
      <OwnField
        key={field.key}
        name={`values.${field.key}`}
        label={field.label || '未命名字段'}
        help={field.tip || undefined}
        isWide={isWideField(field)}
      >
        {valueInput(field)}
      </OwnField>
    ));
