import { menuApi, MenuType, type Menu } from '@zhuiyuan/contract/access/menu';
import { mostInTree } from '@zhuiyuan/contract/kit/tree';
import type { App } from '../kit/http/app-context.ts';
import { contains, eq, filtered } from '../kit/db/filtered.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { addMenu, flipMenu, removeMenu, storedMenu, updateMenu } from './menu-writes.ts';

const columns = [
  'id',
  'pid',
  'name',
  'icon',
  'perms',
  'component',
  'menuType',
  'sort',
  'isShow',
  'version',
  'createdAt as createTime',
] as const;

const asMenu = <T extends { menuType: string }>(row: T): T & Pick<Menu, 'menuType'> => ({
  ...row,
  menuType: MenuType.schema.parse(row.menuType),
});

/** 权限规则: the menu tree and the permissions in it. */
export const mountMenu = (app: App): void =>
  serve(app, menuApi, {
    list: async ({ input, db }) => {
      const rows = await filtered(db.selectFrom('menu'), 'menu', input, { name: contains, menuType: eq })
        .select(columns)
        .orderBy('sort', 'desc')
        .orderBy('id')
        .limit(mostInTree)
        .execute();
      return rows.map(asMenu);
    },

    info: async ({ input, db }) => {
      const menu = await db.selectFrom('menu').select(columns).where('id', '=', input.id).executeTakeFirst();
      if (!menu) throw notFound('系统菜单不存在');
      return asMenu(menu);
    },

    add: async ({ input, db, operator }) => {
      await addMenu(db, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db, operator }) => storedMenu(db, row, operator),
      change: async ({ input: { id, version, ...draft }, db, operator }) => {
        await updateMenu(db, id, version, draft, operator);
        return null;
      },
    },

    remove: async ({ input, db, operator }) => {
      await removeMenu(db, input.id, operator);
      return null;
    },

    updateShowStatus: async ({ input, db, operator }) => {
      await flipMenu(db, input.id, operator);
      return null;
    },
  });
