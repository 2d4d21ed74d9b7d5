import type { Db } from '../kit/db/database.ts';
import { inSavepoint } from '../kit/db/in-savepoint.ts';
import { beginAgain } from './begin-again.ts';

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
