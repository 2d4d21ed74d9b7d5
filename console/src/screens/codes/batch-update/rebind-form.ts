import { UpdateDraft } from '@zhuiyuan/contract/codes/op-draft';
import { id } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';

const { newProductId, force, reason, policy } = UpdateDraft.shape;

/** What the form of a rebind asks, beside the codes: a lot, with its product. */
export const rebindForm = z.object({
  newProductId,
  newLotId: id('请至少选择一项变更内容'),
  force,
  reason,
  policy,
});
