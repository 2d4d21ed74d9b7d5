import { InspectScope, type InspectorRow } from '@zhuiyuan/contract/parties/inspector/inspector';
import { Checkbox } from 'antd';
import { AreaField, OwnField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { RegionsInput } from '../../../parts/pickers/region-input.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';

const scopes = InspectScope.options.map(({ value, label }) => ({ value, label }));

/** 新增稽查员 / 编辑稽查员. */
export const InspectorForm = ({ draft }: { draft: Draft<InspectorRow> }) => {
  const schema = useFirmSchema(draft.schema);
  return (
    <FormDrawer draft={{ ...draft, schema }} thing="稽查员" name={draft.row?.auditor}>
      <FieldGroup>
        <FirmField isNew={draft.isNew} />
        <TextField name="auditor" label="姓名" placeholder="请输入稽查员姓名" />
        <TextField name="phone" label="手机号" />
        <TextField name="jobNo" label="工号" />
        <OwnField name="regions" label="稽查区域" isWide help="含所选地区的全部下级">
          <RegionsInput placeholder="请选择稽查区域" />
        </OwnField>
        <OwnField name="scopes" label="权限" isWide>
          <Checkbox.Group options={scopes} />
        </OwnField>
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField name="status" label="启用此稽查员" on={0} off={1} />
      </FieldGroup>
    </FormDrawer>
  );
};
