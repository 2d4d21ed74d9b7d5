import { Form } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { z } from 'zod';
import { FormPartsContext } from '../../../parts/form/form-context.ts';
import { issuesOf, isWithin, type Path } from '../../../parts/form/issues.ts';
import '../../../parts/frame/form.css';

/** Fields bound to a value that lives elsewhere: every change is told at once, errors of the schema stand at their fields. */
export const OwnForm = <V extends object>({
  schema,
  value,
  change,
  children,
}: {
  schema: z.ZodObject;
  value: V;
  change: (value: V) => void;
  children: ReactNode;
}) => {
  const [form] = Form.useForm();
  const context = useMemo(() => {
    const check = () => {
      const issues = issuesOf(schema, form.getFieldsValue(true) as Record<string, unknown>);
      const names = form.getFieldsError().map(({ name }) => name as Path);
      form.setFields(
        names.map((name) => {
          const issue = issues.find(({ path }) => isWithin(path, name));
          return { name: [...name], errors: issue ? [issue.message] : [] };
        }),
      );
    };
    return { schema, check };
  }, [form, schema]);
  return (
    <FormPartsContext value={context}>
      <Form
        form={form}
        layout="vertical"
        className="zy-form"
        initialValues={value}
        autoComplete="off"
        onValuesChange={() => {
          change({ ...value, ...(form.getFieldsValue(true) as V) });
          context.check();
        }}
      >
        {children}
      </Form>
    </FormPartsContext>
  );
};
