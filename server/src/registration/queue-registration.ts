import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import type { Changed } from '../trace/changes.ts';

/** Queue of registrations. */
export const registerJob = 'code-register';

/** Puts a registration in line for its node, in the caller's transaction. */
export const queueRegistration = async (app: Pick<App, 'jobs'>, db: Db, id: number): Promise<void> => {
  await db
    .updateTable('registration')
    .set((row) => ({ status: 4, tries: 0, lastErr: '', nextAt: row.fn('now'), updatedAt: row.fn('now') }))
    .where('id', '=', id)
    .execute();
  await app.jobs.send(db, registerJob, {});
};

/** Queues again what the node holds of a lot or product whose state changed. */
export const requeueRegistration = async (
  app: Pick<App, 'jobs'>,
  db: Db,
  { objKind, objId }: Changed,
): Promise<void> => {
  const row = await db
    .selectFrom('registration')
    .select('id')
    .where('objKind', '=', objKind)
    .where('objId', '=', objId)
    .where('status', 'in', [1, 2, 3])
    .executeTakeFirst();
  if (row) await queueRegistration(app, db, row.id);
};
