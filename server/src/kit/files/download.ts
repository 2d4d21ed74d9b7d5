import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Db } from '../db/database.ts';

/** A name serves for this long. */
export const downloadMinutes = 5;

const toHash = (fileName: string): Buffer => createHash('sha256').update(fileName).digest();

/** A file somebody may fetch once. */
export interface Offer {
  /** Name to save under, as `产品列表.xlsx`. */
  name: string;
  /** Name in the file store. */
  file: string;
  firmId: number;
  adminId?: number;
  /** The file was made for this download only, and goes when it was sent or not fetched. */
  isTemporary?: boolean;
}

/**
 * Offers a stored file for download and answers the `fileName` for `/common/download`: 256 random bits, good once and
 * for five minutes, so that the browser can stream the file without a token.
 */
export const offerDownload = async (
  db: Db,
  { name, file, firmId, adminId, isTemporary = false }: Offer,
): Promise<string> => {
  const fileName = `${randomBytes(32).toString('hex')}${/^\.[A-Za-z0-9]{1,8}$/.exec(extname(name))?.[0] ?? ''}`;
  const expiresAt = new Date(Date.now() + downloadMinutes * 60_000);
  await db
    .insertInto('download')
    .values({
      nameHash: toHash(fileName),
      firmId,
      adminId: adminId ?? null,
      file,
      name: name.slice(0, 200),
      isTemporary,
      expiresAt,
    })
    .execute();
  return fileName;
};

/** Uses up an offered name: the file behind it, or nothing when it is unknown, used or over. */
export const takeDownload = async (db: Db, fileName: string) =>
  db
    .deleteFrom('download')
    .where('nameHash', '=', toHash(fileName))
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['nameHash', 'firmId', 'adminId', 'file', 'name', 'isTemporary', 'expiresAt'])
    .executeTakeFirst();

export type TakenDownload = NonNullable<Awaited<ReturnType<typeof takeDownload>>>;

/** Offers again, for what is left of its time, what could not be sent. */
export const giveBackDownload = async (db: Db, taken: TakenDownload): Promise<void> => {
  await db
    .insertInto('download')
    .values(taken)
    .onConflict((known) => known.doNothing())
    .execute();
};

/** Forgets offers nobody took and answers the temporary files that are left over. */
export const dropExpiredDownloads = async (db: Db): Promise<string[]> => {
  const dropped = await db
    .deleteFrom('download')
    .where('expiresAt', '<', sql<string>`now()`)
    .returning(['file', 'isTemporary'])
    .execute();
  return dropped.filter(({ isTemporary }) => isTemporary).map(({ file }) => file);
};
