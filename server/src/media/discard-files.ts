import type { Db } from '../kit/db/database.ts';

/** Lets the nightly cleaning take files some days from now, unless a row names them by then. */
export const discardFiles = async (db: Db, files: readonly string[]): Promise<void> => {
  if (files.length === 0) return;
  await db
    .insertInto('discardedFile')
    .values(files.map((file) => ({ file })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Takes a file out of the library, and discards it when it lay there. */
export const discardAttachment = async (db: Db, file: string): Promise<void> => {
  const gone = await db.deleteFrom('attachment').where('attDir', '=', file).returning('attDir').execute();
  await discardFiles(db, [...new Set(gone.map(({ attDir }) => attDir))]);
};
