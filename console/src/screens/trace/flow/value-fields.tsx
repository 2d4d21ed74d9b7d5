import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { OwnField } from '../../../parts/form/fields.tsx';
import { isWideField, valueInput } from './value-inputs.tsx';

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
