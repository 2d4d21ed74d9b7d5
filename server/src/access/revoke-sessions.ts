import type { Db } from '../kit/database.ts';
import { announceSessionChange } from '../kit/session.ts';

/** Signs these administrators out everywhere, within a second of the commit. */
export const revokeSessions = async (db: Db, adminIds: number[]): Promise<void> => {
  if (adminIds.length === 0) return;
  await db.deleteFrom('session').where('adminId', 'in', adminIds).execute();
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
