import type { App } from '../kit/http/app-context.ts';
import { eachByItself } from '../kit/jobs/each-by-itself.ts';
import type { Merchants } from './pay-merchants.ts';
import { judgeEnded, takeBill } from './reconcile.ts';

const dayMs = 24 * 60 * 60_000;
/** Days back that are taken up again where they are missing: a bill that was late, or a server that was away. */
const daysBack = 7;

const shanghaiDay = (at: number) => new Date(at + 8 * 60 * 60_000).toISOString().slice(0, 10);

/** Holds every merchant that has paid against its bills: the days up to yesterday that are missing, then what ended two days ago. */
export const reconcileAll = async (
  { db, log }: Pick<App, 'db' | 'log'>,
  merchants: Merchants,
  now = Date.now(),
): Promise<void> => {
  const used = await db.selectFrom('payQueue').select('mchConfId').execute();
  const reconcileOne = async ({ mchConfId }: { mchConfId: number }): Promise<void> => {
    const merchant = await merchants(db, mchConfId);
    if (!merchant) return;
    const days = Array.from({ length: daysBack }, (_, index) => shanghaiDay(now - (daysBack - index) * dayMs));
    const known = await db
      .selectFrom('reconDay')
      .select('billDate')
      .where('mchConfId', '=', mchConfId)
      .where('billDate', 'in', days)
      .execute();
    const isKnown = new Set(known.map(({ billDate }) => billDate));
    for (const day of days.filter((one) => !isKnown.has(one)))
      // What is judged needs every bill before it.
      if (!(await takeBill(db, merchant, day, log))) return;
    const differences = await judgeEnded(db, merchant, days.at(-1)!);
    if (differences > 0)
      log.error({ merchant: mchConfId, differences, level: 3 }, 'payout: the bill differs from what was booked');
  };
  await eachByItself(used, reconcileOne, { log, toName: ({ mchConfId }) => ({ mchConfId }) });
};

/** Every day at half past ten: the bill of a day is ready from ten o'clock on. */
export const workReconciliation = (app: App, merchants: Merchants): void =>
  app.jobs.work('payout.reconcile', () => reconcileAll(app.background, merchants), {
    cron: '30 10 * * *',
    expireInSeconds: 3600,
  });
