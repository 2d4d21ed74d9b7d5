import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { announceSessionChange, hashToken } from '../kit/http/session.ts';

/** Ends sessions, and keeps them for a while: whoever uses their tokens after that leaves a trace. */
export const endSessions = (db: Db) =>
  db
    .updateTable('session')
    .set({ expiresAt: sql<string>`now()` })
    .where('expiresAt', '>', sql<string>`now()`);

/** Signs these administrators out everywhere, but where `keptToken` is used, within a second of the commit. */
export const revokeSessions = async (db: Db, adminIds: number[], keptToken?: string): Promise<void> => {
  if (adminIds.length === 0) return;
  let sessions = endSessions(db).where('adminId', 'in', adminIds);
  if (keptToken) sessions = sessions.where('tokenHash', '!=', hashToken(keptToken));
  await sessions.execute();
  await announceSessionChange(db, adminIds);
};

/** Signs the whole staff of a firm out, because it was disabled or deleted. */
export const revokeFirmSessions = async (db: Db, firmId: number): Promise<void> => {
  const staff = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).execute();
  await revokeSessions(
    db,
    staff.map(({ id }) => id),
  );
};
