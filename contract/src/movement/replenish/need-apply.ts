import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { day, fen, filterText, flag, id, ids, int, optionalText, time } from '../../kit/fields.ts';
import { OpSource } from '../../kit/op-source.ts';
import { resource } from '../../kit/resource.ts';
import { oneRow, Saved } from '../../kit/standard.ts';
import { idemKey, mostItems, NeedItem, needFields } from './need-draft.ts';
import { ApplyStatus } from './need-enums.ts';

/** A dealer's request for goods as it is typed; `submits` hands it in at once. */
export const NeedApplyDraft = z.object({ ...needFields, submits: flag.default(false) });
export type NeedApplyDraft = z.output<typeof NeedApplyDraft>;

/** A request in the list. */
export const NeedApplyRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  applyNo: z.string(),
  agentId: z.number(),
  agentName: z.string(),
  /** null: the firm. */
  toAgentId: z.number().nullable(),
  toName: z.string(),
  /** The first product, and how many there are: `明前龙井等3种`. */
  productText: z.string(),
  /** Items; fen. */
  totalQty: z.number(),
  totalAmount: z.number(),
  expectDate: day.nullable(),
  status: ApplyStatus.schema,
  auditName: z.string(),
  auditAt: time.nullable(),
  auditRemark: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string(),
  opSrc: OpSource.schema,
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type NeedApplyRow = z.output<typeof NeedApplyRow>;

/** A request in full. */
export const NeedApply = NeedApplyRow.extend({
  receiver: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  remark: z.string(),
  /** `approveQty`: what was granted, null until it was passed. */
  items: z.array(NeedItem.extend({ approveQty: z.number().nullable() })),
});
export type NeedApply = z.output<typeof NeedApply>;

/** What a form and a review know of a product that is asked for. */
export const NeedGoods = z.object({
  productId: z.number(),
  storeName: z.string(),
  image: z.string(),
  spec: z.string(),
  productUnit: z.string(),
  /** Fen for one item: the retail price that is proposed, null without one. */
  price: z.number().nullable(),
  boxNum: z.number(),
  caseNum: z.number(),
  /** Items the dealer has, and is being sent. */
  handQty: z.number(),
  transitQty: z.number(),
  /** Items he shipped on in the last 30 days. */
  outQty: z.number(),
  /** 可用库存: items that the dealer who is asked has in hand, or that the firm has activated and not shipped; null where those cannot be counted. */
  supplierQty: z.number().nullable(),
});
export type NeedGoods = z.output<typeof NeedGoods>;

const filters = {
  firmId: id().optional(),
  applyNo: filterText,
  agentId: id().optional(),
  /** 0: the firm. */
  toAgentId: int(0, Number.MAX_SAFE_INTEGER, '供货方不正确').optional(),
  productId: id().optional(),
  status: ApplyStatus.schema.optional(),
  dateLimit,
  ...fixedViews,
};

const anyNeed = {
  any: ['needApply', 'needOrder'].flatMap((res) =>
    ['list', 'save', 'update'].map((verb) => `admin:identity:${res}:${verb}`),
  ),
};
const acted = z.object({ id: id(), idemKey });

const applyAt = resource('/admin/identity/needApply', 'admin:identity:needApply', '要货申请');
export const needApplyApi = defineApi({
  list: applyAt.list(NeedApplyRow, filters),
  info: applyAt.info(NeedApply),
  /** Products with their pack ratios, stock and sales of a dealer. */
  goods: read(
    '要货产品',
    '/admin/identity/needApply/goods',
    anyNeed,
    z.object({
      agentId: id().optional(),
      toAgentId: id().optional(),
      productIds: ids('请选择产品', id('请选择产品'), mostItems),
    }),
    z.array(NeedGoods),
  ),
  save: applyAt.save(NeedApplyDraft),
  update: applyAt.update(NeedApplyDraft),
  remove: applyAt.remove(),
  removeMany: applyAt.removeMany(),
  submit: applyAt.write(LogKind.update, '提交要货申请', '/submit', 'submit', acted, Saved),
  withdraw: applyAt.write(LogKind.update, '撤回要货申请', '/withdraw', 'submit', acted, Saved),
  /** Takes a request into review. */
  accept: applyAt.write(LogKind.update, '受理要货申请', '/accept', 'audit', acted, Saved),
  /** Passes a request, with what is granted of each line and for how much (what is not named as it was asked), and makes its order; or sends it back. */
  audit: applyAt.write(
    LogKind.update,
    '审核要货申请',
    '/audit',
    'audit',
    oneRow
      .extend({
        pass: flag,
        items: z
          .array(
            z.object({
              id: id(),
              approveQty: int(0, 1_000_000, '请输入正确的数量'),
              price: fen('单价').optional(),
            }),
          )
          .max(mostItems)
          .default([]),
        remark: optionalText('审核意见', 200),
        idemKey,
      })
      .refine(({ pass, remark }) => pass || remark !== '', { path: ['remark'], message: '请填写审核意见' }),
    z.object({ orderId: z.number().nullable(), orderNo: z.string() }),
  ),
  export: applyAt.export(filters),
});
