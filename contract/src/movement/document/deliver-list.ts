import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { filterText, id, int, time } from '../../kit/fields.ts';
import { OpSource } from '../../kit/op-source.ts';
import { BizType, DeliverStatus } from '../move-enums.ts';

/** A shipping document in the list. */
export const DeliverRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  deliverNo: z.string(),
  bizType: BizType.schema,
  fromKind: Holder.schema,
  fromId: z.number(),
  fromName: z.string(),
  toKind: Holder.schema,
  toId: z.number(),
  toName: z.string(),
  /** The product of the first line, and how many there are: `明前龙井等4种`. */
  productText: z.string(),
  caseQty: z.number(),
  boxQty: z.number(),
  itemQty: z.number(),
  signQty: z.number(),
  status: DeliverStatus.schema,
  /** Lines stayed unsigned after a signing. */
  hasDiff: z.boolean(),
  orderId: z.number().nullable(),
  orderNo: z.string(),
  extNo: z.string(),
  logisticsName: z.string(),
  logisticsNo: z.string(),
  shipAt: time,
  signAt: time.nullable(),
  /** Whole days since it was shipped, null when nothing is on its way any more. */
  days: z.number().nullable(),
  /** The member of staff, or whose phone it was. */
  operatorName: z.string(),
  opSrc: OpSource.schema,
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type DeliverRow = z.output<typeof DeliverRow>;

/** Number of a dealer or shop; 0 with the firm itself. */
const party = int(0, Number.MAX_SAFE_INTEGER, '参数不正确').optional();

/** Filters of documents, and of everything that is exported of them. */
export const deliverFilters = {
  firmId: id().optional(),
  /** Number, number in the firm's own system, or of the parcel. */
  keywords: filterText,
  /** A code, or the box it lies in, that was shipped by it. */
  code: filterText,
  bizType: BizType.schema.optional(),
  fromKind: Holder.schema.optional(),
  fromId: party,
  toKind: Holder.schema.optional(),
  toId: party,
  productId: id().optional(),
  lotId: id().optional(),
  orderId: id().optional(),
  status: DeliverStatus.schema.optional(),
  opSrc: OpSource.schema.optional(),
  /** When it was shipped. */
  dateLimit,
};

/** Those of the list itself, which has 我的 as well. */
export const deliverListFilters = { ...deliverFilters, mine: fixedViews.mine };
