import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { LoginOutcome } from '@zhuiyuan/contract/access/login-log';
import { sql } from 'kysely';
import { addressGroup, isPrivateAddress } from '../kit/address.ts';
import { atMost } from '../kit/at-most.ts';
import type { Db } from '../kit/db/database.ts';
import { announceSessionChange, hashToken, newToken, sessionHours } from '../kit/http/session.ts';
import { endSessions } from './revoke-sessions.ts';
import { isLocked } from './is-locked.ts';
import { fitsPassword, hashPassword, isOutdatedHash } from './hash-password.ts';

/** Where a try to sign in comes from, and which tokens that browser has held until now. */
export interface Origin {
  ip: string;
  userAgent: string;
  formerTokens: string[];
}

export type SignIn =
  | { outcome: 'done'; admin: { id: number; account: string; realName: string; isSms: boolean }; token: string }
  | { outcome: 'wrong' | 'locked' | 'disabled' };

/** Checking a password holds a connection; strangers must not take them all. */
const takeTurn = atMost(4, Infinity);

/**
 * Tries to sign in. Tries for one account run one after another in all processes, so that not even a parallel one gets past
 * the lock. Every try leaves a row in the login log. An account that does not exist behaves, and takes time, like one that
 * does. A success ends the sessions the same browser had before.
 */
export const signIn = (db: Db, account: string, password: string, from: Origin): Promise<SignIn> =>
  takeTurn(() =>
    db.transaction().execute(async (transaction) => {
      const name = account.toLowerCase();
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0))`.execute(transaction);
      const admin = await findAdmin(transaction, name);
      const source = addressGroup(from.ip);
      const result: SignIn = (await isLocked(transaction, name, source))
        ? { outcome: 'locked' }
        : await check(transaction, admin, password, from);
      await transaction
        .insertInto('loginLog')
        .values({
          firmId: admin?.firmId ?? 0,
          adminId: admin?.id ?? null,
          account,
          ip: from.ip,
          source,
          location: isPrivateAddress(from.ip) ? '内网' : '',
          userAgent: from.userAgent.slice(0, 300),
          outcome: LoginOutcome[result.outcome],
        })
        .execute();
      return result;
    }),
  );

const findAdmin = (db: Db, name: string) =>
  db
    .selectFrom('admin')
    .leftJoin('firm', 'firm.id', 'admin.firmId')
    .select(['admin.id', 'admin.account', 'admin.realName', 'admin.isSms', 'admin.passwordHash', 'admin.firmId'])
    .select(
      sql<boolean>`admin.status and (admin.firm_id = 0 or (firm.status = ${sql.lit(Enabled.on)} and firm.is_del = 0)) is true`.as(
        'isEnabled',
      ),
    )
    .where(sql<boolean>`lower(admin.account) = ${name}`)
    .where('admin.isDel', '=', false)
    .executeTakeFirst();

const check = async (
  db: Db,
  admin: Awaited<ReturnType<typeof findAdmin>>,
  password: string,
  from: Origin,
): Promise<SignIn> => {
  const fits = await fitsPassword(admin?.passwordHash, password, 'behind');
  if (!admin || !fits) return { outcome: 'wrong' };
  if (!admin.isEnabled) return { outcome: 'disabled' };
  await endFormer(db, from.formerTokens);
  const token = newToken();
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      adminId: admin.id,
      expiresAt: sql<string>`now() + make_interval(hours => ${sessionHours})`,
      ip: from.ip,
      userAgent: from.userAgent.slice(0, 300),
    })
    .execute();
  const rehashed = isOutdatedHash(admin.passwordHash) ? { passwordHash: await hashPassword(password, 'behind') } : {};
  await db
    .updateTable('admin')
    .set((row) => ({ ...rehashed, loginCount: row('loginCount', '+', 1), lastIp: from.ip, lastTime: row.fn('now') }))
    .where('id', '=', admin.id)
    .execute();
  return { outcome: 'done', token, admin };
};

/** Ends what the browser was signed in with before, whoever it was. */
const endFormer = async (db: Db, tokens: string[]): Promise<void> => {
  if (tokens.length === 0) return;
  const ended = await endSessions(db).where('tokenHash', 'in', tokens.map(hashToken)).returning('adminId').execute();
  await announceSessionChange(
    db,
    ended.map(({ adminId }) => adminId),
  );
};
