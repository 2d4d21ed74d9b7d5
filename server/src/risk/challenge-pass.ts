import { sql } from 'kysely';
import { takeCaptcha } from '../access/captcha.ts';
import type { Db } from '../kit/db/database.ts';
import { hashToken, newToken } from '../kit/http/session.ts';

/** Uses a picture up for a token that says so once, of this account, within five minutes; nothing where the answer was wrong. */
export const passChallenge = async (
  db: Db,
  accountId: number,
  { key, code }: { key: string; code: string },
): Promise<string | undefined> => {
  if ((await takeCaptcha(db, key, code)) !== 'right') return undefined;
  const token = newToken();
  await db
    .insertInto('challengePass')
    .values({ tokenHash: hashToken(token), accountId, expiresAt: sql<string>`now() + interval '5 minutes'` })
    .execute();
  return token;
};

/** Uses up a token of {@link passChallenge}: whether it was good, for this account. One of somebody else stays his. */
export const takePass = async (db: Db, accountId: number, token: string): Promise<boolean> => {
  const taken = await db
    .deleteFrom('challengePass')
    .where('tokenHash', '=', hashToken(token))
    .where('accountId', '=', accountId)
    .returning(sql<boolean>`expires_at > now()`.as('isLive'))
    .executeTakeFirst();
  return taken?.isLive === true;
};
