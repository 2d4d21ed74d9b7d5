import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read, write } from '../../kit/endpoint.ts';
import { day, fen, filterText, id, optionalText, text, time } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { resource } from '../../kit/resource.ts';
import { oneRow, Saved } from '../../kit/standard.ts';
import { DeliverStatus } from '../move-enums.ts';
import { idemKey, NeedItem, needFields } from './need-draft.ts';
import { OrderStatus, PayKind, PayState } from './need-enums.ts';

/** An order as it is typed; its prices are those agreed on. */
export const NeedOrderDraft = z.object(needFields);
export type NeedOrderDraft = z.output<typeof NeedOrderDraft>;

/** An order in the list. */
export const NeedOrderRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  orderNo: z.string(),
  applyId: z.number().nullable(),
  applyNo: z.string(),
  agentId: z.number(),
  agentName: z.string(),
  supplierKind: Holder.schema,
  /** 0 of the firm. */
  supplierId: z.number(),
  supplierName: z.string(),
  /** The first product, and how many there are: `明前龙井等3种`. */
  productText: z.string(),
  /** Items ordered, and those of them shipped and signed. */
  totalQty: z.number(),
  shipQty: z.number(),
  signQty: z.number(),
  /** Fen. */
  totalAmount: z.number(),
  payAmount: z.number(),
  deductAmount: z.number(),
  payState: PayState.schema,
  status: OrderStatus.schema,
  /** 完结: what was not shipped will not be. */
  isClosed: z.boolean(),
  expectDate: day.nullable(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type NeedOrderRow = z.output<typeof NeedOrderRow>;

/** What was paid for an order. */
export const NeedPay = z.object({
  id: z.number(),
  kind: PayKind.schema,
  /** Fen. */
  amount: z.number(),
  voucher: z.string(),
  remark: z.string(),
  operatorName: z.string(),
  createTime: time,
});
export type NeedPay = z.output<typeof NeedPay>;

/** An order in full. */
export const NeedOrder = NeedOrderRow.extend({
  receiver: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  remark: z.string(),
  closedAt: time.nullable(),
  cancelAt: time.nullable(),
  cancelReason: z.string(),
  createdName: z.string(),
  items: z.array(NeedItem),
  /** Items of each product, whatever units it was ordered in. */
  products: z.array(
    z.object({
      productId: z.number(),
      storeName: z.string(),
      itemQty: z.number(),
      shipQty: z.number(),
      signQty: z.number(),
    }),
  ),
  /** The oldest first, 200 at most. */
  pays: z.array(NeedPay),
  /** Fen that the firm owes the dealer and that can be set off; null where another dealer supplies. */
  dedBalance: z.number().nullable(),
});
export type NeedOrder = z.output<typeof NeedOrder>;

/** An order for paper. */
export const NeedOrderPrint = NeedOrder.omit({ pays: true, dedBalance: true }).extend({
  firm: z.object({ name: z.string(), phone: z.string() }),
  agent: z.object({ agentNo: z.string(), contact: z.string(), phone: z.string() }),
  /** Which print it is. */
  printCnt: z.number(),
  printedBy: z.string(),
  printedAt: time,
});
export type NeedOrderPrint = z.output<typeof NeedOrderPrint>;

/** An order that goods may be shipped for. */
export const OpenNeedOrder = z.object({
  id: z.number(),
  firmId: z.number(),
  orderNo: z.string(),
  expectDate: day.nullable(),
  createTime: time,
  agentId: z.number(),
  agentName: z.string(),
  supplierKind: Holder.schema,
  supplierId: z.number(),
  totalQty: z.number(),
  shipQty: z.number(),
  products: z.array(
    z.object({ productId: z.number(), storeName: z.string(), itemQty: z.number(), shipQty: z.number() }),
  ),
});
export type OpenNeedOrder = z.output<typeof OpenNeedOrder>;

/** A shipping document of an order. */
export const OrderDeliver = z.object({
  id: z.number(),
  deliverNo: z.string(),
  itemQty: z.number(),
  signQty: z.number(),
  status: DeliverStatus.schema,
  logisticsName: z.string(),
  logisticsNo: z.string(),
  shipAt: time,
  signAt: time.nullable(),
});
export type OrderDeliver = z.output<typeof OrderDeliver>;

const filters = {
  firmId: id().optional(),
  orderNo: filterText,
  applyNo: filterText,
  agentId: id().optional(),
  productId: id().optional(),
  status: OrderStatus.schema.optional(),
  payState: PayState.schema.optional(),
  dateLimit,
  ...fixedViews,
};

const money = (label: string) => fen(label).refine((amount) => amount > 0, `${label}应大于0`);

const orderAt = resource('/admin/identity/needOrder', 'admin:identity:needOrder', '要货订单');
export const needOrderApi = defineApi({
  list: orderAt.list(NeedOrderRow, filters),
  info: orderAt.info(NeedOrder),
  /** The receiver's orders that goods may be shipped for, the oldest first, 100 at most; or one of them. */
  open: read(
    '待发要货订单',
    '/admin/identity/needOrder/open',
    {
      any: [
        'admin:identity:needOrder:list',
        ...['list', 'alone', 'box', 'batch'].map((verb) => `admin:identity:deliver:${verb}`),
      ],
    },
    z
      .object({ agentId: id('请选择收货方').optional(), id: id().optional() })
      .refine((one) => one.agentId !== undefined || one.id !== undefined, '请选择收货方'),
    z.array(OpenNeedOrder),
  ),
  /** `deductAmount`, fen: set off at once against what the firm owes the dealer. */
  save: orderAt.save(NeedOrderDraft.extend({ deductAmount: fen('抵扣金额').default(0) })),
  /** While nothing is shipped. */
  update: orderAt.update(NeedOrderDraft),
  /** While nothing is shipped (61132); what was set off comes back to the dealer. */
  cancel: orderAt.write(
    LogKind.update,
    '取消要货订单',
    '/cancel',
    'cancel',
    oneRow.extend({ reason: text('取消原因', { max: 100, missing: '请填写取消原因' }), idemKey }),
    Saved,
  ),
  close: orderAt.write(LogKind.update, '完结要货订单', '/close', 'close', oneRow.extend({ idemKey }), Saved),
  pay: orderAt.write(
    LogKind.update,
    '登记付款',
    '/pay',
    'pay',
    oneRow.extend({
      amount: money('付款金额'),
      voucher: optionalFileAddress,
      remark: optionalText('备注', 200),
      idemKey,
    }),
    z.object({ id: z.number(), payState: PayState.schema, unpaid: z.number() }),
  ),
  /** At most what the dealer is owed, and what is unpaid. */
  deduct: orderAt.write(
    LogKind.update,
    '使用抵扣',
    '/deduct',
    'deduct',
    oneRow.extend({ amount: money('抵扣金额'), remark: optionalText('备注', 100), idemKey }),
    z.object({ id: z.number(), payState: PayState.schema, unpaid: z.number(), balance: z.number() }),
  ),
  deliverList: {
    method: 'GET',
    path: '/admin/identity/needOrder/deliver/list',
    may: 'admin:identity:needOrder:list',
    input: z.object({ ...paging, orderId: id('请选择要货订单') }),
    data: pageOf(OrderDeliver),
    title: '要货订单发货记录',
  },
  /** What is printed; that it was is counted. */
  print: {
    ...write(
      LogKind.other,
      '打印要货订单',
      '/admin/identity/needOrder/print',
      'admin:identity:needOrder:print',
      oneRow,
      NeedOrderPrint,
    ),
    method: 'GET',
  },
  export: orderAt.export(filters),
});
