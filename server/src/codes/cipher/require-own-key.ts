import { ofAllFirms, type Db } from '../../kit/db/database.ts';
import { unseal } from '../../kit/secret.ts';

/** A key of codes as the database holds it. */
interface SealedKey {
  v: string;
  keySealed: Buffer;
}

/** Throws a line for the operator where the master key does not open these keys of codes. */
export const requireOpens = (masterKey: Buffer, keys: readonly SealedKey[]): void => {
  for (const { v, keySealed } of keys) {
    try {
      unseal(masterKey, `code key ${v}`, keySealed);
    } catch {
      throw new Error(
        'MASTER_KEY 不是这些数据的密钥，请用原来的密钥 / MASTER_KEY is not the one these data were made with',
      );
    }
  }
};

/**
 * Refuses a database whose secrets were sealed under another master key. Under this one no code could be read, what is sealed from now on
 * could be opened by nobody else, and each seed of a draw would look as if somebody had put another in its place.
 */
export const requireOwnKey = async (db: Db, masterKey: Buffer): Promise<void> =>
  requireOpens(masterKey, await ofAllFirms(db).selectFrom('codeKey').select(['v', 'keySealed']).execute());
