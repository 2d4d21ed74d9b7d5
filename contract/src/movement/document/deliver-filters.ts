import { Holder } from '../../codes/state/code-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { filterText, id, int } from '../../kit/fields.ts';
import { OpSource } from '../../kit/op-source.ts';
import { BizType, DeliverStatus } from '../move-enums.ts';

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
