import { UseTarget } from '@zhuiyuan/contract/codes/op-draft';
import { id } from '@zhuiyuan/contract/kit/fields';
import { lotNo, produceDate } from '@zhuiyuan/contract/trace/lot';
import { z } from 'zod';

const { productId, policy } = UseTarget.shape;

/** What the form asks for where the lot exists, and where it is made on the way. */
export const ofLot = z.object({ productId, lotId: id('请选择或填写批次'), policy });
export const ofNewLot = z.object({ productId, lotNo, produceDate, policy });

/** What the form holds; which of the two lots counts is chosen beside it. */
export interface Typed {
  productId?: number;
  lotId?: number;
  lotNo?: string;
  produceDate?: string;
  policy?: number;
}

/** The part of an activation's draft that says what codes are bound to. */
export interface Target {
  productId: number | undefined;
  lotId?: number;
  lot?: { lotNo: string | undefined; produceDate: string | undefined };
  policy: number;
}

/** Puts what is typed into the shape of the call. */
export const targetOf = (
  { productId: product, lotId, lotNo: number, produceDate: day, policy: rule }: Typed,
  isNewLot: boolean,
): Target => ({
  productId: product,
  ...(isNewLot ? { lot: { lotNo: number, produceDate: day } } : { lotId }),
  policy: rule ?? 0,
});
