import { sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Db } from './database.ts';

/** Carries out a part of a transaction of which a refusal leaves nothing behind, and the rest stands. */
export const inSavepoint = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint part`.execute(db);
  let done: T;
  try {
    done = await work();
  } catch (error) {
    if (error instanceof Refusal) await sql`rollback to savepoint part; release savepoint part`.execute(db);
    throw error;
  }
  await sql`release savepoint part`.execute(db);
  return done;
};
