import { Form } from 'antd';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { session } from '../../../lib/session.ts';
import { toChoices } from '../../../parts/form/choices.ts';
import { SelectField } from '../../../parts/form/fields.tsx';

/** 溯源模板 of a product: an enabled template of its firm, or none for the firm's default. */
export const TemplateField = () => {
  const picked = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const own = session.use((current) => current?.admin.firmId);
  const chosenTemplate = Form.useWatch<number | undefined>('tempId', { preserve: true });
  const firmId = own ?? picked;
  const templates = offering(
    useOfFirm(useClassList('template'), own ? undefined : firmId),
    (template) => template.firmId === firmId && (!template.isDisabled || template.id === chosenTemplate),
  );
  return (
    <SelectField
      name="tempId"
      label="溯源模板"
      from={toChoices(templates, ({ name, isDisabled }) => (isDisabled ? `${name}（已停用）` : name))}
      placeholder="不选则使用企业默认模板"
      mayClear
    />
  );
};
