import { CategoryType, categoryApi, categoryRefusals, topPids } from '@zhuiyuan/contract/category/category';
import { mostInTree, pruneTree, toTree } from '@zhuiyuan/contract/kit/tree';
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { by, contains, eq, filtered, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { times } from '../kit/db/selectors.ts';
import { serve } from '../kit/http/serve.ts';
import { emit } from '../kit/db/events.ts';
import { flipCategory, insertCategory, lockCategory, twigColumns, updateCategory } from './category-writes.ts';

const columns = [...twigColumns, ...times('category')] as const;

/** -1 asks for all, 1 for open ones, 0 for closed ones. */
const hasStatus = by(
  (status: number) => (status < 0 ? undefined : [status === 1]),
  (row: ExpressionBuilder<DB, 'category'>, isOpen) => row('category.status', '=', isOpen),
);

const matching: Matching<'category', Omit<InputOf<typeof categoryApi.list>, 'page' | 'limit'>> = matchingBy(
  'category',
  (db) => db.selectFrom('category'),
  {
    type: eq,
    status: hasStatus,
    pid: by(
      (pid: number) => [topPids.includes(pid) ? 0 : pid],
      (row, pid) => row('category.pid', '=', pid),
    ),
    name: contains,
  },
);

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
        .limit(mostInTree)
        .execute();
      const tree = toTree(rows);
      const name = input.name?.toLowerCase();
      return name ? pruneTree(tree, (branch) => branch.name.toLowerCase().includes(name)) : tree;
    },

    byIds: ({ input, db }) =>
      db.selectFrom('category').select(columns).where('id', 'in', input.ids).orderBy('id').execute(),

    list: ({ input, db }) => findPage(db, input, matching(db, input), asListed),

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
      await emit(db, 'category.removing', { type: row.type, id: row.id });
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
