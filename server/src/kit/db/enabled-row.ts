import type { Db } from './database.ts';

/** Tables whose rows are chosen in forms and can be disabled. */
export type ChosenTable = 'agent' | 'channel' | 'salesman';

/**
 * The enabled row with this number and whose it is, locked so that it stays so until the choice is saved; nothing where it
 * is disabled, deleted or another firm's.
 */
export const enabledRow = (
  db: Db,
  table: ChosenTable,
  id: number,
): Promise<{ id: number; firmId: number } | undefined> =>
  db
    .selectFrom(table)
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .where('status', '=', 0)
    .select(['id', 'firmId'])
    .forShare()
    .executeTakeFirst();
