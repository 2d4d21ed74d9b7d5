import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { timeField } from '../../kit/day.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { id, ids, optionalText, text, time } from '../../kit/fields.ts';
import { DoneToMany } from '../../kit/standard.ts';
import { Assign, AssignBack, Assigned } from '../assign.ts';
import { ShopLinkKind } from './shop-enums.ts';

/** Whether a link still holds. */
export const ShopLinkValid = enumeration({ current: { value: 1, label: '当前' }, past: { value: 0, label: '历史' } });

/** A link of a shop to an agent, salesman or channel, from `bindAt` until `unbindAt`. */
export const ShopLinkRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  shopId: z.number(),
  shopNo: z.string(),
  shopName: z.string(),
  /** See ShopLinkKind. */
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
export type ShopLinkRow = z.output<typeof ShopLinkRow>;

const kind = z.union([z.string(), z.number()], { error: '请选择关联类型' }).pipe(ShopLinkKind.schema);
const change = {
  targetId: id('请选择关联对象'),
  /** When the link begins; now when absent. */
  effectAt: timeField('生效时间不正确').optional(),
  /** Asked for by the operation when it replaces another link. */
  reason: optionalText('变更原因', 100),
};

/** Shops linked to one target of a kind. */
export const ShopLinkDraft = z.object({
  firmId: id().optional(),
  kind,
  shopIds: ids('请选择门店'),
  ...change,
});
export type ShopLinkDraft = z.output<typeof ShopLinkDraft>;

/** `ok` shops were linked, `same` belonged to the target already. */
const linked = z.object({ id: z.number().nullable(), version: z.number(), ok: z.number(), same: z.number() });

const linkAt = resource('/admin/identity/shopAss', 'admin:identity:shopAss', '门店关联');
export const shopLinkApi = defineApi({
  list: linkAt.list(ShopLinkRow, {
    firmId: id().optional(),
    kind: ShopLinkKind.schema.optional(),
    targetId: id().optional(),
    shopId: id().optional(),
    valid: ShopLinkValid.schema.optional(),
  }),
  listAll: linkAt.listAll(z.array(z.object({ id: z.number(), name: z.string() }))),
  info: linkAt.info(ShopLinkRow),
  save: linkAt.write(LogKind.insert, '新增门店关联', '/save', 'save', ShopLinkDraft, linked),
  /** Replaces one link that still holds: it ends when the new one begins. */
  update: linkAt.change(
    '变更门店关联',
    '/update',
    'update',
    z.object({ id: id(), ...change, reason: text('变更原因', { max: 100 }) }),
    linked,
  ),
  batch: linkAt.change('批量变更门店关联', '/batch', 'update', ShopLinkDraft, linked),
  /** 批量设置渠道, 批量设置业务员: a link of its kind to each shop, from now on. */
  assign: linkAt.change('批量设置门店渠道或业务员', '/assign', 'update', Assign, Assigned),
  assignBack: linkAt.change('撤销批量设置门店', '/assign/undo', 'update', AssignBack, DoneToMany),
  unbind: linkAt.change(
    '解除门店关联',
    '/unbind',
    'delete',
    z.object({ id: id(), reason: optionalText('解绑原因', 100) }),
    done,
  ),
  /** Ends a link as `unbind` does; the history keeps it. */
  remove: linkAt.remove({ title: '解除门店关联' }),
  removeMany: linkAt.removeMany({ title: '批量解除门店关联' }),
});
