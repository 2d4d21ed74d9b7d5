import { categoryRefusals, deepestCategory, topPids } from '@zhuiyuan/contract/category/category';
import { levelsOf, mayHangBelow, type Twig } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { invalid, refuse } from '../kit/refusal.ts';

/** First half of the advisory lock that lets one change of a type's tree run at a time. */
const treeLock = 7_216_335;

/** Where a category hangs: its parent, the path below it, and whose the parent is. */
export interface Place {
  pid: number;
  path: string;
  /** 0 at the top and below a folder of the platform. */
  firmId: number;
}

/** Holds the tree of one type until the transaction ends; taken before it is read for a change. */
export const lockTree = async (db: Db, type: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${treeLock}::int, ${type}::int)`.execute(db);
};

/** Clients send 1000 or 10000 for the top where no such category exists. */
const parentOf = async (db: Db, type: number, pid: number) => {
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
export const placeCategory = async (db: Db, type: number, pid: number, id?: number): Promise<Place> => {
  const parent = await parentOf(db, type, pid);
  if (!parent) return { pid: 0, path: '/0/', firmId: 0 };
  const rows: Twig[] = await db.selectFrom('category').select(['id', 'pid']).where('type', '=', type).execute();
  if (id !== undefined && !mayHangBelow(rows, id, parent.id)) throw refuse(categoryRefusals.belowItself);
  const height = id === undefined ? 1 : levelsOf(rows, id).height;
  if (levelsOf(rows, parent.id).depth + height > deepestCategory) throw refuse(categoryRefusals.tooDeep);
  return { pid: parent.id, path: `${parent.path}${parent.id}/`, firmId: parent.firmId };
};
