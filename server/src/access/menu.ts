import { menuApi, MenuType, type Menu } from '@zhuiyuan/contract/access/menu';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { addMenu, flipMenu, removeMenu, storedMenu, updateMenu } from './save-menu.ts';

const rows = (db: Db) =>
  db
    .selectFrom('menu')
    .select([
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
    ]);

const asMenu = <T extends { menuType: string }>(row: T): T & Pick<Menu, 'menuType'> => ({
  ...row,
  menuType: MenuType.schema.parse(row.menuType),
});

/** 权限规则: the menu tree and the permissions in it. */
export const mountMenu = (app: App): void =>
  serve(app, menuApi, {
    list: async ({ input, db }) => {
      let query = rows(db).orderBy('sort', 'desc').orderBy('id');
      if (input.name) query = query.where('name', 'ilike', containing(input.name));
      if (input.menuType) query = query.where('menuType', '=', input.menuType);
      return (await query.execute()).map(asMenu);
    },

    info: async ({ input, db }) => {
      const menu = await rows(db).where('id', '=', input.id).executeTakeFirst();
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
