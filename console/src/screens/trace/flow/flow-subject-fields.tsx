import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect } from 'react';
import { call } from '../../../lib/call.ts';
import { NumberField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { FirmField, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';

/** Fields that hold rows of the record's firm. */
const firmsOwn = ['flowTypeId', 'productId', 'lotIds'];

const useChoices = (productId: number | undefined) => {
  const products = useQuery({
    queryKey: [productApi.listAll.path, 'choice'],
    queryFn: () => call(productApi.listAll, {}, { quiet: true }),
  });
  const types = useQuery({
    queryKey: [flowTypeApi.listAll.path, 'choice'],
    queryFn: () => call(flowTypeApi.listAll, {}, { quiet: true }),
  });
  const lots = useQuery({
    queryKey: [lotApi.listAll.path, productId],
    queryFn: () => call(lotApi.listAll, { productId: productId ?? 0 }, { quiet: true }),
    enabled: productId !== undefined,
  });
  return { products: products.data ?? [], types: types.data ?? [], lots: lots.data ?? [] };
};

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
  const { products, types, lots } = useChoices(productId);
  const firmWatched = Form.useWatch<number | undefined>('firmId', { preserve: true });
  const firmId = firmWatched ?? products.find(({ id }) => id === productId)?.firmId;
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
    if (lots.length === 0 || !lotIds?.length) return;
    const known = new Set(lots.map(({ id }) => id));
    if (lotIds.some((id) => !known.has(id)))
      form.setFieldValue(
        'lotIds',
        lotIds.filter((id) => known.has(id)),
      );
  }, [lots, lotIds, form]);

  const ofFirm = <T extends { firmId: number; status: number; id: number }>(rows: readonly T[], kept?: number) =>
    rows.filter((row) => (row.status === Enabled.on || row.id === kept) && (!isPlatform || row.firmId === firmId));
  return (
    <>
      <FirmField isNew={isNew} owned={firmsOwn} />
      <SelectField
        name="flowTypeId"
        label="流程类型"
        from={ofFirm(types, typeId).map(({ id: value, name: label }) => ({ value, label }))}
        placeholder={isPlatform && !firmId ? '请先选择所属企业' : undefined}
      />
      <SelectField
        name="productId"
        label="产品"
        from={ofFirm(products, productId).map(({ id: value, storeName: label }) => ({ value, label }))}
        placeholder={isPlatform && !firmId ? '请先选择所属企业' : undefined}
      />
      <SelectField
        name="lotIds"
        label="批次"
        many
        placeholder={productId ? '可选多个批次，每个批次生成一条记录' : '请先选择产品'}
        help={isNew ? undefined : '编辑时只能选择一个批次'}
        from={lots.map(({ id: value, lotNo, produceDate }) => ({ value, label: `${lotNo}（${produceDate}）` }))}
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
