import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import type { Db } from '../kit/db/database.ts';
import { changeAdmin } from './change-admin.ts';
import { hashPassword, randomPassword } from './hash-password.ts';
import { revokeSessions } from './revoke-sessions.ts';

const passwordReset = 4;

/**
 * Gives an administrator a new password: opens a lock, and signs the person out everywhere but where `keptToken` is used.
 * One that the owner did not choose is to be changed at the next sign-in on the console.
 */
export const setPassword = async (
  db: Db,
  admin: { id: number; account: string; firmId: number },
  { passwordHash, isOwn, keptToken }: { passwordHash: string; isOwn: boolean; keptToken?: string },
): Promise<void> => {
  await changeAdmin(db, admin.id, { passwordHash, mustChangePassword: !isOwn });
  await db
    .insertInto('loginLog')
    .values({ firmId: admin.firmId, adminId: admin.id, account: admin.account, outcome: passwordReset })
    .execute();
  await revokeSessions(db, [admin.id], keptToken);
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
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('admin').set({ status: true }).where('id', '=', root.id).execute();
    await setPassword(transaction, root, { passwordHash, isOwn: false });
  });
  return password;
};
