import { Form } from 'antd';
import { useContext, useEffect } from 'react';
import { useMay } from '../../../lib/session.ts';
import { AreaField, SelectField, SwitchField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { PickedTask, PolicyField } from './policy-field.tsx';
import { useChange } from '../use-change.ts';
import {
  channelChoices,
  lotChoices,
  productChoices,
  useChannels,
  useLots,
  useProducts,
} from '../../../parts/pickers/use-choices.ts';
import { UpdateDraft } from '@zhuiyuan/contract/codes/ops/op-draft';
import { z } from 'zod';

const { newProductId, newLotId, newChannelId, force, reason, policy } = UpdateDraft.shape;

/** What the form of a rebind asks, beside the codes: something has to change, and a product comes with a lot. */
export const rebindForm = z
  .object({ newProductId, newLotId, newChannelId, force, reason, policy })
  .refine((draft) => draft.newLotId !== undefined || draft.newProductId === undefined, {
    path: ['newLotId'],
    message: '请选择批次',
  })
  .refine((draft) => [draft.newProductId, draft.newLotId, draft.newChannelId].some((value) => value !== undefined), {
    path: ['newProductId'],
    message: '请至少选择一项变更内容',
  });

/** 新产品, 新批次, the reason, and whether codes that were shipped are changed too. */
export const RebindFields = ({ onProduct }: { onProduct: (productId: number | undefined) => void }) => {
  const task = useContext(PickedTask);
  const may = useMay();
  const form = Form.useFormInstance();
  const productId = Form.useWatch<number | undefined>('newProductId', form);
  const products = useProducts(task?.firmId);
  const lots = useLots(productId);
  const channels = useChannels(task?.firmId);
  useEffect(() => onProduct(productId), [onProduct, productId]);
  useChange(productId, () => {
    if (form.isFieldTouched('newProductId')) form.setFieldValue('newLotId', undefined);
  });
  return (
    <FormSection title="改绑为">
      <SelectField name="newProductId" label="新产品" from={productChoices(products)} placeholder="不变" />
      <SelectField
        name="newLotId"
        label="新批次"
        from={lotChoices(lots)}
        placeholder={productId ? '请选择批次' : '不变，或先选择新产品'}
        disabled={!productId}
      />
      <SelectField name="newChannelId" label="新渠道" from={channelChoices(channels)} placeholder="不变" />
      <AreaField name="reason" label="原因" placeholder="请填写原因" rows={2} isWide />
      {may('admin:identity:batch:force') && <SwitchField name="force" label="强制改绑已发货的码" on off={false} />}
      <PolicyField />
    </FormSection>
  );
};
