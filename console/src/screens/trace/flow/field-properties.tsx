import { FieldType } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { takesLength, takesNumbers, takesOptions } from '@zhuiyuan/contract/trace/flow/flow-field';
import { Input, InputNumber, Select, Switch } from 'antd';
import { useId, type ReactElement } from 'react';
import type { FieldDraft } from './field-draft.ts';
import { OptionsInput } from './options-input.tsx';

const Property = ({
  label,
  error,
  help,
  isRequired = false,
  children,
}: {
  label: string;
  error?: string;
  help?: string;
  isRequired?: boolean;
  children: (id: string) => ReactElement;
}) => {
  const id = useId();
  return (
    <div className="zy-property">
      <label htmlFor={id}>
        {label}
        {isRequired && <i aria-hidden="true">*</i>}
      </label>
      {children(id)}
      {(error ?? help) && <small className={error ? 'zy-property-error' : undefined}>{error ?? help}</small>}
    </div>
  );
};

/** What one field asks for: its name, type, limits, and whether shoppers see it. */
export const FieldProperties = ({
  field,
  isUsed,
  issues,
  change,
}: {
  field: FieldDraft;
  isUsed: boolean;
  issues: Record<string, string>;
  change: (part: Partial<FieldDraft>) => void;
}) => {
  const number = (name: 'min' | 'max' | 'decimals' | 'maxLength', label: string, placeholder: string) => (
    <Property label={label} error={issues[name]}>
      {(id) => (
        <InputNumber
          id={id}
          className="zy-full"
          controls={false}
          placeholder={placeholder}
          status={issues[name] ? 'error' : undefined}
          value={(field[name] as number | null | undefined) ?? null}
          onChange={(value) => change({ [name]: value ?? undefined })}
        />
      )}
    </Property>
  );
  const flip = (name: 'required' | 'showToConsumer', label: string, on: boolean) => (
    <Property label={label}>
      {(id) => <Switch id={id} checked={on} onChange={(isOn) => change({ [name]: isOn })} />}
    </Property>
  );
  return (
    <div className="zy-properties">
      <Property label="字段名称" isRequired error={issues['label']}>
        {(id) => (
          <Input
            id={id}
            value={field.label}
            count={{ max: 20, show: true }}
            status={issues['label'] ? 'error' : undefined}
            onChange={({ target }) => change({ label: target.value })}
          />
        )}
      </Property>
      <Property label="类型" isRequired help={isUsed ? '已有数据，不能删除或修改类型' : undefined}>
        {(id) => (
          <Select
            id={id}
            value={field.type}
            disabled={isUsed}
            options={FieldType.options.map(({ value, label }) => ({ value, label }))}
            onChange={(type) =>
              change({
                type,
                ...(takesOptions(type) && !field.options?.length ? { options: ['选项1', '选项2'] } : {}),
              })
            }
          />
        )}
      </Property>
      {takesOptions(field.type as string) && (
        <Property label="选项" isRequired error={issues['options']}>
          {(id) => <OptionsInput id={id} value={field.options ?? []} onChange={(options) => change({ options })} />}
        </Property>
      )}
      {takesNumbers(field.type as string) && (
        <div className="zy-properties-pair">
          {number('min', '最小值', '不限')}
          {number('max', '最大值', '不限')}
        </div>
      )}
      <div className="zy-properties-pair">
        {takesNumbers(field.type as string) && number('decimals', '小数位', '2')}
        {takesLength(field.type as string) && number('maxLength', '最多字数', field.type === 'area' ? '1000' : '100')}
        {(takesNumbers(field.type as string) || field.type === 'text') && (
          <Property label="单位" error={issues['unit']}>
            {(id) => (
              <Input
                id={id}
                placeholder="如 kg、℃"
                maxLength={10}
                value={field.unit ?? ''}
                onChange={({ target }) => change({ unit: target.value })}
              />
            )}
          </Property>
        )}
      </div>
      <Property label="填写提示" error={issues['tip']}>
        {(id) => (
          <Input
            id={id}
            placeholder="显示在输入框下方"
            maxLength={60}
            value={field.tip ?? ''}
            onChange={({ target }) => change({ tip: target.value })}
          />
        )}
      </Property>
      <div className="zy-properties-pair">
        {flip('required', '必填', field.required === true)}
        {flip('showToConsumer', '对消费者显示', field.showToConsumer !== false)}
      </div>
    </div>
  );
};
