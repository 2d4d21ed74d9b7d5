import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { App } from '../../kit/http/app-context.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import { Refusal } from '../../kit/refusal.ts';
import { closePayout } from '../../payout/payout-acts.ts';
import { endRedActive } from './red-active-writes.ts';

/** Ends red packet activities when their time is over. */
export const mountRunRedActives = (app: App): void => {
  app.jobs.work('redActiveTick', () => runRedActives(app.background), { cron: '*/30 * * * * *', expireInSeconds: 600 });
};

/** One turn of the clock, each activity and each packet by itself; doing it twice changes nothing. */
export const runRedActives = async ({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> => {
  const due = await live(db, 'redActive')
    .where('endedAt', 'is', null)
    .where('endAt', '<=', sql<string>`now()`)
    .select(['id', 'firmId'])
    .execute();
  await eachByItself(due, (active) => endDue(db, active), { log, toName: ({ id }) => ({ redActiveId: id }) });
  const back = await findReturned(db);
  await eachByItself(back, ({ id }) => giveUp(db, id), { log, toName: ({ id }) => ({ redInfoId: id }) });
};

const endDue = (db: Db, { id, firmId }: { id: number; firmId: number }): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const still = await live(transaction as Db, 'redActive')
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .where('endAt', '<=', sql<string>`now()`)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (still) await endRedActive(transaction as Db, { firmId, id }, null);
  });

/** Packets that came back before their activity ended, or while it did: nobody can ask for them again. */
const findReturned = (db: Db): Promise<{ id: number }[]> =>
  db
    .selectFrom('redInfo')
    .innerJoin('redActive', (join) =>
      join.onRef('redActive.id', '=', 'redInfo.redActiveId').onRef('redActive.firmId', '=', 'redInfo.firmId'),
    )
    .where('redInfo.source', '=', sql.lit(PaySource.code))
    .where('redInfo.status', '=', sql.lit(Delivery.REFUND))
    .where('redInfo.closedAt', 'is', null)
    .where('redActive.endedAt', 'is not', null)
    .select('redInfo.id')
    .execute();

const giveUp = async (db: Db, id: number): Promise<void> => {
  try {
    await db.transaction().execute((transaction) => closePayout(transaction as Db, id));
  } catch (error) {
    // Given up or sent again meanwhile.
    if (!(error instanceof Refusal)) throw error;
  }
};
