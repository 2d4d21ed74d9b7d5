import { z } from 'zod';
import { dayField } from '../kit/day.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { day, filterText, id, int, optionalText, time } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { fieldPaging, idemKey } from './field-paging.ts';

const badQty = '请输入正确的数量';
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
  save: send(
    '提交补货申请',
    '/public/role/need/save',
    'open',
    z.object({
      items: z
        .array(
          z.object({
            productId: id('请选择产品'),
            /** 0 件, 1 小箱, 2 大箱. */
            unit: int(0, 2, '请选择单位').default(0),
            qty: int(1, 1_000_000, badQty),
          }),
          { error: '请至少添加一种产品' },
        )
        .min(1, '请至少添加一种产品')
        .max(100, '一次最多100种产品'),
      expectDate: dayField('期望到货日期不正确').optional(),
      remark: optionalText('备注', 200),
      idemKey,
    }),
    z.object({ id: z.number(), applyNo: z.string() }),
    { log: false, forShoppers: true, ownTransaction: true, perMinute: 60 },
  ),
});
