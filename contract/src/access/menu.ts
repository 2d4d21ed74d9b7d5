import { z } from 'zod';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, text, time, version } from '../kit/fields.ts';

/** 菜单类型: a directory of the sidebar, a screen, or what one may do on it. */
export const MenuType = enumeration(
  { value: 'M', label: '目录' },
  { value: 'C', label: '菜单' },
  { value: 'A', label: '按钮' },
);

/** A node of the menu tree, which is also the tree of permissions. */
export const Menu = z.object({
  id: z.number(),
  /** 0 = at the top. */
  pid: z.number(),
  name: z.string(),
  icon: z.string(),
  /** Permission strings, comma-separated. */
  perms: z.string(),
  /** Address of the screen. */
  component: z.string(),
  menuType: MenuType.schema,
  /** Higher stands first. */
  sort: z.number(),
  /** Hidden = not in the sidebar, still reachable. */
  isShow: z.boolean(),
  version: z.number(),
  createTime: time,
});
export type Menu = z.output<typeof Menu>;

const shape = z.object({
  pid: int(0, Number.MAX_SAFE_INTEGER, '请选择上级菜单').default(0),
  menuType: MenuType.schema,
  name: text('菜单名称', { max: 100, missing: '菜单名称不能为空' }),
  icon: optionalText('菜单图标', 60),
  sort: int(0, 999_999, '菜单顺序不能为空'),
  component: optionalText('组件路径', 200),
  perms: optionalText('权限字符', 100).refine(
    (perms) => /^[A-Za-z0-9:_,-]*$/.test(perms),
    '权限字符只能包含字母、数字、冒号和逗号',
  ),
  isShow: flag.default(true),
});

const hasComponent = {
  test: ({ menuType, component }: { menuType: string; component: string }) => menuType !== 'C' || component !== '',
  as: { path: ['component'], error: '菜单类型的组件路径不能为空' },
};
const hasPermission = {
  test: ({ menuType, perms }: { menuType: string; perms: string }) => menuType !== 'A' || perms !== '',
  as: { path: ['perms'], error: '按钮类型的权限表示不能为空' },
};

/** A new node. A screen needs its address, a button its permission. */
export const MenuDraft = shape.refine(hasComponent.test, hasComponent.as).refine(hasPermission.test, hasPermission.as);
/** An existing node with all its fields. */
export const MenuChange = shape
  .extend({ id: id(), version })
  .refine(hasComponent.test, hasComponent.as)
  .refine(hasPermission.test, hasPermission.as);

/** 权限规则. Only the account `admin` writes; changes show at the next getMenus. */
export const menuApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/system/menu/list',
    may: 'admin:system:menu:list',
    platform: true,
    input: z.object({ name: filterText, menuType: MenuType.schema.optional() }),
    data: z.array(Menu),
    title: '权限规则列表',
  },
  info: {
    method: 'GET',
    path: '/admin/system/menu/info/:id',
    may: 'admin:system:menu:info',
    platform: true,
    input: z.object({ id: id() }),
    data: Menu,
    title: '权限规则详情',
  },
  add: {
    method: 'POST',
    path: '/admin/system/menu/add',
    may: 'admin:system:menu:add',
    platform: true,
    input: MenuDraft,
    data: done,
    title: '新增权限规则',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/system/menu/update',
    may: 'admin:system:menu:update',
    platform: true,
    input: MenuChange,
    data: done,
    title: '编辑权限规则',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'POST',
    path: '/admin/system/menu/delete/:id',
    may: 'admin:system:menu:delete',
    platform: true,
    input: z.object({ id: id() }),
    data: done,
    title: '删除权限规则',
    log: LogKind.delete,
  },
  updateShowStatus: {
    method: 'POST',
    path: '/admin/system/menu/updateShowStatus/:id',
    may: 'admin:system:menu:show:status',
    platform: true,
    input: z.object({ id: id() }),
    data: done,
    title: '显示或隐藏权限规则',
    log: LogKind.update,
  },
});
