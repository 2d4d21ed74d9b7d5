import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { inShifts } from '../kit/jobs/in-shifts.ts';
import { claimDue, findDueMerchants } from './claim-due.ts';
import { realPace, type Pace } from './pace.ts';
import type { FindMerchant, Merchants } from './pay-merchants.ts';
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

/** Says that nothing can be paid through a merchant; of one for trying out nobody has to be warned. */
const tellMissing = async ({ db, log }: Pick<Payer, 'db' | 'log'>, id: number): Promise<void> => {
  const merchant = await db.selectFrom('merchant').where('id', '=', id).select('isSandbox').executeTakeFirst();
  log[merchant?.isSandbox ? 'info' : 'warn']({ merchant: id }, 'payout: the merchant is gone or incomplete');
};

/** Attempts one worker has in its hands at a time: of one merchant, so that one who answers slowly holds up no other, and of all. */
const mostOfOne = 50;
const mostOfAll = 400;

/** What is being worked on, each with its merchant. */
type InHand = Map<Promise<void>, number>;

const countOf = (inHand: InHand, merchant: number): number =>
  [...inHand.values()].filter((each) => each === merchant).length;

/**
 * Takes attempts that are due, as many as there are hands for, and begins to work on them; answers how many. Several workers may do
 * so at the same time.
 */
const beginDue = async ({ db, log, merchants, pace = realPace }: Payer, inHand: InHand): Promise<number> => {
  const hands: Hands = { db, log, pace, worker: randomUUID() };
  const find: FindMerchant = async (where, id) => (await merchants(where, id))?.merchant;
  let begun = 0;
  for (const id of await findDueMerchants(db)) {
    const merchant = await merchants(db, id);
    if (!merchant) {
      if (!missing.has(id)) await tellMissing({ db, log }, id);
      missing.add(id);
      continue;
    }
    missing.delete(id);
    const room = Math.min(mostOfOne - countOf(inHand, id), mostOfAll - inHand.size);
    for (const attempt of room > 0 ? await claimDue(db, merchant.merchant, { ...hands, room, find }) : []) {
      begun += 1;
      const work = workAttempt(hands, merchant, attempt)
        // One that fails here is taken up again when its lease is over.
        .catch((error: unknown) => log.error({ err: error, outBillNo: attempt.outBillNo }, 'payout: a step failed'))
        .then(() => void inHand.delete(work));
      inHand.set(work, id);
    }
  }
  return begun;
};

/** Works everything that is due once; answers how many attempts it worked on. */
export const payOnce = async (payer: Payer): Promise<number> => {
  const inHand: InHand = new Map();
  const begun = await beginDue(payer, inHand);
  await Promise.all(inHand.keys());
  return begun;
};

/** Works whatever is or comes due until the signal says so; a slow answer holds up nothing else. */
export const keepPaying = async (payer: Payer, signal: AbortSignal): Promise<void> => {
  const { beat, idle } = payer.pace ?? realPace;
  const inHand: InHand = new Map();
  let wait = beat;
  while (!signal.aborted) {
    const begun = await beginDue(payer, inHand).catch((error: unknown) => {
      payer.log.error({ err: error }, 'payout: what is due was not looked for');
      return 0;
    });
    wait = begun > 0 ? beat : Math.min(idle, wait * 2);
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(inHand.keys());
};

export const payoutJob = 'payout.send';

/** The worker that is always there. */
export const workPayouts = (app: App, merchants: Merchants): void => {
  const { db, log } = app.background;
  app.jobs.work(payoutJob, (_data, { signal }) => keepPaying({ db, log, merchants }, signal), inShifts);
};
