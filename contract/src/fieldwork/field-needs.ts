import { z } from 'zod';
import { defineApi, read } from '../kit/endpoint.ts';
import { day, time } from '../kit/fields.ts';
import { filterText } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { fieldPaging } from './field-paging.ts';

const asker = { forShoppers: true, perMinute: 240 } as const;

/** A request for goods, or the order it became, as the dealer sees it. */
export const FieldNeedRow = z.object({
  id: z.number(),
  applyNo: z.string(),
  /** Where it stands, in words, and how good that is. */
  stateText: z.string(),
  tone: z.string(),
  storeName: z.string(),
  kinds: z.number(),
  itemQty: z.number(),
  shipQty: z.number(),
  expectDate: day.nullable(),
  remark: z.string(),
  at: time,
});
export type FieldNeedRow = z.output<typeof FieldNeedRow>;

/** A product a dealer can ask for. */
export const FieldProduct = z.object({
  id: z.number(),
  storeName: z.string(),
  spec: z.string(),
  unit: z.string(),
  image: z.string(),
  handQty: z.number(),
  /** Items in a small box and in a case; 0 where there is none. */
  boxItems: z.number(),
  caseItems: z.number(),
});
export type FieldProduct = z.output<typeof FieldProduct>;

/** Replenishment on a dealer's phone. */
export const fieldNeedsApi = defineApi({
  list: read('补货申请', '/public/role/need/list', 'open', z.object(fieldPaging), pageOf(FieldNeedRow), asker),
  products: read(
    '可补货产品',
    '/public/role/product/list',
    'open',
    z.object({ ...fieldPaging, keywords: filterText }),
    pageOf(FieldProduct),
    asker,
  ),
});
