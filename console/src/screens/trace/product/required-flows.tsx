import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Form } from 'antd';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { toChoices } from '../../../parts/form/choices.ts';
import { SelectField } from '../../../parts/form/fields.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { useFlowTypes } from '../../../parts/pickers/use-choices.ts';

/** 必填流程 of a product: the steps every lot of it must have. */
export const RequiredFlows = () => {
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const types = offering(
    useOfFirm(useFlowTypes(), isPlatform ? firmId : undefined),
    (type) => type.status === Enabled.on && (!isPlatform || type.firmId === firmId),
  );
  return (
    <SelectField
      name="flowTypeIds"
      label="必填流程"
      many
      isWide
      placeholder={isPlatform && !firmId ? '请先选择所属企业' : '不选则不检查'}
      help="每个批次都要有这些类型的已审核记录，流程管理按批次提示缺少哪些"
      from={toChoices(types, ({ name }) => name)}
    />
  );
};
