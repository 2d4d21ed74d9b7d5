import { z } from 'zod';
import { dayField } from '../../kit/day.ts';
import { fen, id, int, oneOf, optionalText, text } from '../../kit/fields.ts';
import { firmId, optionalPhone, regionCode } from '../../parties/party-fields.ts';
import { moveRefusals } from '../move-refusals.ts';
import { NeedUnit } from './need-enums.ts';

/** Most lines of one request or order. */
export const mostItems = 200;

/** A product that is asked for: how many of which unit, and what one of them costs (fen). */
export const NeedItemDraft = z.object({
  productId: id('请选择产品'),
  unit: oneOf([NeedUnit.item, NeedUnit.box, NeedUnit.case], '请选择单位').default(NeedUnit.item),
  qty: int(1, 1_000_000, '请输入正确的数量'),
  price: fen('单价').default(0),
});
export type NeedItemDraft = z.output<typeof NeedItemDraft>;

/** What requests and orders have alike as they are typed: who asks whom for what, and where it goes. */
export const needFields = {
  firmId,
  agentId: id('请选择经销商'),
  /** The dealer directly above, who is asked; absent: the firm. */
  toAgentId: id('供货方不正确').optional(),
  /** Not before today where it is new. */
  expectDate: dayField('期望到货日期不正确').optional(),
  receiver: optionalText('收货人', 20),
  phone: optionalPhone('联系电话'),
  regionCode: regionCode('收货地区不正确').optional(),
  address: text('收货地址', { max: 120 }),
  /** Lines of the same product and unit become one. */
  items: z
    .array(NeedItemDraft, { error: moveRefusals.noProduct[1] })
    .min(1, moveRefusals.noProduct[1])
    .max(mostItems, `一次最多${mostItems}行产品`),
  remark: optionalText('备注', 200),
};

/** The key of a request that may be sent again: the same one is carried out once. */
export const idemKey = z.string().trim().min(8, '请求编号不正确').max(64, '请求编号不正确').optional();

/** A line as it is shown. */
export const NeedItem = z.object({
  id: z.number(),
  productId: z.number(),
  storeName: z.string(),
  image: z.string(),
  spec: z.string(),
  /** What the product itself is counted in: 盒. */
  productUnit: z.string(),
  qty: z.number(),
  unit: NeedUnit.schema,
  /** Items in one of the unit. */
  ratio: z.number(),
  itemQty: z.number(),
  /** Fen for one of the unit. */
  price: z.number(),
});
export type NeedItem = z.output<typeof NeedItem>;
