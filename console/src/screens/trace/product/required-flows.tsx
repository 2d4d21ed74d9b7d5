import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { SelectField } from '../../../parts/form/fields.tsx';
import { useIsPlatform } from '../../../parts/pickers/firm-field.tsx';

/** 必填流程 of a product: the steps every lot of it must have. */
export const RequiredFlows = () => {
  const may = useMay();
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const { data } = useQuery({
    queryKey: [flowTypeApi.listAll.path, 'choice'],
    queryFn: () => call(flowTypeApi.listAll, {}, { quiet: true }),
    enabled: may(flowTypeApi.listAll.may),
  });
  const types = (data ?? []).filter((type) => type.status === Enabled.on && (!isPlatform || type.firmId === firmId));
  return (
    <SelectField
      name="flowTypeIds"
      label="必填流程"
      many
      isWide
      placeholder={isPlatform && !firmId ? '请先选择所属企业' : '不选则不检查'}
      help="每个批次都要有这些类型的已审核记录，流程管理按批次提示缺少哪些"
      from={types.map(({ id: value, name: label }) => ({ value, label }))}
    />
  );
};
