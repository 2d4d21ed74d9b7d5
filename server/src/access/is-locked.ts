import { LoginOutcome } from '@zhuiyuan/contract/access/login-log';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Wrong passwords within ten minutes that close an account for the address they came from, and for all addresses. */
const mostFromOne = 5;
const mostFromAll = 50;

/**
 * Whether tries to sign in to an account, by its name in lower case, are refused from `source`. A lock ends ten minutes after
 * the wrong try that closed it, or with a new password; that of one address is not even begun after a success from there.
 * Strangers who close an account for all addresses do not shut out those it was signed in from lately.
 */
export const isLocked = async (db: Db, name: string, source: string): Promise<boolean> => {
  const own = sql<boolean>`source = ${source}`;
  const { rows } = await sql<{ locked: boolean }>`
    select ${closedBy(name, mostFromOne, own, sql`outcome = ${sql.lit(LoginOutcome.changed)} or outcome = ${sql.lit(LoginOutcome.done)} and ${own}`)}
      or ${closedBy(name, mostFromAll, sql`true`, sql`outcome = ${sql.lit(LoginOutcome.changed)}`)} and not ${isAtHome(name, own)} as locked`.execute(
    db,
  );
  return rows[0]?.locked === true;
};

/** Whether the account was signed in from the address within a month. */
const isAtHome = (name: string, own: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from login_log
  where lower(account) = ${name} and at > now() - interval '30 days' and outcome = ${sql.lit(LoginOutcome.done)} and ${own})`;

/** Whether the last `most` wrong tries since the account was opened lie within ten minutes, and the last not longer ago. */
const closedBy = (
  name: string,
  most: number,
  counts: RawBuilder<unknown>,
  opens: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  // Whatever the lock depends on happened within twice its length.
  const recent = sql`lower(account) = ${name} and at > now() - interval '20 minutes'`;
  return sql<boolean>`(
    select count(*) = ${most}
      and coalesce(max(at) - min(at) <= interval '10 minutes' and max(at) > now() - interval '10 minutes', false)
    from (
      select at from login_log
      where ${recent} and outcome = ${sql.lit(LoginOutcome.wrong)} and ${counts}
        and id > coalesce((select max(id) from login_log where ${recent} and (${opens})), 0)
      order by id desc limit ${most}
    ) latest)`;
};
