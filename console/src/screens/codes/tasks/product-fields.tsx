import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import type { Product } from '@zhuiyuan/contract/trace/product/product';
import { Button, Form } from 'antd';
import Plus from 'icon:plus';
import { useState, type ReactElement } from 'react';
import { useMay } from '../../../lib/session.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { OwnField, SelectField, TextField } from '../../../parts/form/fields.tsx';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { useChange } from '../use-change.ts';
import { lotChoices, productChoices, useLots, useProducts } from '../../../parts/pickers/use-choices.ts';

const menuWith = (add: (() => void) | undefined) => (menu: ReactElement) =>
  add ? (
    <>
      {menu}
      <Button type="link" block icon={<Plus size={14} strokeWidth={1.6} />} onClick={add}>
        新建批次
      </Button>
    </>
  ) : (
    menu
  );

const LotSelect = ({
  productId,
  add,
  ...control
}: {
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
  productId: number | undefined;
  add: () => void;
}) => {
  const may = useMay();
  const lots = useLots(productId);
  const [isOpen, setIsOpen] = useState(false);
  const addInstead = () => {
    setIsOpen(false);
    add();
  };
  return (
    <ChoiceSelect<number>
      {...control}
      from={lotChoices(lots)}
      open={isOpen}
      onOpenChange={setIsOpen}
      allowClear
      disabled={productId === undefined}
      placeholder={productId === undefined ? '先选择产品' : '可在启用时再选'}
      popupRender={menuWith(may(lotApi.save.may) ? addInstead : undefined)}
    />
  );
};

/** 所属企业, name, 产品 and 批次; choosing a product brings its firm along. `made` is the lot just created for it. */
export const ProductFields = ({
  product,
  addLot,
  made,
}: {
  product: Product | undefined;
  addLot: (productId: number) => void;
  made: number | undefined;
}) => {
  const form = Form.useFormInstance();
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const firmId = Form.useWatch<number | undefined>('firmId', form);
  const productId = Form.useWatch<number | undefined>('productId', form);
  const products = useProducts(firmId);

  useChange(made, (lotId) => form.setFieldValue('lotId', lotId));
  useChange(productId, () => {
    if (form.isFieldTouched('productId')) form.setFieldValue('lotId', undefined);
  });
  useChange(firmId, () => {
    if (form.isFieldTouched('firmId')) form.setFieldsValue({ productId: undefined, lotId: undefined });
  });
  useChange(product?.id, () => {
    if (isPlatform && product && !form.getFieldValue('firmId')) form.setFieldValue('firmId', product.firmId);
  });

  return (
    <>
      {isPlatform && <SelectField name="firmId" label="所属企业" from={firms} />}
      <TextField name="name" label="任务名称" isWide={!isPlatform} />
      <SelectField
        name="productId"
        label="产品"
        from={productChoices(products)}
        placeholder="不选则为通用码"
        mayClear
      />
      <OwnField name="lotId" label="批次">
        <LotSelect productId={productId} add={() => productId && addLot(productId)} />
      </OwnField>
    </>
  );
};
