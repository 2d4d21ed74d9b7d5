import type { SalesmanRow } from '@zhuiyuan/contract/parties/salesman/salesman';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { AreaField, OwnField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { RegionInput } from '../../../parts/pickers/region-input.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';
import { useFormFirm } from '../../../parts/pickers/use-form-firm.ts';

const OwnAgent = () => (
  <OwnField name="agentId" label="所属经销商">
    <AgentInput firmId={useFormFirm()} />
  </OwnField>
);

/** 新增业务员 / 编辑业务员. */
export const SalesmanForm = ({ draft }: { draft: Draft<SalesmanRow> }) => {
  const schema = useFirmSchema(draft.schema);
  return (
    <FormDrawer draft={{ ...draft, schema }} thing="业务员" name={draft.row?.picName}>
      <FieldGroup>
        <FirmField isNew={draft.isNew} />
        <TextField name="picName" label="姓名" placeholder="请输入业务员姓名" />
        <TextField name="phone" label="手机号" />
        <TextField name="jobNo" label="工号" />
        <TextField name="dept" label="部门" />
        <OwnAgent />
        <OwnField name="regionCode" label="负责区域">
          <RegionInput placeholder="请选择负责区域" />
        </OwnField>
        <DateField name="entryDate" label="入职日期" />
        <ImageField name="avatar" label="头像" />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField name="status" label="启用此业务员" on={0} off={1} />
      </FieldGroup>
    </FormDrawer>
  );
};
