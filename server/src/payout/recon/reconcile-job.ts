import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { App } from '../../kit/http/app-context.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Merchants, OpenMerchant } from '../pay-merchants.ts';
import { findFirstDay, judgeEnded, takeBill } from './reconcile.ts';

const dayMs = 24 * 60 * 60_000;
/** Days back that are taken up again where they are missing: a bill that was late. */
const usualDays = 7;
/** A server that was away takes up whatever its payments are not held against yet, as long as WeChat Pay keeps bills: three months. */
const mostDays = 90;

/** The days up to yesterday whose bills a merchant needs. */
const daysOf = async (db: Db, merchant: OpenMerchant, now: number): Promise<string[]> => {
  const first = await findFirstDay(db, merchant);
  const all = Array.from({ length: mostDays }, (_, index) => shanghaiToday(now - (mostDays - index) * dayMs));
  return all.filter((day, at) => at >= mostDays - usualDays || (first !== null && day >= first));
};

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
    const days = await daysOf(db, merchant, now);
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
    const differences = await judgeEnded(db, merchant, { from: days[0]!, day: days.at(-1)! });
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
