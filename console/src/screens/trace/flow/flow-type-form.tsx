import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { BizStep, FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { Form } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { NumberField, OwnField, SelectField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { useNextStep } from '../../../lib/use-next-step.ts';
import { FieldDesigner } from './field-designer.tsx';
import type { FieldDraft } from './field-draft.ts';
import { FieldsPreview } from './fields-preview.tsx';
import { IconInput } from './icon-input.tsx';
import './flow.css';

const list = '/identity/flowTypeManager';
const nothingUsed: ReadonlySet<string> = new Set();

const Preview = () => {
  const fields = (Form.useWatch('fields') as FieldDraft[] | undefined) ?? [];
  return <FieldsPreview fields={fields} />;
};

/** 新增流程类型 / 编辑流程类型: what a step is and the fields its records are filled in by. */
export const FlowTypeForm = () => {
  const { id } = useParams();
  const leaveTab = useLeaveTab();
  const may = useMay();
  const [usedKeys, setUsedKeys] = useState(nothingUsed);
  const toNext = useNextStep();
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: flowTypeApi.save,
    update: flowTypeApi.update,
    list: flowTypeApi.list,
    refresh: [flowTypeApi.info, flowTypeApi.listAll],
    load: async (typeId: number) => {
      const type = await call(flowTypeApi.info, { id: typeId }, { quiet: true });
      setUsedKeys(new Set(type.usedKeys));
      return {
        id: type.id,
        version: type.version,
        firmId: type.firmId,
        name: type.name,
        stage: type.stage,
        icon: type.icon,
        sort: type.sort,
        public: type.public,
        bizStep: type.bizStep || undefined,
        fields: type.fields,
        status: type.status,
        remark: type.remark,
      } as never;
    },
    blank: { sort: 0, public: true, fields: [], status: Enabled.on },
    onSaved: () => leaveTab(list),
    next: () => toNext('新增流程', '/identity/flowCreat', flowApi.save.may),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? flowTypeApi.update.may : flowTypeApi.save.may))
    return <NoPermission permission={id ? '编辑流程类型' : '新增流程类型'} />;
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }}>
      <FormSection title="基本信息">
        <FirmField isNew={draft.isNew} />
        <TextField name="name" label="类型名称" placeholder="如 采摘、窖藏、出厂检验" />
        <SelectField name="stage" label="环节" from={FlowStage} />
        <OwnField name="icon" label="图标">
          <IconInput />
        </OwnField>
        <SelectField
          name="bizStep"
          label="业务步骤"
          from={BizStep}
          mayClear
          placeholder="不选则不生成事件"
          hint="生成 EPCIS 事件时使用的业务步骤"
        />
        <NumberField name="sort" label="排序" min={0} max={9999} help="数字小的排在前面" />
        <TextField name="remark" label="备注" />
        <SwitchField
          name="public"
          label="默认对消费者公开"
          on={true}
          off={false}
          help="新记录的默认值，每条记录可以单独改"
        />
        <SwitchField name="status" label="启用此类型" on={0} off={1} help="停用后不能再新增这种记录，已有记录不变" />
      </FormSection>
      <FormSection title="填写字段">
        <OwnField name="fields" label="字段" isWide hint="已有数据的字段可以隐藏和改名，不能删除或修改类型">
          <FieldDesigner usedKeys={usedKeys} />
        </OwnField>
      </FormSection>
      <FormSection title="填写预览" finding="按字段规则校验，内容不会保存">
        <Preview />
      </FormSection>
    </FormPage>
  );
};
