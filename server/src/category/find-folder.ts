import { CategoryType, topPids } from '@zhuiyuan/contract/category/category';
import type { Db } from '../kit/db/database.ts';

/** The folder an attachment goes to: the one asked for, or the root where the caller sees no such folder. */
export const findFolder = async (db: Db, pid: number): Promise<number> => {
  const found = await db
    .selectFrom('category')
    .select('id')
    .where('id', '=', pid)
    .where('type', '=', CategoryType.attachment)
    .executeTakeFirst();
  return found?.id ?? 0;
};

/** A folder and all below it; nothing for the root, which stands for every folder. */
export const findFoldersWithin = async (db: Db, pid: number): Promise<number[] | undefined> => {
  const folder = await db
    .selectFrom('category')
    .select(['id', 'path'])
    .where('id', '=', pid)
    .where('type', '=', CategoryType.attachment)
    .executeTakeFirst();
  if (!folder) return topPids.includes(pid) ? undefined : [pid];
  const below = await db
    .selectFrom('category')
    .select('id')
    .where('path', 'like', `${folder.path}${folder.id}/%`)
    .execute();
  return [folder.id, ...below.map(({ id }) => id)];
};
