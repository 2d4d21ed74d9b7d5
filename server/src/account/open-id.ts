import type { Db } from '../kit/db/database.ts';
import { openAccount, openSession } from './account-session.ts';

/** Somebody as an app of WeChat's knows him. */
export interface OpenId {
  appId: string;
  openId: string;
}

/** An account that is signed in. */
export interface SignedIn {
  accountId: number;
  token: string;
}

/** Who an account is at an app; nothing before it came there. */
export const findOpenId = async (db: Db, appId: string, accountId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('accountOpenId')
      .where('accountId', '=', accountId)
      .where('appId', '=', appId)
      .select('openId')
      .executeTakeFirst()
  )?.openId;

const findHolder = async (db: Db, { appId, openId }: OpenId): Promise<number | undefined> =>
  (
    await db
      .selectFrom('accountOpenId')
      .where('appId', '=', appId)
      .where('openId', '=', openId)
      .select('accountId')
      .executeTakeFirst()
  )?.accountId;

/** Keeps who an account is at an app. False, and nothing is kept, where either of the two is known otherwise already. */
export const keepOpenId = async (db: Db, accountId: number, of: OpenId): Promise<boolean> => {
  const kept = await db
    .insertInto('accountOpenId')
    .values({ ...of, accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst();
  return kept !== undefined || (await findHolder(db, of)) === accountId;
};

/**
 * Signs in whom an app of WeChat's has named: the account of that openid, whoever is signed in on the phone; one that nobody has
 * becomes that of the account on the phone, unless it has another already, and of a new account else. In the caller's transaction.
 */
export const signInByOpenId = async (db: Db, of: OpenId, onPhone: SignedIn | undefined): Promise<SignedIn> => {
  const holder = await findHolder(db, of);
  if (holder !== undefined)
    return holder === onPhone?.accountId
      ? onPhone
      : { accountId: holder, token: (await openSession(db, holder)).token };
  if (onPhone && (await keepOpenId(db, onPhone.accountId, of))) return onPhone;
  const fresh = await openAccount(db);
  if (await keepOpenId(db, fresh.accountId, of)) return fresh;
  // Somebody signed in under it meanwhile.
  const winner = (await findHolder(db, of))!;
  return { accountId: winner, token: (await openSession(db, winner)).token };
};
