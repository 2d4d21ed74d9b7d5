import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import type { Db } from '../kit/database.ts';
import { hashPassword, randomPassword } from './password.ts';
import { revokeSessions } from './revoke-sessions.ts';

const passwordReset = 4;

/** Gives an administrator a new password: opens a lock, and signs the person out everywhere. */
export const setPassword = async (
  db: Db,
  admin: { id: number; account: string; firmId: number },
  password: string,
): Promise<void> => {
  const passwordHash = await hashPassword(password);
  await db
    .updateTable('admin')
    .set((row) => ({ passwordHash, version: row('version', '+', 1), updatedAt: row.fn('now') }))
    .where('id', '=', admin.id)
    .execute();
  await db
    .insertInto('loginLog')
    .values({ firmId: admin.firmId, adminId: admin.id, account: admin.account, outcome: passwordReset })
    .execute();
  await revokeSessions(db, [admin.id]);
};

/** Gives the account `admin` a random password and makes sure it is enabled. Nothing when there is no such account yet. */
export const resetRootPassword = async (db: Db): Promise<string | undefined> => {
  const root = await db
    .selectFrom('admin')
    .select(['id', 'account', 'firmId'])
    .where('account', '=', rootAccount)
    .where('isDel', '=', false)
    .executeTakeFirst();
  if (!root) return undefined;
  const password = randomPassword();
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('admin').set({ status: true }).where('id', '=', root.id).execute();
    await setPassword(transaction, root, password);
  });
  return password;
};
