import type { Logger } from 'pino';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { failureText } from './failure-texts.ts';
import { claimNotices, dropNotice, keepNotice, type KeptNotice } from './kept-notices.ts';
import { fromProvider, isTerminal } from './next-state.ts';
import type { Merchants } from './pay-merchants.ts';
import { recordOutcome } from './record-outcome.ts';
import { BadNotice, isSigned, openNotice, type GoodNotice } from './wechat-pay/notify.ts';

/** What is answered to a callback. */
export interface NoticeAnswer {
  status: number;
  body: { code: 'SUCCESS' | 'FAIL'; message?: string };
}

const done: NoticeAnswer = { status: 200, body: { code: 'SUCCESS' } };
const refused: NoticeAnswer = { status: 401, body: { code: 'FAIL', message: '验签失败' } };

interface Ear {
  db: Db;
  log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Hears a callback of one merchant: verifies it before anything is read or written, then keeps what it says; `work` gets what was
 * kept. `rawBody` byte for byte as it came.
 */
export const hearNotice = async (
  { db, log, merchants, work }: Ear & { merchants: Merchants; work: (kept: KeptNotice) => Promise<void> },
  mchConfId: number,
  header: (name: string) => string | undefined,
  rawBody: string,
): Promise<NoticeAnswer> => {
  // Whoever does not even sign costs no look at his merchant.
  if (!isSigned(header)) return refused;
  const merchant = await merchants(db, mchConfId);
  if (!merchant) return refused;
  let notice: GoodNotice;
  try {
    notice = await openNotice(merchant, merchant.keys, header, rawBody);
  } catch (error) {
    if (!(error instanceof BadNotice)) throw error;
    log.warn({ merchant: mchConfId, reason: error.message }, 'payout: a callback that is not believed');
    return refused;
  }
  const { id: notifyId, bill } = notice;
  if (!bill) return done;
  const { firmId, mchId } = merchant.merchant;
  const kept = { notifyId, firmId, mchConfId, mchId, bill };
  await keepNotice(db, kept);
  await work(kept);
  return done;
};

/** Takes over what a kept callback says, once, however often that is tried. */
export const takeNotice = async ({ db, log }: Ear, kept: KeptNotice): Promise<void> => {
  const { notifyId, firmId, mchConfId, mchId, bill } = kept;
  const attempt = await db
    .selectFrom('payout')
    .select(['id', 'redInfoId', 'amount', 'openid'])
    .where('outBillNo', '=', bill.outBillNo)
    .where('mchConfId', '=', mchConfId)
    .executeTakeFirst();
  if (!attempt) {
    log.error({ merchant: mchConfId, bill, level: 3 }, 'payout: a callback about a number that is not ours');
    await db
      .insertInto('payoutEvent')
      .values({ firmId, payoutId: null, source: 'NOTIFY', level: 3, notifyId, raw: JSON.stringify(bill) })
      .onConflict((conflict) => conflict.column('notifyId').doNothing())
      .execute();
    return dropNotice(db, notifyId);
  }
  const to = fromProvider(bill.state);
  const disagrees = bill.amount !== attempt.amount || bill.openid !== attempt.openid || bill.mchId !== mchId;
  const recorded = await recordOutcome(
    db,
    { payoutId: attempt.id, redInfoId: attempt.redInfoId },
    {
      source: 'NOTIFY',
      to,
      disagrees,
      notifyId,
      providerNo: bill.transferBillNo,
      code: bill.failReason ?? '',
      message: failureText(bill.failReason ?? ''),
      // What does not agree is asked about at once.
      wait: disagrees ? 0 : isTerminal(to) ? undefined : 0,
      raw: bill,
    },
  );
  if (disagrees || recorded === 'contradicted')
    log.error(
      { merchant: mchConfId, bill, recorded, level: 3 },
      'payout: a callback does not agree with what is known',
    );
  await dropNotice(db, notifyId);
};

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
