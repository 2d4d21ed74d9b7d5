import { ObjectKind } from '@zhuiyuan/contract/trace/object-kind';
import { RegistrationStatus } from '@zhuiyuan/contract/codes/state/registration-status';
import { sql } from 'kysely';
import { openKeyring } from '../codes/cipher/keyring.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { enrolWanted } from './enrol-wanted.ts';
import { registerJob } from './queue-registration.ts';
import type { HandleRecord } from './node.ts';
import { eachByItself } from '../kit/jobs/each-by-itself.ts';
import { findNode } from './find-node.ts';
import { readCodeRecord } from './parse-registration.ts';
import { readRecord } from './read-record.ts';

/** Items of one call to a node. */
const pageSize = 100;
/** Minutes until the next try after the first, second … failure; after the last the registration has failed. */
const pauses = [1, 5, 30, 120, 720] as const;

/** Sends what is due, firm by firm and page by page; a page is marked after the node answered, so a killed run sends it again. */
export const runRegistrations = async (app: App): Promise<void> => {
  const { db } = app;
  await enrolWanted(db);
  const firms = await db
    .selectFrom('registration')
    .select('firmId')
    .distinct()
    .where('status', '=', RegistrationStatus.queued)
    .where('nextAt', '<=', sql<string>`now()`)
    .execute();
  const sendAll = async ({ firmId }: { firmId: number }): Promise<void> => {
    while (await sendPage(app, firmId));
  };
  await eachByItself(firms, sendAll, { log: app.log, toName: (firm) => firm });
};

/** Sends one page of a firm's due registrations; false when none was due. */
const sendPage = async (app: App, firmId: number): Promise<boolean> =>
  app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const due = await db
      .selectFrom('registration')
      .selectAll()
      .where('firmId', '=', firmId)
      .where('status', '=', RegistrationStatus.queued)
      .where('nextAt', '<=', sql<string>`now()`)
      .orderBy('nextAt')
      .limit(pageSize)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return false;
    const found = await findNode(db, firmId);
    const items: HandleRecord[] = [];
    for (const row of due) {
      const code = row.objKind === ObjectKind.code ? await readCodeRecord(db, openKeyring(app), row.handle) : undefined;
      items.push({
        handle: row.handle,
        values: await readRecord(db, row, code),
      });
    }
    const answers = found
      ? await found.node.register(items).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          return items.map(({ handle }) => ({ handle, error: reason }));
        })
      : items.map(({ handle }) => ({ handle, error: '标识前缀未配置' }));
    const errors = new Map(answers.map(({ handle, error }) => [handle, error]));
    for (const row of due) {
      const error = errors.has(row.handle) ? errors.get(row.handle) : '节点没有回答此标识';
      await (error === undefined ? succeed(db, row.id) : fail(db, row, error));
    }
    return true;
  });

const succeed = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('registration')
    .set((row) => ({
      status: RegistrationStatus.registered,
      lastErr: '',
      nextAt: null,
      registeredAt: sql<string>`coalesce(registered_at, now())`,
      updatedAt: row.fn('now'),
    }))
    .where('id', '=', id)
    .execute();
};

const fail = async (db: Db, { id, tries }: { id: number; tries: number }, reason: string): Promise<void> => {
  const pause = pauses[tries];
  await db
    .updateTable('registration')
    .set((row) => ({
      tries: tries + 1,
      lastErr: `节点返回错误：${reason}`.slice(0, 200),
      status: pause === undefined ? RegistrationStatus.failed : RegistrationStatus.queued,
      nextAt: pause === undefined ? null : sql<string>`now() + make_interval(mins => ${pause})`,
      updatedAt: row.fn('now'),
    }))
    .where('id', '=', id)
    .execute();
};

/** Works the line: at once when something joins it, and every minute for what waits for another try. */
export const workRegistrations = (app: App): void => {
  app.jobs.work(registerJob, () => runRegistrations(app), { cron: '* * * * *', expireInSeconds: 600 });
};
