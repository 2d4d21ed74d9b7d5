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
