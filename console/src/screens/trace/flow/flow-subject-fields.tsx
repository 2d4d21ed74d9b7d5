import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect } from 'react';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { call } from '../../../lib/call.ts';
import { toChoices } from '../../../parts/form/choices.ts';
import { NumberField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import {
  lotChoices,
  productChoices,
  useAllProducts,
  useFlowTypes,
  useLots,
} from '../../../parts/pickers/use-choices.ts';

/** Fields that hold rows of the record's firm. */
const firmsOwn = ['flowTypeId', 'productId', 'lotIds'];

/** What a record is of: its type, product, lots, and the run of codes where it is not the whole lot. */
export const FlowSubjectFields = ({
  isNew,
  setFields,
}: {
  isNew: boolean;
  setFields: (fields: readonly FlowField[]) => void;
}) => {
  const form = Form.useFormInstance();
  const isPlatform = useIsPlatform();
  const typeId = Form.useWatch<number | undefined>('flowTypeId');
  const productId = Form.useWatch<number | undefined>('productId');
  const lotIds = Form.useWatch<number[] | undefined>('lotIds');
  const [products, types, lots] = [useAllProducts(), useFlowTypes(), useLots(productId)];
  const firmWatched = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const firmId = firmWatched ?? products.all.find(({ id }) => id === productId)?.firmId;
  const type = useQuery({
    queryKey: [flowTypeApi.info.path, typeId],
    queryFn: () => call(flowTypeApi.info, { id: typeId ?? 0 }, { quiet: true }),
    enabled: typeId !== undefined,
  });
  useEffect(() => {
    if (typeId === undefined) setFields([]);
    if (type.data?.id !== typeId || !type.data) return;
    setFields(type.data.fields);
    if (isNew && form.getFieldValue('public') === undefined) form.setFieldValue('public', type.data.public);
  }, [typeId, type.data, setFields, form, isNew]);
  // Lots belong to one product: another product empties them.
  useEffect(() => {
    if (lots.all.length === 0 || !lotIds?.length) return;
    const left = lotIds.filter((id) => !lots.absent.has(id));
    if (left.length < lotIds.length) form.setFieldValue('lotIds', left);
  }, [lots, lotIds, form]);

  const wanted = isPlatform ? firmId : undefined;
  const isOffered = (kept?: number) => (row: { firmId: number; status: number; id: number }) =>
    (row.status === Enabled.on || row.id === kept) && (!isPlatform || row.firmId === firmId);
  const typesOffered = offering(useOfFirm(types, wanted), isOffered(typeId));
  const productsOffered = offering(useOfFirm(products, wanted), isOffered(productId));
  return (
    <>
      <FirmField isNew={isNew} owned={firmsOwn} />
      <SelectField
        name="flowTypeId"
        label="流程类型"
        from={toChoices(typesOffered, ({ name }) => name)}
        placeholder={isPlatform && !firmId ? '请先选择所属企业' : undefined}
      />
      <SelectField
        name="productId"
        label="产品"
        from={productChoices(productsOffered)}
        placeholder={isPlatform && !firmId ? '请先选择所属企业' : undefined}
      />
      <SelectField
        name="lotIds"
        label="批次"
        many
        placeholder={productId ? '可选多个批次，每个批次生成一条记录' : '请先选择产品'}
        help={isNew ? undefined : '编辑时只能选择一个批次'}
        from={lotChoices(lots)}
      />
      <TextField name="title" label="标题" placeholder="不填则为类型名称加批号" />
      {lotIds?.length === 1 && (
        <>
          <NumberField
            name="seg"
            label="码段"
            min={1}
            placeholder="不填则适用于整批"
            hint="记录只适用于批次中的一段码时填写，如分装、抽检"
          />
          <div className="zy-flow-range">
            <NumberField name="serialFrom" label="起始序号" min={1} />
            <NumberField name="serialTo" label="结束序号" min={1} />
          </div>
        </>
      )}
    </>
  );
};
