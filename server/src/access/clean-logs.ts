import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

const keptDays = 180;
const atOnce = 10_000;

/** Deletes log rows older than 180 days, some thousands at a time so that nobody waits, and what is over: sessions, captchas and counts of calls. Answers how many rows went. */
export const cleanLogs = async (db: Db): Promise<number> => {
  let gone = 0;
  for (const [table, column] of [
    ['audit_log', 'oper_time'],
    ['login_log', 'at'],
  ] as const)
    for (let last = atOnce; last === atOnce; gone += last) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)} where ${sql.ref(column)} < now() - make_interval(days => ${keptDays}) order by ${sql.ref(column)} limit ${atOnce})`.execute(
        db,
      );
      last = Number(numAffectedRows);
    }
  for (const table of ['session', 'captcha', 'callCount'] as const)
    gone += Number(
      (
        await db
          .deleteFrom(table)
          .where('expiresAt', '<', sql<string>`now()`)
          .executeTakeFirst()
      ).numDeletedRows,
    );
  return gone;
};
