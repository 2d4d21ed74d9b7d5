import { z } from 'zod';
import { timeField } from '../../kit/day.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { id, ids, optionalText, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany } from '../../kit/standard.ts';
import { TieKind } from './shop-enums.ts';

/** Whether a tie still holds. */
export const TieValid = enumeration({ value: 1, label: '当前' }, { value: 0, label: '历史' });

/** A tie of a shop to a dealer, salesman or channel, from `bindAt` until `unbindAt`. */
export const TieRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopId: z.number(),
  shopNo: z.string(),
  shopName: z.string(),
  /** See TieKind. */
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
  /** Why it ended, when it was ended and not replaced. */
  endReason: z.string(),
  createTime: time,
  /** When it ended, or began while it holds. */
  updateTime: time,
});
export type TieRow = z.output<typeof TieRow>;

const kind = z.union([z.string(), z.number()], { error: '请选择关联类型' }).pipe(TieKind.schema);
const change = {
  targetId: id('请选择关联对象'),
  /** When the tie begins; now when absent. */
  effectAt: timeField('生效时间不正确').optional(),
  /** Asked for by the operation when it replaces another tie. */
  reason: optionalText('变更原因', 100),
};

/** Shops tied to one target of a kind. */
export const TieDraft = z.object({
  firmId: id().optional(),
  kind,
  shopIds: ids('请选择门店'),
  ...change,
});
export type TieDraft = z.output<typeof TieDraft>;

/** `ok` shops were tied, `same` belonged to the target already. */
const tied = z.object({ id: z.number().nullable(), version: z.number(), ok: z.number(), same: z.number() });

export const tieApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/shopAss/list',
    may: 'admin:identity:shopAss:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      kind: TieKind.schema.optional(),
      targetId: id().optional(),
      shopId: id().optional(),
      valid: TieValid.schema.optional(),
    }),
    data: pageOf(TieRow),
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
    input: oneRow,
    data: TieRow,
    title: '门店关联详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/shopAss/save',
    may: 'admin:identity:shopAss:save',
    input: TieDraft,
    data: tied,
    title: '新增门店关联',
    log: LogKind.insert,
  },
  /** Replaces one tie that still holds: it ends when the new one begins. */
  update: {
    method: 'POST',
    path: '/admin/identity/shopAss/update',
    may: 'admin:identity:shopAss:update',
    input: z.object({ id: id(), ...change, reason: text('变更原因', { max: 100 }) }),
    data: tied,
    title: '变更门店关联',
    log: LogKind.update,
  },
  batch: {
    method: 'POST',
    path: '/admin/identity/shopAss/batch',
    may: 'admin:identity:shopAss:update',
    input: TieDraft,
    data: tied,
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
  /** Ends a tie as `unbind` does; the history keeps it. */
  remove: {
    method: 'GET',
    path: '/admin/identity/shopAss/delete',
    may: 'admin:identity:shopAss:delete',
    input: oneRow,
    data: done,
    title: '解除门店关联',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/shopAss/delete/ids',
    may: 'admin:identity:shopAss:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量解除门店关联',
    log: LogKind.delete,
  },
});
