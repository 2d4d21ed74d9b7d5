import { Form, Radio } from 'antd';
import { useContext, useEffect, useRef } from 'react';
import { DateField, DateTimeField } from '../../../parts/form/date-fields.tsx';
import { SelectField, TextField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { useChange } from '../use-change.ts';
import { PickedTask, PolicyField } from './policy-field.tsx';
import {
  channelChoices,
  lotChoices,
  productChoices,
  useChannels,
  useLots,
  useProducts,
} from '../../../parts/pickers/use-choices.ts';
import { UseTarget } from '@zhuiyuan/contract/codes/ops/op-draft';
import { id } from '@zhuiyuan/contract/kit/fields';
import { lotNo, produceDate } from '@zhuiyuan/contract/trace/lot/lot';
import { z } from 'zod';

const { productId: product, policy, activateAt, channelId } = UseTarget.shape;

/** What the form asks for where the lot exists, and where it is made on the way. */
export const ofLot = z.object({ productId: product, lotId: id('请选择或填写批次'), channelId, activateAt, policy });
export const ofNewLot = z.object({ productId: product, lotNo, produceDate, channelId, activateAt, policy });

/** What the form holds; which of the two lots counts is chosen beside it. */
export interface Typed {
  productId?: number;
  lotId?: number;
  lotNo?: string;
  produceDate?: string;
  channelId?: number;
  activateAt?: string;
  policy?: number;
}

/** The part of an activation's draft that the pre-check does not ask. */
export const targetOf = (
  { lotId, lotNo: number, produceDate: day, activateAt: at, channelId: channel }: Typed,
  isNewLot: boolean,
) => ({
  ...(isNewLot ? { lotId: undefined, lot: { lotNo: number, produceDate: day } } : { lotId }),
  channelId: channel,
  activateAt: at,
});

const lotKinds = [
  { value: false, label: '已有批次' },
  { value: true, label: '新建批次' },
];

/** 产品, 批次 (one that exists or a new one) and what to do about codes that cannot be activated. */
export const BindFields = ({
  isNewLot,
  setIsNewLot,
  onProduct,
}: {
  isNewLot: boolean;
  setIsNewLot: (isNewLot: boolean) => void;
  onProduct: (productId: number | undefined) => void;
}) => {
  // Its product and lot are offered first.
  const task = useContext(PickedTask);
  const form = Form.useFormInstance();
  const productId = Form.useWatch<number | undefined>('productId', form);
  const products = useProducts(task?.firmId);
  const lots = useLots(productId);
  const channels = useChannels(task?.firmId);
  useEffect(() => onProduct(productId), [onProduct, productId]);
  // What a form is given counts as touched, too: the lot that came with a product is not another one's.
  const offered = useRef<number>(undefined);
  useEffect(() => {
    if (!task?.productId || form.getFieldValue('productId')) return;
    offered.current = task.productId;
    form.setFieldsValue({ productId: task.productId, lotId: task.lotId ?? undefined });
  }, [form, task?.productId, task?.lotId]);

  useChange(productId, (now) => {
    const isOffered = offered.current === now;
    offered.current = undefined;
    if (!isOffered && form.isFieldTouched('productId')) form.setFieldValue('lotId', undefined);
  });
  return (
    <FormSection title="产品与批次">
      <SelectField name="productId" label="产品" from={productChoices(products)} isWide />
      <div className="zy-field-wide zy-op-lot-kind">
        <Radio.Group
          aria-label="批次"
          options={lotKinds}
          value={isNewLot}
          onChange={(event) => setIsNewLot(event.target.value === true)}
        />
      </div>
      {isNewLot ? (
        <>
          <TextField name="lotNo" label="批号" placeholder="字母、数字和-._/，最长20位" />
          <DateField name="produceDate" label="生产日期" />
        </>
      ) : (
        <SelectField
          name="lotId"
          label="批次"
          from={lotChoices(lots)}
          placeholder={productId ? '请选择批次' : '先选择产品'}
          disabled={!productId}
          isWide
        />
      )}
      <SelectField name="channelId" label="渠道" from={channelChoices(channels)} placeholder="可不选" />
      <DateTimeField name="activateAt" label="启用时间" placeholder="立即启用，或选择30天内的时间" />
      <PolicyField />
    </FormSection>
  );
};
