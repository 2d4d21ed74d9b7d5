import type { CategoryRemoving } from '../category/category-removing.ts';
import { CategoryType, categoryRefusals } from '@zhuiyuan/contract/category/category';
import { mostInTree } from '@zhuiyuan/contract/kit/tree';
import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { findFolder, findFoldersWithin } from '../category/find-folder.ts';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { filtered } from '../kit/db/filtered.ts';
import type { Operator } from '../kit/operator.ts';
import { findPage } from '../kit/db/paging.ts';
import { times } from '../kit/db/selectors.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { discardFiles } from './discard-files.ts';
import { publicRoot } from './media-names.ts';

/** The rows of the library: what the product lists, names and deletes. Private files lie beside them in their table. */
const library = sql<boolean>`satt_dir like ${sql.lit(`/${publicRoot}/%`)}`;

const columns = (operator: Operator) =>
  [
    'id as attId',
    'name',
    'attDir',
    'sattDir',
    sql<string>`att_size::text`.as('attSize'),
    'attType',
    'pid',
    sql<number>`1`.as('imageType'),
    'width',
    'height',
    sql<boolean>`${operator.firmId === null} or firm_id = ${operator.firmId ?? 0}`.as('isOwn'),
    ...times('attachment'),
  ] as const;

/** Kinds of a filter such as `jpg,PNG,video/mp4`; jpg is stored as jpeg. */
const toKinds = (attType: string): string[] => {
  const kinds = attType
    .toLowerCase()
    .split(',')
    .map((kind) => kind.trim());
  return [...new Set(kinds.map((kind) => (kind === 'jpg' ? 'jpeg' : kind)))].filter(Boolean);
};

const hasKind = (attType: string, row: ExpressionBuilder<DB, 'attachment'>): Expression<SqlBool> => {
  const kinds = toKinds(attType);
  return kinds.length > 0 ? row(sql<string>`lower(att_type)`, 'in', kinds) : sql<boolean>`true`;
};

/** Keeps a folder that files lie in. */
export const refuseUsedFolder = async (db: Db, { type, id }: CategoryRemoving): Promise<void> => {
  if (type !== CategoryType.attachment) return;
  const used = await db
    .selectFrom('attachment')
    .select('id')
    .where('pid', '=', id)
    .where(library)
    .limit(1)
    .executeTakeFirst();
  if (used) throw refuse(categoryRefusals.inUse);
};

/** 附件: the files of the library. */
export const mountAttachments = (app: App): void => {
  serve(app, attachmentApi, {
    list: async ({ input, db, operator }) => {
      const folders = await findFoldersWithin(db, input.pid);
      const matching = filtered(db.selectFrom('attachment').where(library), 'attachment', input, {
        attType: hasKind,
        pid: (_pid, row) => (folders ? row('pid', 'in', folders) : sql<boolean>`true`),
      });
      return findPage(db, input, matching, (query) => query.select(columns(operator)).orderBy('id', 'desc'));
    },

    counts: ({ input, db }) =>
      filtered(db.selectFrom('attachment').where(library), 'attachment', input, { attType: hasKind })
        .select(['pid', sql<number>`count(*)`.as('count')])
        .groupBy('pid')
        .orderBy('pid')
        .limit(mostInTree)
        .execute(),

    info: async ({ input, db, operator }) => {
      const row = await db
        .selectFrom('attachment')
        .select(columns(operator))
        .where('id', '=', input.id)
        .where(library)
        .executeTakeFirst();
      if (!row) throw notFound();
      return row;
    },

    save: async ({ input, db, operator }) => {
      const file = await db
        .selectFrom('attachment')
        .select(['attDir', 'sattDir', 'attSize', 'attType', 'width', 'height'])
        .where('sattDir', '=', input.sattDir)
        .where(library)
        .executeTakeFirst();
      if (!file) throw notFound();
      const pid = await findFolder(db, input.pid);
      await db
        .insertInto('attachment')
        .values({ ...file, name: input.name, pid, createdBy: operator.id })
        .execute();
      return null;
    },

    update: {
      stored: async ({ row, db }) => {
        const file = await db
          .selectFrom('attachment')
          .select(['name', 'pid'])
          .where('id', '=', row)
          .where(library)
          .forUpdate()
          .executeTakeFirst();
        if (!file) throw notFound();
        return file;
      },
      change: async ({ input, db }) => {
        const pid = await findFolder(db, input.pid);
        const changed = await db
          .updateTable('attachment')
          .set({ name: input.name, pid, updatedAt: new Date() })
          .where('id', '=', input.attId)
          .where(library)
          .returning('id')
          .execute();
        if (changed.length === 0) throw notFound();
        return null;
      },
    },

    remove: async ({ input, db }) => {
      const gone = await db
        .deleteFrom('attachment')
        .where('id', 'in', input.ids)
        .where(library)
        .returning('attDir')
        .execute();
      if (gone.length < new Set(input.ids).size) throw notFound();
      await discardFiles(
        db,
        gone.map(({ attDir }) => attDir),
      );
      return null;
    },

    move: async ({ input, db }) => {
      const pid = await findFolder(db, input.pid);
      const moved = await db
        .updateTable('attachment')
        .set({ pid, updatedAt: new Date() })
        .where('id', 'in', input.attrId)
        .where(library)
        .returning('id')
        .execute();
      if (moved.length < new Set(input.attrId).size) throw notFound();
      return null;
    },
  });
};
