import type { Db } from '../kit/db/database.ts';
import { inSavepoint } from '../kit/db/in-savepoint.ts';

/** Said as the database says that a transaction lost against another one: what was read before the locks has changed, it begins again. */
export const beginAgain = (): Error => Object.assign(new Error('goods moved meanwhile'), { code: '40P01' });

/** Ships or signs a part of a file: a refusal undoes that part alone. */
export const apart = async (db: Db, work: () => Promise<void>): Promise<void> => {
  try {
    await inSavepoint(db, work);
  } catch (error) {
    // Somebody made the same document meanwhile: everything begins again, and finds it.
    if ((error as { code?: unknown }).code === '23505') throw beginAgain();
    throw error;
  }
};
