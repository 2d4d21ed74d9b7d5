import type { App } from '../kit/http/app-context.ts';
import { takeNotice } from './hear-notice.ts';
import { claimNotices } from './kept-notices.ts';

/** Takes over the callbacks that were kept and then left: their process ended, or could not. Answers how many. */
export const workLeftNotices = async ({ db, log }: Pick<App, 'db' | 'log'>): Promise<number> => {
  let taken = 0;
  for (let left = await claimNotices(db); left.length > 0; left = await claimNotices(db))
    for (const kept of left)
      try {
        await takeNotice({ db, log }, kept);
        taken += 1;
      } catch (error) {
        log.error({ err: error, notifyId: kept.notifyId }, 'payout: a kept callback could not be taken over');
      }
  return taken;
};

/** Looks for such callbacks every minute. */
export const workNotices = (app: App): void =>
  app.jobs.work('payout.notices', async () => void (await workLeftNotices(app.background)), { cron: '* * * * *' });
