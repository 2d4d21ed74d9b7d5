import {
  ListLayout,
  listViewApi,
  mayChangeShared,
  mostViews,
  ViewContent,
  viewRefusals,
} from '@zhuiyuan/contract/settings/list-view';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, notFound, refuse, refuseOn, stale } from '../kit/refusal.ts';

/** Shared views of a firm that are answered; whoever has more would not find one among them. */
const mostShared = 500;

/** Columns and saved views of lists: kept per person, or for all of a firm. */
export const mountListViews = (app: App): void => {
  refuseOn(app, {
    list_view_name_uq: () => {
      const { viewNameTaken } = viewRefusals;
      return refuse(viewNameTaken, {}, { fields: [{ field: 'name', message: viewNameTaken[1] }] });
    },
  });
  serve(app, listViewApi, {
    own: async ({ db, operator }) => {
      const lists = await db
        .selectFrom('listLayout')
        .select(['list', 'layout', 'viewId'])
        .where('adminId', '=', operator.id)
        .execute();
      const views = await seenViews(db, operator)
        .leftJoin('admin as changer', 'changer.id', 'listView.updatedBy')
        .select(['listView.id', 'list', 'name', 'isShared', 'content', 'listView.version', 'listView.updatedAt'])
        .select((row) => [
          row.fn.coalesce('changer.realName', sql.lit('')).as('updatedBy'),
          row.fn
            .coalesce(row('adminId', '=', operator.id), sql.lit(false))
            .$castTo<boolean>()
            .as('isOwn'),
        ])
        .orderBy('listView.isShared')
        .orderBy('listView.id')
        .limit(mostShared)
        .execute();
      return {
        lists: lists.map((row) => ({ ...row, layout: ListLayout.safeParse(row.layout).data ?? null })),
        views: views.map((row) => ({ ...row, content: ViewContent.parse(row.content) })),
      };
    },

    keep: async ({ input, db, operator }) => {
      if (input.viewId !== null) {
        const view = await seenViews(db, operator).select('id').where('id', '=', input.viewId).executeTakeFirst();
        if (!view) throw notFound();
      }
      const kept = { layout: input.layout && JSON.stringify(input.layout), viewId: input.viewId };
      await db
        .insertInto('listLayout')
        .values({ adminId: operator.id, list: input.list, ...kept })
        .onConflict((conflict) => conflict.columns(['adminId', 'list']).doUpdateSet(kept))
        .execute();
      return null;
    },

    save: async ({ input: { content, ...view }, db, operator }) => {
      // Views saved at once are counted one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${operator.id} ${view.list}`}, 0))`.execute(db);
      const { count } = await db
        .selectFrom('listView')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('adminId', '=', operator.id)
        .where('list', '=', view.list)
        .executeTakeFirstOrThrow();
      if (count >= mostViews) throw refuse(viewRefusals.tooManyViews);
      return db
        .insertInto('listView')
        .values({
          ...view,
          content: JSON.stringify(content),
          firmId: operator.firmId ?? 0,
          adminId: operator.id,
          updatedBy: operator.id,
        })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    },

    update: async ({ input: { id, version, content, ...view }, db, operator }) => {
      const before = await lockView(db, operator, id);
      if (before.version !== version) throw stale();
      return db
        .updateTable('listView')
        .set({ ...view, content: JSON.stringify(content), updatedBy: operator.id, updatedAt: sql`now()` })
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('id', '=', id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    },

    remove: async ({ input: { id }, db, operator }) => {
      await lockView(db, operator, id);
      await db.deleteFrom('listView').where('id', '=', id).execute();
      return null;
    },
  });
};

/** The views a person may open: the own ones and those shared in the own firm; the platform's staff share among themselves. */
const seenViews = (db: Db, operator: Operator) =>
  db
    .selectFrom('listView')
    .where('listView.firmId', '=', operator.firmId ?? 0)
    .where((row) => row.or([row('adminId', '=', operator.id), row('isShared', '=', true)]));

/** A view to be written: the own one, or a shared one with the right to change those. Throws 404, 403. */
const lockView = async (db: Db, operator: Operator, id: number) => {
  const view = await seenViews(db, operator)
    .select(['adminId', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!view) throw notFound();
  if (view.adminId !== operator.id && !operator.may(mayChangeShared)) throw forbidden();
  return view;
};
