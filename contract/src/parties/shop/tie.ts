import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { timeField } from '../../kit/day.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { id, ids, optionalText, text, time } from '../../kit/fields.ts';
import { TieKind } from './shop-enums.ts';

/** Whether a tie still holds. */
export const TieValid = enumeration({ current: { value: 1, label: '当前' }, past: { value: 0, label: '历史' } });

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

const tieAt = resource('/admin/identity/shopAss', 'admin:identity:shopAss', '门店关联');
export const tieApi = defineApi({
  list: tieAt.list(TieRow, {
    firmId: id().optional(),
    kind: TieKind.schema.optional(),
    targetId: id().optional(),
    shopId: id().optional(),
    valid: TieValid.schema.optional(),
  }),
  listAll: tieAt.listAll(z.array(z.object({ id: z.number(), name: z.string() }))),
  info: tieAt.info(TieRow),
  save: tieAt.write(LogKind.insert, '新增门店关联', '/save', 'save', TieDraft, tied),
  /** Replaces one tie that still holds: it ends when the new one begins. */
  update: tieAt.change(
    '变更门店关联',
    '/update',
    'update',
    z.object({ id: id(), ...change, reason: text('变更原因', { max: 100 }) }),
    tied,
  ),
  batch: tieAt.change('批量变更门店关联', '/batch', 'update', TieDraft, tied),
  unbind: tieAt.change(
    '解除门店关联',
    '/unbind',
    'delete',
    z.object({ id: id(), reason: optionalText('解绑原因', 100) }),
    done,
  ),
  /** Ends a tie as `unbind` does; the history keeps it. */
  remove: tieAt.remove({ title: '解除门店关联' }),
  removeMany: tieAt.removeMany({ title: '批量解除门店关联' }),
});
