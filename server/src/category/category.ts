import { CategoryType, categoryApi, categoryRefusals, topPids } from '@zhuiyuan/contract/category/category';
import { pruneTree, toTree } from '@zhuiyuan/contract/kit/tree';
import { sql, type Expression, type ExpressionBuilder, type SqlBool, type SelectQueryBuilder } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { contains, eq, filtered } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { times } from '../kit/db/selectors.ts';
import { serve } from '../kit/http/serve.ts';
import { ask } from '../kit/db/events.ts';
import { flipCategory, insertCategory, lockCategory, twigColumns, updateCategory } from './category-writes.ts';

const columns = [...twigColumns, ...times('category')] as const;

/** -1 asks for all, 1 for open ones, 0 for closed ones. */
const hasStatus = (status: number, row: ExpressionBuilder<DB, 'category'>): Expression<SqlBool> =>
  status < 0 ? sql<boolean>`true` : row('category.status', '=', status === 1);

/** 分类: the trees of all types. */
export const mountCategories = (app: App): void => {
  refuseOn(app, { category_name_uq: () => refuse(categoryRefusals.taken) });
  serve(app, categoryApi, {
    tree: async ({ input, db, operator }) => {
      const isOwn =
        sql<boolean>`${operator.firmId === null} or (firm_id = ${operator.firmId ?? 0} and type = ${CategoryType.attachment})`.as(
          'isOwn',
        );
      const { type, status } = input;
      const rows = await filtered(
        db.selectFrom('category'),
        'category',
        { type, status },
        { type: eq, status: hasStatus },
      )
        .select([...twigColumns, isOwn])
        // the platform's before those of firms
        .orderBy('firmId')
        .orderBy('sort', 'desc')
        .orderBy('id')
        .execute();
      const tree = toTree(rows);
      const name = input.name?.toLowerCase();
      return name ? pruneTree(tree, (branch) => branch.name.toLowerCase().includes(name)) : tree;
    },

    byIds: ({ input, db }) =>
      db.selectFrom('category').select(columns).where('id', 'in', input.ids).orderBy('id').execute(),

    list: ({ input, db }) => {
      const matching = filtered(db.selectFrom('category'), 'category', input, {
        type: eq,
        status: hasStatus,
        pid: (pid, row) => row('pid', '=', topPids.includes(pid) ? 0 : pid),
        name: contains,
      });
      return findPage(db, input, matching, asListed);
    },

    info: async ({ input, db }) => {
      const row = await db.selectFrom('category').select(columns).where('id', '=', input.id).executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: async ({ input, db, operator }) => {
      await insertCategory(db, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db, operator }) => lockCategory(db, operator, row),
      change: async ({ input: { id, ...draft }, db, operator }) => {
        await updateCategory(db, id, draft, operator);
        return null;
      },
    },

    remove: async ({ input, db, operator }) => {
      const row = await lockCategory(db, operator, input.id);
      const child = await db.selectFrom('category').select('id').where('pid', '=', row.id).limit(1).executeTakeFirst();
      if (child) throw refuse(categoryRefusals.hasChildren);
      if (row.type === CategoryType.config && row.extra !== '') throw refuse(categoryRefusals.hasForm);
      await ask(db, 'category.removing', { type: row.type, id: row.id });
      await db.deleteFrom('category').where('id', '=', row.id).execute();
      return null;
    },

    switchStatus: async ({ input, db, operator }) => {
      await flipCategory(db, input.id, operator);
      return null;
    },
  });
};

const asListed = (query: SelectQueryBuilder<DB, 'category', object>) =>
  query.select(columns).orderBy('sort', 'desc').orderBy('id');
