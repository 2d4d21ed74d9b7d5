import { unseal, seal } from '../../kit/secret.ts';
import type { Db } from '../../kit/db/database.ts';
import { fitsPassword } from '../../access/hash-password.ts';

const purpose = 'untold password';

/** Keeps a password that was made for an account until it was told. */
export const keepUntold = async (
  db: Db,
  masterKey: Buffer,
  { adminId, password }: { adminId: number; password: string },
): Promise<void> => {
  const sealed = seal(masterKey, purpose, Buffer.from(password));
  await db.insertInto('untoldPassword').values({ adminId, sealed }).execute();
};

/**
 * Has the password told that still is to be, at once by one process alone, and forgets it then. `tell` is given nothing when there is
 * none, or another password was set meanwhile.
 */
export const tellUntold = async (
  db: Db,
  masterKey: Buffer,
  tell: (password: string | undefined) => void,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('untoldPassword')
      .using('admin')
      .whereRef('admin.id', '=', 'untoldPassword.adminId')
      .returning(['sealed', 'passwordHash'])
      .executeTakeFirst();
    const password = row && unseal(masterKey, purpose, row.sealed).toString();
    tell(password !== undefined && (await fitsPassword(row!.passwordHash, password)) ? password : undefined);
  });
};
