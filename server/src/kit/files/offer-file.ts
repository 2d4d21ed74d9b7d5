import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Files } from './files.ts';
import type { Db } from '../db/database.ts';
import { offerDownload } from './download.ts';
import type { Operator } from '../operator.ts';

interface Offered {
  name: string;
  content: Readable | Buffer;
  type: string;
  mark?: (db: Db) => Promise<unknown>;
}

/**
 * Writes a file that is made for one download and answers the name it is fetched under, once, within five minutes. The
 * file is written before the offer is, outside any transaction: a store that never answers holds no connection. What the file tells of is marked
 * by `mark`, in one transaction with the offer; refused there, the file is gone.
 */
export const offerFile = async (
  app: { files: Files },
  { db, operator }: { db: Db; operator: Operator },
  { name, content, type, mark }: Offered,
): Promise<{ fileName: string }> => {
  if (db.isTransaction) throw new Error(`${name}: a file is not written while a transaction is open`);
  const file = `export/${randomBytes(16).toString('hex')}${extname(name)}`;
  await app.files.put(file, content, type);
  try {
    const offer = { name, file, firmId: operator.firmId ?? 0, adminId: operator.id, isTemporary: true };
    if (!mark) return { fileName: await offerDownload(db, offer) };
    return await db.transaction().execute(async (transaction) => {
      await mark(transaction as Db);
      return { fileName: await offerDownload(transaction as Db, offer) };
    });
  } catch (error) {
    await app.files.remove(file).catch(() => undefined);
    throw error;
  }
};
