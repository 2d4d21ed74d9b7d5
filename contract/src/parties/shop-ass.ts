import { z } from 'zod';
import { isDay } from '../kit/day.ts';
import { defineApi, done, LogKind, nothing } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { id, ids, optionalText, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { AssKind } from './shop-enums.ts';

/** Whether a binding still holds. */
export const AssValid = enumeration({ value: 1, label: '当前' }, { value: 0, label: '历史' });

/** A shop's binding to a dealer, salesman or channel, from `bindAt` until `unbindAt`. */
export const ShopAssRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopId: z.number(),
  shopNo: z.string(),
  shopName: z.string(),
  /** See AssKind. */
  kind: z.number(),
  targetId: z.number(),
  targetName: z.string(),
  bindAt: time,
  /** null while it holds. */
  unbindAt: time.nullable(),
  /** See RowSource. */
  bindSource: z.number(),
  operatorName: z.string(),
  reason: z.string(),
  createTime: time,
  updateTime: time,
});
export type ShopAssRow = z.output<typeof ShopAssRow>;

const moment = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

const kind = z.union([z.string(), z.number()], { error: '请选择关联类型' }).pipe(AssKind.schema);
const change = {
  targetId: id('请选择关联对象'),
  /** When the binding begins; now when absent. */
  effectAt: z
    .string({ error: '生效时间不正确' })
    .trim()
    .refine((value) => moment.test(value) && isDay(value.slice(0, 10)), '生效时间不正确')
    .optional(),
  /** Asked for by the operation when it replaces another binding. */
  reason: optionalText('变更原因', 100),
};

/** Shops bound to one target of a kind. */
export const ShopAssDraft = z.object({
  firmId: id().optional(),
  kind,
  shopIds: ids('请选择门店'),
  ...change,
});
export type ShopAssDraft = z.output<typeof ShopAssDraft>;

/** `ok` shops were bound, `same` were bound to the target already. */
const bound = z.object({ id: z.number().nullable(), version: z.number(), ok: z.number(), same: z.number() });
const one = z.object({ id: id() });

export const shopAssApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/shopAss/list',
    may: 'admin:identity:shopAss:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      kind: AssKind.schema.optional(),
      targetId: id().optional(),
      shopId: id().optional(),
      valid: AssValid.schema.optional(),
    }),
    data: pageOf(ShopAssRow),
    title: '门店关联列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/shopAss/list/all',
    may: 'admin:identity:shopAss:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
    title: '全部门店关联',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/shopAss/info',
    may: 'admin:identity:shopAss:list',
    input: one,
    data: ShopAssRow,
    title: '门店关联详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/shopAss/save',
    may: 'admin:identity:shopAss:save',
    input: ShopAssDraft,
    data: bound,
    title: '新增门店关联',
    log: LogKind.insert,
  },
  /** Replaces one binding that still holds: it ends when the new one begins. */
  update: {
    method: 'POST',
    path: '/admin/identity/shopAss/update',
    may: 'admin:identity:shopAss:update',
    input: z.object({ id: id(), ...change }),
    data: bound,
    title: '变更门店关联',
    log: LogKind.update,
  },
  batch: {
    method: 'POST',
    path: '/admin/identity/shopAss/batch',
    may: 'admin:identity:shopAss:update',
    input: ShopAssDraft,
    data: bound,
    title: '批量变更门店关联',
    log: LogKind.update,
  },
  unbind: {
    method: 'POST',
    path: '/admin/identity/shopAss/unbind',
    may: 'admin:identity:shopAss:delete',
    input: z.object({ id: id(), reason: optionalText('解绑原因', 100) }),
    data: done,
    title: '解除门店关联',
    log: LogKind.update,
  },
  /** Ends a binding as `unbind` does; the history keeps it. */
  remove: {
    method: 'GET',
    path: '/admin/identity/shopAss/delete',
    may: 'admin:identity:shopAss:delete',
    input: one,
    data: done,
    title: '解除门店关联',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/shopAss/delete/ids',
    may: 'admin:identity:shopAss:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量解除门店关联',
    log: LogKind.delete,
  },
});
