import { CategoryType, categoryApi, categoryRefusals, topPids } from '@zhuiyuan/contract/category/category';
import { pruneTree, treeOf } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import type { Operator } from '../kit/operator.ts';
import { pageOf } from '../kit/db/paging.ts';
import { forbidden, invalid, notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { ask } from '../kit/db/events.ts';
import { lockTree, placeCategory } from './place-category.ts';

const twigColumns = ['id', 'pid', 'path', 'name', 'type', 'url', 'extra', 'status', 'sort'] as const;
const columns = [...twigColumns, 'createdAt as createTime', 'updatedAt as updateTime'] as const;

/** Firm staff write attachment folders only. */
const checkMayWrite = (operator: Operator, type: number): void => {
  if (operator.firmId !== null && type !== CategoryType.attachment) throw forbidden();
};

/** A category the operator may write, with its type's tree locked; throws 404 for a missing, a foreign and, to a firm, a platform row. */
const takeForWriting = async (db: Db, operator: Operator, id: number) => {
  const found = await db.selectFrom('category').select(['type', 'firmId']).where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
  checkMayWrite(operator, found.type);
  if (operator.firmId !== null && found.firmId !== operator.firmId) throw notFound();
  await lockTree(db, found.type);
  const row = await db
    .selectFrom('category')
    .select([...twigColumns, 'firmId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

export const mountCategories = (app: App): void => {
  refuseOn({ category_name_uq: () => refuse(categoryRefusals.taken) });
  serve(app, categoryApi, {
    tree: async ({ input, db, operator }) => {
      const isOwn =
        sql<boolean>`${operator.firmId === null} or (firm_id = ${operator.firmId ?? 0} and type = ${CategoryType.attachment})`.as(
          'isOwn',
        );
      let rows = db
        .selectFrom('category')
        .select([...twigColumns, isOwn])
        .where('type', '=', input.type);
      if (input.status >= 0) rows = rows.where('status', '=', input.status === 1);
      // the platform's before those of firms
      const tree = treeOf(await rows.orderBy('firmId').orderBy('sort', 'desc').orderBy('id').execute());
      const name = input.name?.toLowerCase();
      return name ? pruneTree(tree, (branch) => branch.name.toLowerCase().includes(name)) : tree;
    },

    byIds: ({ input, db }) =>
      db.selectFrom('category').select(columns).where('id', 'in', input.ids).orderBy('id').execute(),

    list: ({ input, db }) => {
      let matching = db.selectFrom('category');
      if (input.type !== undefined) matching = matching.where('type', '=', input.type);
      if (input.status >= 0) matching = matching.where('status', '=', input.status === 1);
      if (input.pid !== undefined) matching = matching.where('pid', '=', topPids.includes(input.pid) ? 0 : input.pid);
      if (input.name) matching = matching.where('name', 'ilike', containing(input.name));
      return pageOf(db, input, matching, (query) => query.select(columns).orderBy('sort', 'desc').orderBy('id'));
    },

    info: async ({ input, db }) => {
      const row = await db.selectFrom('category').select(columns).where('id', '=', input.id).executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: async ({ input, db, operator }) => {
      checkMayWrite(operator, input.type);
      await lockTree(db, input.type);
      const place = await placeCategory(db, input.type, input.pid);
      await db
        .insertInto('category')
        .values({ ...input, ...place, createdBy: operator.id })
        .execute();
      return null;
    },

    update: {
      stored: ({ row, db, operator }) => takeForWriting(db, operator, row),
      change: async ({ input, db, operator }) => {
        const row = await takeForWriting(db, operator, input.id);
        const { firmId, ...place } = await placeCategory(db, row.type, input.pid, row.id);
        if (firmId !== 0 && firmId !== row.firmId) throw invalid('pid', '请选择父级分类');
        const { name, url, extra, sort, status } = input;
        await db
          .updateTable('category')
          .set({ name, url, extra, sort, status, ...place, updatedAt: new Date() })
          .where('id', '=', row.id)
          .execute();
        if (place.path !== row.path) await moveBranch(db, `${row.path}${row.id}/`, `${place.path}${row.id}/`);
        if (status !== row.status) await cascadeStatus(db, { ...row, path: place.path }, status);
        return null;
      },
    },

    remove: async ({ input, db, operator }) => {
      const row = await takeForWriting(db, operator, input.id);
      const child = await db.selectFrom('category').select('id').where('pid', '=', row.id).limit(1).executeTakeFirst();
      if (child) throw refuse(categoryRefusals.hasChildren);
      if (row.type === CategoryType.config && row.extra !== '') throw refuse(categoryRefusals.hasForm);
      await ask(db, 'category.removing', { type: row.type, id: row.id });
      await db.deleteFrom('category').where('id', '=', row.id).execute();
      return null;
    },

    switchStatus: async ({ input, db, operator }) => {
      const row = await takeForWriting(db, operator, input.id);
      await db
        .updateTable('category')
        .set({ status: !row.status, updatedAt: new Date() })
        .where('id', '=', row.id)
        .execute();
      await cascadeStatus(db, row, !row.status);
      return null;
    },
  });
};

const moveBranch = async (db: Db, from: string, to: string): Promise<void> => {
  await db
    .updateTable('category')
    .set({ path: sql<string>`${to} || substr(path, ${from.length + 1})` })
    .where('path', 'like', `${from}%`)
    .execute();
};

/** Closing a category closes all below it, opening one opens all above it. */
const cascadeStatus = async (db: Db, { id, path }: { id: number; path: string }, isOpen: boolean): Promise<void> => {
  const change = db.updateTable('category').set({ status: isOpen, updatedAt: new Date() });
  const above = path.split('/').filter(Boolean).map(Number);
  await (isOpen ? change.where('id', 'in', above) : change.where('path', 'like', `${path}${id}/%`)).execute();
};
