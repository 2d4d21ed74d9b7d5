import type { FormContent, FormField } from '@zhuiyuan/contract/settings/form-content';
import { Alert, Button, Form } from 'antd';
import { toast } from '../../lib/toast.ts';
import { controlOf } from './field-control.tsx';

const slashed = /^\/(.*)\/([a-z]*)$/s;

const patternOf = (pattern: string): RegExp | undefined => {
  const parts = slashed.exec(pattern);
  try {
    return parts ? new RegExp(parts[1] ?? '', parts[2]) : new RegExp(pattern);
  } catch {
    return undefined;
  }
};

const rulesOf = ({ __config__: { label, tag, required, regList = [] } }: FormField) => [
  ...(required ? [{ required: true, message: `请${tag.startsWith('el-input') ? '输入' : '选择'}${label}` }] : []),
  ...regList.flatMap(({ pattern, message }) => {
    const compiled = patternOf(pattern);
    return compiled ? [{ pattern: compiled, message }] : [];
  }),
];

const PreviewField = ({ field }: { field: FormField }) => {
  const { __config__: config, __vModel__: name } = field;
  const { label, tag, tips } = config;
  const control = controlOf(field);
  if (!control)
    return <Alert className="preview-unknown" type="warning" showIcon title={`${label}：预览中不能使用控件 ${tag}`} />;
  return (
    <Form.Item
      name={name}
      label={label}
      extra={typeof tips === 'string' ? tips : undefined}
      rules={rulesOf(field)}
      initialValue={control.isMoment ? undefined : config.defaultValue}
      valuePropName={tag === 'el-switch' ? 'checked' : 'value'}
    >
      {control.element}
    </Form.Item>
  );
};

/** A form made of its definition, with its rules. 提交 checks them and sends nothing. */
export const FormPreview = ({ content }: { content: FormContent }) => {
  const [form] = Form.useForm();
  return (
    <Form form={form} layout="vertical" onFinish={() => toast.success('校验通过')} disabled={content.disabled === true}>
      {content.fields.map((field) => {
        const { __vModel__: name } = field;
        return <PreviewField key={name} field={field} />;
      })}
      <div className="preview-foot">
        <Button onClick={() => form.resetFields()}>取消</Button>
        <Button type="primary" htmlType="submit">
          提交
        </Button>
      </div>
    </Form>
  );
};
