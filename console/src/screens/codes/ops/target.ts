import { UseTarget } from '@zhuiyuan/contract/codes/ops/op-draft';
import { id } from '@zhuiyuan/contract/kit/fields';
import { lotNo, produceDate } from '@zhuiyuan/contract/trace/lot/lot';
import { z } from 'zod';

const { productId, policy, activateAt, channelId } = UseTarget.shape;

/** What the form asks for where the lot exists, and where it is made on the way. */
export const ofLot = z.object({ productId, lotId: id('请选择或填写批次'), channelId, activateAt, policy });
export const ofNewLot = z.object({ productId, lotNo, produceDate, channelId, activateAt, policy });

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
