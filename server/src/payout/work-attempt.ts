import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../kit/db/database.ts';
import type { Due } from './claim-due.ts';
import { failureText } from './failure-texts.ts';
import { fromProvider, isTerminal } from './next-state.ts';
import { untilNextPoll, type Pace } from './pace.ts';
import type { OpenMerchant } from './pay-merchants.ts';
import { recordOutcome, type Heard, type Recorded } from './record-outcome.ts';
import type { Unfinished } from './wechat-pay/outcome.ts';
import type { TransferBill } from './wechat-pay/shapes.ts';

/** What a step works with. */
export interface Hands {
  db: Db;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  pace: Pace;
  /** A number of its own for each run of a worker: its leases carry it. */
  worker: string;
}

/** Days within which a bill that is not found was not made: later ones are forgotten by WeChat Pay after thirty. */
const forgottenAfter = 29 * 24 * 60 * 60_000;

/** Codes after which a bill that is not found was refused for good. */
const refusedCodes: ReadonlySet<string> = new Set(['PARAM_ERROR', 'INVALID_REQUEST']);

/** Carries one attempt a step on: posts it, or asks about it and posts the same again where it is not there. Writes under its lease. */
export const workAttempt = async (hands: Hands, merchant: OpenMerchant, due: Due): Promise<void> => {
  if (due.state === BillState.new && due.body === null) {
    await hear(hands, due, { source: 'OP', to: BillState.fail, code: due.errCode, message: failureText(due.errCode) });
    return;
  }
  if (due.state === BillState.new || due.repost) return post(hands, merchant, due);
  const found = await merchant.pay.query(due.outBillNo);
  if (found.kind === 'done') return hearBill(hands, merchant, due, found.bill);
  if (found.kind !== 'not-found') return putOff(hands, merchant, due, 'QUERY', found);
  const age = due.age ?? 0;
  const isGone = (due.sincePost ?? 0) >= hands.pace.notFound && age < forgottenAfter;
  const asUnknown = { source: 'QUERY' as const, to: BillState.unknown, code: due.errCode };
  if (!isGone || (due.state !== BillState.posting && due.state !== BillState.unknown))
    return void (await hear(hands, due, { ...asUnknown, wait: waitToAsk(hands.pace, due) }));
  if (refusedCodes.has(due.errCode))
    return void (await hear(hands, due, {
      source: 'QUERY',
      to: BillState.fail,
      code: due.errCode,
      message: failureText(due.errCode),
    }));
  return void (await hear(hands, due, { ...asUnknown, repost: true, wait: 0 }));
};

const hear = async (hands: Hands, due: Due, heard: Heard): Promise<Recorded> => {
  const recorded = await recordOutcome(
    hands.db,
    { payoutId: due.id, redInfoId: due.redInfoId, lease: hands.worker },
    heard,
  );
  if (recorded === 'contradicted' || heard.disagrees)
    hands.log.error({ outBillNo: due.outBillNo, recorded, ...heard }, 'payout: what WeChat Pay says does not agree');
  return recorded;
};

/** Until something unknown is asked for again. */
const waitToAsk = (pace: Pace, { tries }: Pick<Due, 'tries'>): number =>
  Math.min(pace.notFound, pace.ask * 2 ** Math.min(tries, 10));

/** Until a live attempt is asked for again; null and a word in the log when nobody is told any more. */
const waitToPoll = ({ pace, log }: Hands, due: Due): number | null => {
  const wait = untilNextPoll(pace, due.age ?? 0);
  if (wait === undefined) log.error({ outBillNo: due.outBillNo, level: 3 }, 'payout: 发放状态长时间未明确');
  return wait ?? null;
};

const post = async (hands: Hands, merchant: OpenMerchant, due: Due): Promise<void> => {
  const made = await merchant.pay.create(due.outBillNo, due.body!);
  if (made.kind !== 'done') return putOff(hands, merchant, due, 'POST', made);
  const to = fromProvider(made.state);
  const isWaiting = to === BillState.wait && !made.packageInfo;
  await release(hands, merchant);
  await hear(hands, due, {
    source: 'POST',
    to,
    providerNo: made.transferBillNo,
    packageInfo: made.packageInfo,
    code: made.failReason ?? '',
    message: failureText(made.failReason ?? ''),
    wait: isTerminal(to) ? undefined : isWaiting ? hands.pace.later : waitToPoll(hands, { ...due, age: due.age ?? 0 }),
    repost: isWaiting,
    raw: { state: made.state, transferBillNo: made.transferBillNo, failReason: made.failReason },
  });
};

const hearBill = async (hands: Hands, { merchant }: OpenMerchant, due: Due, bill: TransferBill): Promise<void> => {
  const disagrees =
    bill.amount !== due.amount || bill.openid !== due.openid || (bill.mchId ?? merchant.mchId) !== merchant.mchId;
  const to = fromProvider(bill.state);
  // Its package is asked for by posting the same again; so is an end to having been accepted only.
  const isStuck = to === BillState.accepted && (due.sincePost ?? 0) >= hands.pace.repost;
  const lacksPackage = to === BillState.wait && due.packageInfo === '';
  await hear(hands, due, {
    source: 'QUERY',
    to,
    disagrees,
    providerNo: bill.transferBillNo,
    code: bill.failReason ?? '',
    message: failureText(bill.failReason ?? ''),
    wait: isTerminal(to) && !disagrees ? undefined : lacksPackage || isStuck ? 0 : waitToPoll(hands, due),
    repost: !disagrees && (lacksPackage || isStuck),
    raw: bill,
  });
};

/** A call that settled nothing: says so, and when it goes on. */
const putOff = async (
  hands: Hands,
  { merchant }: OpenMerchant,
  due: Due,
  source: 'POST' | 'QUERY',
  { kind, code, message }: Unfinished,
): Promise<void> => {
  const { pace } = hands;
  const jitter = 1 + Math.random() / 2;
  const isPost = source === 'POST';
  if (kind === 'not-enough' || kind === 'stop') {
    await hands.db
      .updateTable('payQueue')
      .set({
        pausedUntil: sql<string>`clock_timestamp() + ${pace.pause} * interval '1 millisecond'`,
        stopped: kind === 'stop' ? code : '',
      })
      .where('mchConfId', '=', merchant.id)
      .execute();
    hands.log.error(
      { merchant: merchant.id, code, message, level: 3 },
      kind === 'stop' ? 'payout: the merchant is refused' : 'payout: the account holds too little',
    );
  }
  const wait =
    kind === 'not-enough' || kind === 'stop'
      ? pace.pause * jitter
      : kind === 'later'
        ? pace.later * jitter
        : kind === 'exists'
          ? 0
          : waitToAsk(pace, due);
  // Of one that is known, a question that was not answered changes nothing but the time of the next.
  const isKnown = due.state !== BillState.new && due.state !== BillState.posting && due.state !== BillState.unknown;
  await hear(hands, due, {
    source,
    to: isKnown ? undefined : BillState.unknown,
    code,
    message: message || failureText(code),
    wait: isKnown && !isPost ? Math.max(wait, pace.ask) : wait,
    // These were not taken up: the same number may be posted again without asking.
    repost: isPost && (kind === 'later' || kind === 'not-enough' || kind === 'stop'),
  });
};

/** What was refused altogether is not any more. */
const release = async ({ db }: Hands, { merchant }: OpenMerchant): Promise<void> => {
  await db
    .updateTable('payQueue')
    .set({ stopped: '', pausedUntil: '-infinity' })
    .where('mchConfId', '=', merchant.id)
    .where('stopped', '<>', '')
    .execute();
};
