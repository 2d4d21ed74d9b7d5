import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { lockedAgainText } from '@zhuiyuan/contract/access/ask-again';
import { LoginOutcome } from '@zhuiyuan/contract/access/login-log';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { addressGroup, isPrivateAddress } from '../kit/address.ts';
import { atMost } from '../kit/at-most.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Operator } from '../kit/operator.ts';
import { refuse, Refusal } from '../kit/refusal.ts';
import { fitsPassword } from './hash-password.ts';
import { isLocked } from './is-locked.ts';

const takeTurn = atMost(4, Infinity);

const refused = (text: RefusalText) => refuse(text, {}, { fields: [{ field: 'password', message: text[1] }] });

/**
 * Asks for the operator's own password once more, outside of any transaction of the caller's. Refuses none (62012) and a wrong one
 * (62013), which counts as a wrong try to sign in: after as many as close the account it answers 429, so that a session somebody left open does
 * not serve to guess.
 */
export const requirePassword = async (
  app: Pick<App, 'db'>,
  operator: Operator,
  password: string,
  request: FastifyRequest,
): Promise<void> => {
  if (password === '') throw refused(accessRefusals.askedAgain);
  const name = operator.account.toLowerCase();
  const source = addressGroup(request.address);
  const outcome = await takeTurn(() =>
    app.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0))`.execute(db);
      if (await isLocked(db as App['db'], name, source)) return 'locked';
      const admin = await db
        .selectFrom('admin')
        .where('id', '=', operator.id)
        .select(['passwordHash', 'firmId'])
        .executeTakeFirst();
      if (await fitsPassword(admin?.passwordHash, password)) return 'fits';
      await db
        .insertInto('loginLog')
        .values({
          firmId: admin?.firmId ?? 0,
          adminId: operator.id,
          account: operator.account,
          ip: request.address,
          source,
          location: isPrivateAddress(request.address) ? '内网' : '',
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
          outcome: LoginOutcome.wrong,
        })
        .execute();
      return 'wrong';
    }),
  );
  if (outcome === 'locked') throw new Refusal(Code.tooOften, lockedAgainText);
  if (outcome === 'wrong') throw refused(accessRefusals.againWrong);
};
