import { expireDate } from '@zhuiyuan/contract/trace/lot/expire-date';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { Form } from 'antd';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { NumberField, TextField } from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';

/** Says what the expiry will be while none is typed. */
const ExpireField = ({ product }: { product: ProductRow | undefined }) => {
  const produced = Form.useWatch<string | undefined>('produceDate');
  const { shelfLife, shelfUnit } = product ?? {};
  const auto =
    produced && shelfLife && shelfUnit ? `不填则为 ${expireDate(produced, shelfLife, shelfUnit as ShelfUnit)}（` : '';
  return (
    <DateField
      name="expireDate"
      label="有效期至"
      help={auto && `${auto}保质期${shelfText(shelfLife ?? null, shelfUnit ?? ShelfUnit.day)}）`}
    />
  );
};

/** 新增批次 / 编辑批次. */
export const LotForm = ({ draft, product }: { draft: Draft<LotRow>; product: ProductRow | undefined }) => (
  <FormDrawer draft={draft} thing="批次" name={draft.row?.lotNo ?? product?.storeName}>
    <FieldGroup>
      <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" isWide />
      <DateField name="produceDate" label="生产日期" />
      <ExpireField product={product} />
      <TextField name="lineNo" label="产线" />
      <TextField name="workshop" label="车间" />
      <TextField name="team" label="班组" />
      <NumberField name="planQty" label="计划产量" min={0} unit={product?.unit} />
      <TextField name="remark" label="备注" isWide />
    </FieldGroup>
  </FormDrawer>
);
