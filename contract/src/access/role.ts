import { z } from 'zod';
import { defineApi, done, LogKind, nothing } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, text, time, version } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
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

/** A role with the whole permission tree, its own nodes ticked. */
export const RoleInFull = Role.omit({ rules: true }).extend({ menuList: z.array(MenuChoice) });

export const roleApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/system/role/list',
    may: { any: ['admin:system:role:list', 'admin:system:admin:list'] },
    input: z.object({ ...paging, roleName: filterText, status: flag.optional() }),
    data: pageOf(Role),
    title: '角色列表',
  },
  save: {
    method: 'POST',
    path: '/admin/system/role/save',
    may: 'admin:system:role:save',
    platform: true,
    input: RoleDraft,
    data: done,
    title: '新增角色',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/system/role/update',
    may: 'admin:system:role:update',
    platform: true,
    input: RoleDraft.extend({ id: id(), version }),
    data: done,
    title: '编辑角色',
    changes: 'id',
    log: LogKind.grant,
  },
  info: {
    method: 'GET',
    path: '/admin/system/role/info/:id',
    may: 'admin:system:role:info',
    input: z.object({ id: id() }),
    data: RoleInFull,
    title: '角色详情',
  },
  remove: {
    method: 'GET',
    path: '/admin/system/role/delete',
    may: 'admin:system:role:delete',
    platform: true,
    input: z.object({ id: id() }),
    data: done,
    title: '删除角色',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'GET',
    path: '/admin/system/role/updateStatus',
    may: 'admin:system:role:update:status',
    platform: true,
    input: z.object({ id: id(), status: flag }),
    data: done,
    title: '启停角色',
    log: LogKind.update,
  },
  menuTree: {
    method: 'GET',
    path: '/admin/system/menu/cache/tree',
    may: 'admin:system:menu:cache:tree',
    platform: true,
    input: nothing,
    data: z.array(MenuChoice),
    title: '权限树',
  },
});
