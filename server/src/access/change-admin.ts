import type { Updateable } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';

/** Changes columns of an administrator and counts the change; who is signed in learns of it by what the caller announces. */
export const changeAdmin = async (db: Db, id: number, columns: Updateable<DB['admin']>): Promise<void> => {
  await db
    .updateTable('admin')
    .set(columns)
    .set((row) => ({ version: row('version', '+', 1), updatedAt: row.fn('now') }))
    .where('id', '=', id)
    .execute();
};
