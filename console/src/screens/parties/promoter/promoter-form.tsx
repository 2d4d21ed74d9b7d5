import { promoterApi, type PromoterRow } from '@zhuiyuan/contract/parties/promoter/promoter';
import { Form } from 'antd';
import { call } from '../../../lib/call.ts';
import { AgentInput } from '../../../parts/pickers/agent-input.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { AreaField, NumberField, OwnField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import { FoundSelect, mostFound, type FoundProps, type FoundSource } from '../../../parts/pickers/found-select.tsx';
import { ImageField } from '../../../parts/gallery/image-field.tsx';
import { ShopInput } from '../../../parts/pickers/shop-input.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';

const promoterSource = (firmId: number | undefined, without: number | undefined): FoundSource => ({
  key: [promoterApi.list.path, firmId, without],
  find: async (keywords) => {
    const { list } = await call(promoterApi.list, { keywords, firmId, page: 1, limit: mostFound }, { quiet: true });
    return list
      .filter(({ id }) => id !== without)
      .map(({ id, name, spreadNo }) => ({ value: id, label: name, note: spreadNo }));
  },
  nameOf: async (id) => (await call(promoterApi.info, { id }, { quiet: true })).name,
});

/** One promoter, found by name, phone or number. */
const PromoterInput = ({ firmId, without, ...props }: FoundProps & { firmId?: number; without?: number }) => (
  <FoundSelect
    placeholder="请选择上级推广员"
    {...props}
    source={promoterSource(firmId, without)}
    nothing="没有这位推广员"
  />
);

const owned = ['pid', 'agentId', 'shopId'];

/** Where a promoter stands, within the chosen firm. */
const StandingFields = ({ row }: { row: PromoterRow | undefined }) => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId') ?? row?.firmId;
  const waits = isPlatform && !firmId;
  const common = { disabled: waits, ...(waits ? { placeholder: '先选择所属企业' } : {}) };
  return (
    <>
      <OwnField name="pid" label="上级推广员">
        <PromoterInput {...common} firmId={firmId} without={row?.id} />
      </OwnField>
      <OwnField name="agentId" label="经销商">
        <AgentInput {...common} firmId={firmId} />
      </OwnField>
      <OwnField name="shopId" label="门店">
        <ShopInput {...common} firmId={firmId} />
      </OwnField>
    </>
  );
};

/** 新增推广员 / 编辑推广员. */
export const PromoterForm = ({ draft }: { draft: Draft<PromoterRow> }) => {
  const schema = useFirmSchema(draft.schema);
  return (
    <FormDrawer draft={{ ...draft, schema }} thing="推广员" name={draft.row?.name}>
      <FieldGroup title="基本信息">
        <FirmField isNew={draft.isNew} owned={owned} />
        <TextField name="name" label="姓名" />
        <TextField name="phone" label="手机号" />
        <NumberField name="rate" label="佣金比例" unit="%" decimals={2} placeholder="0-100，最多两位小数" />
        <StandingFields row={draft.row} />
      </FieldGroup>
      <FieldGroup title="其他">
        <ImageField name="avatar" label="头像" />
        <AreaField name="remark" label="备注" rows={2} />
        <SwitchField name="status" label="启用此推广员" on={0} off={1} />
      </FieldGroup>
    </FormDrawer>
  );
};
