import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { claimDue, findDueMerchants } from './claim-due.ts';
import { realPace, type Pace } from './pace.ts';
import type { Merchants } from './pay-merchants.ts';
import { workAttempt, type Hands } from './work-attempt.ts';

/** What pays out. */
interface Payer {
  db: Db;
  log: Hands['log'];
  merchants: Merchants;
  pace?: Pace;
}

/** Merchants of this process that nothing can be paid through: said once, until they are whole again. */
const missing = new Set<number>();

/** Works everything that is due once; answers how many attempts it worked on. Several workers may do so at the same time. */
export const payOnce = async ({ db, log, merchants, pace = realPace }: Payer): Promise<number> => {
  const hands: Hands = { db, log, pace, worker: randomUUID() };
  let worked = 0;
  for (const id of await findDueMerchants(db)) {
    const merchant = await merchants(db, id);
    if (!merchant) {
      if (!missing.has(id)) log.error({ merchant: id, level: 3 }, 'payout: the merchant is gone or incomplete');
      missing.add(id);
      continue;
    }
    missing.delete(id);
    const due = await claimDue(db, merchant.merchant, hands.worker, pace);
    worked += due.length;
    // One that fails here is taken up again when its lease is over.
    const ended = await Promise.allSettled(due.map((attempt) => workAttempt(hands, merchant, attempt)));
    for (const [index, result] of ended.entries())
      if (result.status === 'rejected')
        log.error({ err: result.reason, outBillNo: due[index]!.outBillNo }, 'payout: a step failed');
  }
  return worked;
};

export const payoutJob = 'payout.send';
const runMs = 55_000;
const idleMs = 1_000;

/** The worker that is always there: begun every minute, it works for most of it. */
export const workPayouts = (app: App, merchants: Merchants): void => {
  const { db, log } = app.background;
  app.jobs.work(
    payoutJob,
    async (_data, { signal }) => {
      const until = Date.now() + runMs;
      while (!signal.aborted && Date.now() < until)
        if ((await payOnce({ db, log, merchants })) === 0)
          await sleep(idleMs, undefined, { signal }).catch(() => undefined);
    },
    { cron: '* * * * *', expireInSeconds: 120 },
  );
};
