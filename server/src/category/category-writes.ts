import {
  categoryRefusals,
  CategoryType,
  deepestCategory,
  topPids,
  type CategoryDraft,
} from '@zhuiyuan/contract/category/category';
import { toLevels, mayHangBelow, type Twig } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { forbidden, invalid, notFound, refuse } from '../kit/refusal.ts';

type Draft = z.output<typeof CategoryDraft>;

/** What a tree shows of a category. */
export const twigColumns = ['id', 'pid', 'path', 'name', 'type', 'url', 'extra', 'status', 'sort'] as const;

/** First half of the advisory lock that lets one change of a type's tree run at a time. */
const treeLock = 7_216_335;

/** Where a category hangs: its parent, the path below it, and whose the parent is. */
interface Place {
  pid: number;
  path: string;
  /** 0 at the top and below a folder of the platform. */
  firmId: number;
}

/** Holds the tree of one type until the transaction ends; taken before it is read for a change. */
const lockTree = async (db: Db, type: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${treeLock}::int, ${type}::int)`.execute(db);
};

/** Firm staff write attachment folders only. */
const checkMayWrite = (operator: Operator, type: number): void => {
  if (operator.firmId !== null && type !== CategoryType.attachment) throw forbidden();
};

/** A category the operator may write, with its type's tree locked; throws 404 for a missing, a foreign and, to a firm, a platform row. */
export const lockCategory = async (db: Db, operator: Operator, id: number) => {
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

/** Makes a category, a firm's folder or one of the platform. */
export const insertCategory = async (db: Db, draft: Draft, operator: Operator): Promise<void> => {
  checkMayWrite(operator, draft.type);
  await lockTree(db, draft.type);
  const place = await placeCategory(db, draft.type, draft.pid);
  await db
    .insertInto('category')
    .values({ ...draft, ...place, createdBy: operator.id })
    .execute();
};

/** Replaces a category's fields but its type; one that moves takes its branch along. */
export const updateCategory = async (
  db: Db,
  id: number,
  { pid, name, url, extra, sort, status }: Draft,
  operator: Operator,
): Promise<void> => {
  const row = await lockCategory(db, operator, id);
  const { firmId, ...place } = await placeCategory(db, row.type, pid, id);
  if (firmId !== 0 && firmId !== row.firmId) throw invalid('pid', '请选择父级分类');
  await db
    .updateTable('category')
    .set({ name, url, extra, sort, status, ...place, updatedAt: new Date() })
    .where('id', '=', id)
    .execute();
  if (place.path !== row.path) await moveBranch(db, `${row.path}${id}/`, `${place.path}${id}/`);
  if (status !== row.status) await cascadeStatus(db, { ...row, path: place.path }, status);
};

/** Closes an open category, opens a closed one. */
export const flipCategory = async (db: Db, id: number, operator: Operator): Promise<void> => {
  const row = await lockCategory(db, operator, id);
  await db.updateTable('category').set({ status: !row.status, updatedAt: new Date() }).where('id', '=', id).execute();
  await cascadeStatus(db, row, !row.status);
};

/** Clients send 1000 or 10000 for the top where no such category exists. */
const findParent = async (db: Db, type: number, pid: number) => {
  if (pid === 0) return undefined;
  const parent = await db
    .selectFrom('category')
    .select(['id', 'path', 'firmId'])
    .where('id', '=', pid)
    .where('type', '=', type)
    .executeTakeFirst();
  if (!parent && !topPids.includes(pid)) throw invalid('pid', '请选择父级分类');
  return parent;
};

/**
 * Checks where a category shall hang and answers the place. Throws when the parent does not exist, lies below the
 * category itself, or the tree would get too deep. Call it with the tree locked.
 */
const placeCategory = async (db: Db, type: number, pid: number, id?: number): Promise<Place> => {
  const parent = await findParent(db, type, pid);
  if (!parent) return { pid: 0, path: '/0/', firmId: 0 };
  const rows: Twig[] = await db.selectFrom('category').select(['id', 'pid']).where('type', '=', type).execute();
  if (id !== undefined && !mayHangBelow(rows, id, parent.id)) throw refuse(categoryRefusals.belowItself);
  const height = id === undefined ? 1 : toLevels(rows, id).height;
  if (toLevels(rows, parent.id).depth + height > deepestCategory) throw refuse(categoryRefusals.tooDeep);
  return { pid: parent.id, path: `${parent.path}${parent.id}/`, firmId: parent.firmId };
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
