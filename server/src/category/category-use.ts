import type { Db } from '../kit/db/database.ts';

/** Whether rows of a domain stand in a category. */
export type CategoryUse = (db: Db, categoryId: number) => Promise<boolean>;

const uses = new Map<number, Map<string, CategoryUse>>();

/** Names the check of one table that keeps categories of a type from being deleted while one of its rows is in them. */
export const guardCategory = (type: number, table: string, isUsed: CategoryUse): void => {
  const ofType = uses.get(type) ?? new Map<string, CategoryUse>();
  uses.set(type, ofType.set(table, isUsed));
};

/** Whether something stands in a category. */
export const isCategoryUsed = async (db: Db, type: number, id: number): Promise<boolean> => {
  for (const isUsed of uses.get(type)?.values() ?? []) if (await isUsed(db, id)) return true;
  return false;
};
