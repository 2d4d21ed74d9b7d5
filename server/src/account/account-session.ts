import { accountHeader } from '@zhuiyuan/contract/account/role-kind';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { hashToken, newToken } from '../kit/http/session.ts';
import { Refusal } from '../kit/refusal.ts';

const days = 180;
const end = sql<string>`now() + make_interval(days => ${sql.lit(days)})`;

const sentToken = ({ headers }: FastifyRequest): string => {
  const token = headers[accountHeader];
  return typeof token === 'string' ? token.trim() : '';
};

/** Makes an account with its first session and answers the token, of which only the hash is kept. */
export const openAccount = async (db: Db): Promise<{ accountId: number; token: string }> => {
  const { id: accountId } = await db.insertInto('account').defaultValues().returning('id').executeTakeFirstOrThrow();
  return { accountId, ...(await openSession(db, accountId)) };
};

/** A further session of an account; as with {@link openAccount}, its token is told here alone. */
export const openSession = async (db: Db, accountId: number): Promise<{ token: string }> => {
  const token = newToken();
  await db
    .insertInto('accountSession')
    .values({ tokenHash: hashToken(token), accountId, expiresAt: end })
    .execute();
  return { token };
};

/** The account whose token a request carries, nothing when it carries none that is good. A session lasts 180 days from its last use. */
export const findAccount = async (
  db: Db,
  request: FastifyRequest,
): Promise<{ accountId: number; token: string } | undefined> => {
  const token = sentToken(request);
  if (!token) return undefined;
  const session = await db
    .selectFrom('accountSession')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .select(['accountId', sql<boolean>`expires_at < ${end} - interval '1 day'`.as('isAged')])
    .executeTakeFirst();
  if (!session) return undefined;
  if (session.isAged)
    await db.updateTable('accountSession').set({ expiresAt: end }).where('tokenHash', '=', hashToken(token)).execute();
  return { accountId: session.accountId, token };
};

const signedOut = () => new Refusal(Code.signedOut, codeText[Code.signedOut]!);

/** {@link findAccount}; 401 without one. */
export const requireAccount = async (db: Db, request: FastifyRequest): Promise<number> => {
  const account = await findAccount(db, request);
  if (!account) throw signedOut();
  return account.accountId;
};

/** The hash of the token that a request carries, good or not, for a hot statement that looks its session up beside other things; nothing without a token. */
export const sentTokenHash = (request: FastifyRequest): Buffer | undefined => {
  const token = sentToken(request);
  return token ? hashToken(token) : undefined;
};

/** {@link sentTokenHash} for who calls {@link requireFound} with the account that is found; 401 where there is no token at all. */
export const requireTokenHash = (request: FastifyRequest): Buffer => {
  const hash = sentTokenHash(request);
  if (!hash) throw signedOut();
  return hash;
};

/** 401 where no session was found. */
export const requireFound = (accountId: number | null | undefined): void => {
  if (accountId == null) throw signedOut();
};
