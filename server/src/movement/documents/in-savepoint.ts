import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Refusal } from '../../kit/refusal.ts';
import { beginAgain } from '../begin-again.ts';

/** Carries out a part of a transaction of which a refusal leaves nothing behind, and the rest stands. */
export const inSavepoint = async (db: Db, work: () => Promise<void>): Promise<void> => {
  await sql`savepoint part`.execute(db);
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) await sql`rollback to savepoint part`.execute(db);
    // Somebody made the same document meanwhile: everything begins again, and finds it.
    if ((error as { code?: unknown }).code === '23505') throw beginAgain();
    throw error;
  }
  await sql`release savepoint part`.execute(db);
};
