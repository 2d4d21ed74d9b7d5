import type { Collected } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { CollectField } from '@zhuiyuan/contract/campaign/campaign-states';
import { Checkbox, Switch } from 'antd';
import type { z } from 'zod';
import './collect.css';

type Field = z.output<typeof Collected>;

/** 收集信息: what winners are asked, and whether they must say it. */
export const CollectInput = ({
  value = [],
  onChange,
  disabled = false,
}: {
  value?: Field[];
  onChange?: (fields: Field[]) => void;
  disabled?: boolean;
}) => {
  const put = (key: Field['key'], part: Partial<Field> | undefined) => {
    const others = value.filter((field) => field.key !== key);
    const next = part
      ? [...others, { key, required: false, ...value.find((field) => field.key === key), ...part }]
      : others;
    const place = ({ key: one }: Field) => CollectField.options.findIndex(({ value: each }) => each === one);
    onChange?.(next.toSorted((a, b) => place(a) - place(b)));
  };
  return (
    <div className="zy-collect" role="group" aria-label="收集信息">
      {CollectField.options.map(({ value: key, label }) => {
        const field = value.find((each) => each.key === key);
        return (
          <div key={key}>
            <Checkbox
              checked={field !== undefined}
              disabled={disabled}
              onChange={({ target }) => put(key, target.checked ? {} : undefined)}
            >
              {label}
            </Checkbox>
            {field && (
              <label>
                必填
                <Switch
                  size="small"
                  checked={field.required}
                  disabled={disabled}
                  aria-label={`${label}必填`}
                  onChange={(required) => put(key, { required })}
                />
              </label>
            )}
          </div>
        );
      })}
    </div>
  );
};
