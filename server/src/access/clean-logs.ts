import { keptLogDays } from '@zhuiyuan/contract/access/audit-log';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { dropOldAnswers } from '../kit/http/answer-once.ts';
import { dropOldCallCounts } from '../kit/http/limit-calls.ts';

/** Ended sessions are known for so long, so that uses of their tokens can be told from tokens that never were. */
const endedDays = 7;
const atOnce = 10_000;
/** What is older may be deleted. */
export const keptSince = sql<string>`now() - make_interval(days => ${keptLogDays})`;

const oldLogs = [
  sql`delete from audit_log where id in (select id from audit_log where oper_time < ${keptSince} order by oper_time limit ${atOnce})`,
  sql`delete from login_log where id in (select id from login_log where at < ${keptSince} order by at limit ${atOnce})`,
];

/** Deletes log rows older than 180 days, some thousands at a time so that nobody waits, and what is over: sessions that ended a week ago, captchas, counts of calls and answers kept for those who ask again. Answers how many rows went. */
export const cleanLogs = async (db: Db): Promise<number> => {
  let gone = 0;
  for (const deleteSome of oldLogs)
    for (let last = atOnce; last === atOnce; gone += last)
      last = Number((await deleteSome.execute(db)).numAffectedRows);
  for (const over of [
    db.deleteFrom('session').where('expiresAt', '<', sql<string>`now() - make_interval(days => ${endedDays})`),
    db.deleteFrom('captcha').where('expiresAt', '<', sql<string>`now()`),
  ])
    gone += Number((await over.executeTakeFirst()).numDeletedRows);
  return gone + (await dropOldCallCounts(db)) + (await dropOldAnswers(db));
};
