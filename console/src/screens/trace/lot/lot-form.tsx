import { expireDate } from '@zhuiyuan/contract/trace/lot/expire-date';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import type { Product, ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { Form } from 'antd';
import { DateField } from '../../../parts/form/date-fields.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { NumberField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { FormDrawer } from '../../../parts/form/form-drawer.tsx';
import type { Draft } from '../../../parts/form/use-draft.ts';
import { productChoices, useProduct, useProducts } from '../../../parts/pickers/use-choices.ts';

/** Says what the expiry will be while none is typed. */
const ExpireField = ({ product }: { product: ProductRow | Product | undefined }) => {
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

const ProductField = () => <SelectField name="productId" label="产品" from={productChoices(useProducts())} isWide />;

const LotFields = ({ draft, product }: { draft: Draft<LotRow>; product: ProductRow | undefined }) => {
  const chosen = Form.useWatch<number | undefined>('productId');
  const own = useProduct(product ? undefined : (draft.row?.productId ?? chosen));
  const known = product ?? own;
  return (
    <FieldGroup>
      {draft.isNew && !product && <ProductField />}
      <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" isWide />
      <DateField name="produceDate" label="生产日期" />
      <ExpireField product={known} />
      <TextField name="lineNo" label="产线" />
      <TextField name="workshop" label="车间" />
      <TextField name="team" label="班组" />
      <NumberField name="planQty" label="计划产量" min={0} unit={known?.unit} />
      <TextField name="remark" label="备注" isWide />
    </FieldGroup>
  );
};

/** 新增批次 / 编辑批次; without a product a new one asks for it. */
export const LotForm = ({ draft, product }: { draft: Draft<LotRow>; product: ProductRow | undefined }) => (
  <FormDrawer draft={draft} thing="批次" name={draft.row?.lotNo ?? product?.storeName}>
    <LotFields draft={draft} product={product} />
  </FormDrawer>
);
