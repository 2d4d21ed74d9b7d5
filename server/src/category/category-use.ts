import type { Db } from '../kit/database.ts';

/** Whether rows of a domain stand in a category. */
export type CategoryUse = (db: Db, categoryId: number) => Promise<boolean>;

const uses = new Map<number, CategoryUse>();

/** Names the check that keeps categories of a type from being deleted while something is in them; one per type, by its domain. */
export const guardCategory = (type: number, isUsed: CategoryUse): void => void uses.set(type, isUsed);

/** Whether something stands in a category. */
export const isCategoryUsed = async (db: Db, type: number, id: number): Promise<boolean> =>
  (await uses.get(type)?.(db, id)) ?? false;
