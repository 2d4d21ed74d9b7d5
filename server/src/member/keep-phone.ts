import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import type { Db } from '../kit/db/database.ts';
import { seal, unseal } from '../kit/secret.ts';

const purpose = (uid: number) => `phone ${uid}`;

/** What a number is found by at one firm: under a key of its own, so that two firms cannot tell that they know the same person. */
export const phoneHash = (masterKey: Buffer, firmId: number, phone: string): Buffer =>
  createHmac('sha256', masterKey).update(`phone of firm ${firmId}\n${phone}`).digest();

/** The number somebody told last; '' where he told none. */
export const openPhone = (masterKey: Buffer, { id, phoneSealed }: { id: number; phoneSealed: Buffer | null }): string =>
  phoneSealed === null ? '' : unseal(masterKey, purpose(id), phoneSealed).toString();

/** Keeps the number that somebody told with a prize, sealed; one he told before is forgotten. */
export const keepPhone = async (
  db: Db,
  masterKey: Buffer,
  { firmId, uid, phone }: { firmId: number; uid: number; phone: string },
): Promise<void> => {
  await db
    .updateTable('member')
    .set({
      phoneSealed: seal(masterKey, purpose(uid), Buffer.from(phone)),
      phoneHash: phoneHash(masterKey, firmId, phone),
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', uid)
    .where('firmId', '=', firmId)
    .execute();
};
