import { flowValues } from '@zhuiyuan/contract/trace/flow/flow-values';
import { Form } from 'antd';
import { useMemo } from 'react';
import { z } from 'zod';
import { FormPartsContext, SectionContext } from '../../../parts/form/form-context.ts';
import { issuesOf, isWithin, type Path } from '../../../parts/form/issues.ts';
import { wholeFields, type FieldDraft } from './field-draft.ts';
import { ValueFields } from './value-inputs.tsx';

/** The form that a type's fields make, to be tried out with its own rules; nothing of it is kept. */
export const FieldsPreview = ({ fields }: { fields: readonly FieldDraft[] }) => {
  const [form] = Form.useForm();
  const whole = wholeFields(fields).filter(({ isHidden }) => !isHidden);
  const text = JSON.stringify(whole);
  const context = useMemo(() => {
    const schema = z.object({ values: flowValues(JSON.parse(text) as typeof whole) });
    const check = (path: Path) => {
      const wrong = issuesOf(schema, form.getFieldsValue(true) as Record<string, unknown>).find((issue) =>
        isWithin(issue.path, path),
      );
      form.setFields([{ name: [...path], errors: wrong ? [wrong.message] : [] }]);
    };
    return { schema, check };
  }, [form, text]);
  if (whole.length === 0) return <p className="zy-designer-none">添加字段后，这里显示填写时的样子</p>;
  return (
    <SectionContext value={null}>
      <FormPartsContext value={context}>
        <Form form={form} component={false} layout="vertical" name="preview">
          <ValueFields fields={context.schema.shape.values ? whole : []} />
        </Form>
      </FormPartsContext>
    </SectionContext>
  );
};
