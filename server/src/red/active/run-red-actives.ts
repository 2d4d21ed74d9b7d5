import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { App } from '../../kit/http/app-context.ts';
import { endRedActive } from './red-active-writes.ts';

/** Ends red packet activities when their time is over. */
export const mountRunRedActives = (app: App): void => {
  app.jobs.work('redActiveTick', () => runRedActives(app.background), { cron: '*/30 * * * * *', expireInSeconds: 600 });
};

/** One turn of the clock, each activity by itself; doing it twice changes nothing. */
export const runRedActives = async ({ db }: Pick<App, 'db'>): Promise<void> => {
  const due = await live(db, 'redActive')
    .where('endedAt', 'is', null)
    .where('endAt', '<=', sql<string>`now()`)
    .select(['id', 'firmId'])
    .execute();
  for (const { id, firmId } of due)
    await db.transaction().execute(async (transaction) => {
      const still = await live(transaction as Db, 'redActive')
        .where('id', '=', id)
        .where('endedAt', 'is', null)
        .where('endAt', '<=', sql<string>`now()`)
        .select('id')
        .forUpdate()
        .executeTakeFirst();
      if (still) await endRedActive(transaction as Db, { firmId, id }, null);
    });
};
