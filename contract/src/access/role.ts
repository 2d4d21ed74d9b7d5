import { resource } from '../kit/resource.ts';
import { oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { defineApi, done, LogKind, nothing, read } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, text, time, version } from '../kit/fields.ts';
import { MenuChoice } from './menu-choice.ts';

/** What may be done, under a name: administrators hold one role or several. */
export const Role = z.object({
  id: z.number(),
  roleName: z.string(),
  /** Menu ids, comma-separated. */
  rules: z.string(),
  level: z.number(),
  status: z.boolean(),
  /** 管理员角色: also opens the routes restricted to administrators. */
  isAdmin: z.boolean(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type Role = z.output<typeof Role>;

/** A role as its form sends it. `isAdmin` is left as it is when absent. */
export const RoleDraft = z.object({
  roleName: text('角色名称', { max: 32 }),
  status: flag.default(true),
  isAdmin: flag.optional(),
  rules: ids('权限不能为空'),
});

/** A role with the whole permission tree (at most `mostInTree` nodes), its own nodes ticked. */
export const RoleInFull = Role.omit({ rules: true }).extend({ menuList: z.array(MenuChoice) });

const roleAt = resource('/admin/system/role', 'admin:system:role', '角色');
export const roleApi = defineApi({
  list: roleAt.list(
    Role,
    { roleName: filterText, status: flag.optional() },
    { may: { any: ['admin:system:role:list', 'admin:system:admin:list'] } },
  ),
  save: roleAt.write(LogKind.insert, '新增角色', '/save', 'save', RoleDraft, done, { platform: true }),
  update: roleAt.write(LogKind.grant, '编辑角色', '/update', 'update', RoleDraft.extend({ id: id(), version }), done, {
    platform: true,
    changes: 'id',
  }),
  info: roleAt.info(RoleInFull, { path: '/admin/system/role/info/:id', may: 'admin:system:role:info' }),
  remove: roleAt.read('删除角色', '/delete', 'delete', oneRow, done, { log: LogKind.delete, platform: true }),
  updateStatus: roleAt.read('启停角色', '/updateStatus', 'update:status', z.object({ id: id(), status: flag }), done, {
    log: LogKind.update,
    platform: true,
  }),
  /** The whole tree; at most `mostInTree` nodes. */
  menuTree: read(
    '权限树',
    '/admin/system/menu/cache/tree',
    'admin:system:menu:cache:tree',
    nothing,
    z.array(MenuChoice),
    { platform: true },
  ),
});
