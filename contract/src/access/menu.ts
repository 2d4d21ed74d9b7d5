import { resource } from '../kit/resource.ts';
import { oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, text, time, version } from '../kit/fields.ts';

/** 菜单类型: a directory of the sidebar, a screen, or what one may do on it. */
export const MenuType = enumeration({
  directory: { value: 'M', label: '目录' },
  menu: { value: 'C', label: '菜单' },
  button: { value: 'A', label: '按钮' },
});

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

const menuAt = resource('/admin/system/menu', 'admin:system:menu', '权限规则');
/** 权限规则. Only the account `admin` writes; changes show at the next getMenus. */
export const menuApi = defineApi({
  /** The whole tree, row by row; at most `mostInTree` nodes. */
  list: menuAt.read(
    '权限规则列表',
    '/list',
    'list',
    z.object({ name: filterText, menuType: MenuType.schema.optional() }),
    z.array(Menu),
    { platform: true },
  ),
  info: menuAt.read('权限规则详情', '/info/:id', 'info', oneRow, Menu, { platform: true }),
  add: menuAt.write(LogKind.insert, '新增权限规则', '/add', 'add', MenuDraft, done, { platform: true }),
  update: menuAt.change('编辑权限规则', '/update', 'update', MenuChange, done, {
    platform: true,
    changes: 'id',
  }),
  remove: menuAt.write(LogKind.delete, '删除权限规则', '/delete/:id', 'delete', oneRow, done, { platform: true }),
  updateShowStatus: menuAt.change('显示或隐藏权限规则', '/updateShowStatus/:id', 'show:status', oneRow, done, {
    platform: true,
  }),
});
