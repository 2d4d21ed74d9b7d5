import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { BillState, Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { toMs, toTime } from '@zhuiyuan/contract/kit/clock';
import { mix } from '../seed-scans.ts';
import type { Made } from './open-deck.ts';

/** What became of a prize that its winner tapped for. */
export type Fate = 'received' | 'failed' | 'again' | 'returned' | 'withdrawn' | 'waiting' | 'unknown' | 'withdrawing';

/** Of twenty winners one after the other: the others received theirs, and the eleventh has not tapped yet. */
const fates: Record<number, Fate | 'untouched'> = {
  3: 'returned',
  7: 'failed',
  10: 'untouched',
  12: 'again',
  17: 'withdrawn',
};

/** What the last who tapped are in the middle of, and how many minutes ago they did. */
const underway: readonly { fate: Fate; minutes: number }[] = [
  { fate: 'unknown', minutes: 3 },
  { fate: 'withdrawing', minutes: 9 },
  { fate: 'waiting', minutes: 26 },
  { fate: 'waiting', minutes: 61 },
  { fate: 'waiting', minutes: 155 },
];

interface Event {
  /** Seconds after it was tapped for. */
  after: number;
  source: 'POST' | 'NOTIFY' | 'QUERY' | 'CANCEL';
  from: number;
  to: number;
  raw?: object;
}

interface Attempt {
  state: number;
  code?: string;
  /** Seconds after the tap. */
  from: number;
  end?: number;
  events: readonly Event[];
}

const { posting, wait, success, fail, unknown, canceling, cancelled } = BillState;
const dayS = 24 * 3600;
const posted = (after = 1): Event => ({ after, source: 'POST', from: posting, to: wait });
const failing = (from: number): Attempt => ({
  state: fail,
  code: 'REAL_NAME_CHECK_FAIL',
  from,
  end: from + 40,
  events: [posted(from + 1), { after: from + 40, source: 'NOTIFY', from: wait, to: fail }],
});
const paid = (from: number, after: number): Attempt => ({
  state: success,
  from,
  end: from + after,
  events: [posted(from + 1), { after: from + after, source: 'NOTIFY', from: wait, to: success }],
});

/** The attempts of such a prize, `seconds` until its receiver has the money. */
export const attemptsOf = (fate: Fate, seconds: number): Attempt[] => {
  switch (fate) {
    case 'received':
      return [paid(0, seconds)];
    case 'failed':
      return [failing(0)];
    case 'again':
      return [failing(0), paid(5 * 3600, seconds)];
    case 'returned':
      return [
        {
          state: fail,
          code: 'OVERDUE_CLOSE',
          from: 0,
          end: dayS + 12,
          events: [posted(), { after: dayS + 12, source: 'NOTIFY', from: wait, to: fail }],
        },
      ];
    case 'withdrawn':
      return [
        {
          state: cancelled,
          from: 0,
          end: 3700,
          events: [
            posted(),
            { after: 3600, source: 'CANCEL', from: wait, to: canceling },
            { after: 3700, source: 'QUERY', from: canceling, to: cancelled },
          ],
        },
      ];
    case 'waiting':
      return [{ state: wait, from: 0, events: [posted()] }];
    case 'withdrawing':
      return [
        {
          state: canceling,
          from: 0,
          events: [posted(), { after: 420, source: 'CANCEL', from: wait, to: canceling }],
        },
      ];
    case 'unknown':
      return [
        {
          state: unknown,
          from: 0,
          code: 'TimeoutError',
          events: [
            { after: 10, source: 'POST', from: posting, to: unknown, raw: { code: 'TimeoutError', message: '' } },
          ],
        },
      ];
  }
};

/** The status that a fate ends in. */
export const deliveries: Record<Fate, (typeof Delivery.options)[number]['value']> = {
  received: Delivery.RECEIVED,
  again: Delivery.RECEIVED,
  failed: Delivery.FAILED,
  returned: Delivery.REFUND,
  withdrawn: Delivery.REFUND,
  waiting: Delivery.SENT,
  unknown: Delivery.SENDING,
  withdrawing: Delivery.RFUND_ING,
};

/** What WeChat Pay calls a state. */
const providerStates: Record<number, string> = {
  [wait]: 'WAIT_USER_CONFIRM',
  [success]: 'SUCCESS',
  [fail]: 'FAIL',
  [canceling]: 'CANCELING',
  [cancelled]: 'CANCELLED',
};

/** A time so many seconds later. */
export const timeAt = (time: string, seconds: number): string => toTime(toMs(time) + seconds * 1000);

/** What was heard of an attempt as the log of payouts keeps it: as WeChat Pay would have told it. */
export const toEventRow = (
  of: {
    firmId: number;
    payoutId: number;
    outBillNo: string;
    providerNo: string;
    amount: number;
    openid: string;
    code: string;
    begunAt: string;
  },
  { after, source, from, to, raw }: Event,
) => ({
  firmId: of.firmId,
  payoutId: of.payoutId,
  fromState: from,
  toState: to,
  source,
  notifyId: source === 'NOTIFY' ? `demo-${of.outBillNo}-${to}` : null,
  raw: JSON.stringify(
    raw ?? {
      state: providerStates[to],
      outBillNo: of.outBillNo,
      transferBillNo: of.providerNo,
      ...(source === 'NOTIFY' ? { amount: of.amount, openid: of.openid } : {}),
      ...(to === fail ? { failReason: of.code } : {}),
    },
  ),
  at: timeAt(of.begunAt, after),
});

/** A prize on its way to its winner. */
export interface Sent {
  draw: Made;
  fate: Fate;
  tappedAt: string;
  attempts: Attempt[];
}

/** Who has tapped for his prize, and what came of it: no later than now. The newest winners are in the middle of it. */
export const decideAll = (won: readonly Made[]): Sent[] => {
  const now = shanghaiNow();
  const late = new Map<Made, Sent>();
  for (const { fate, minutes } of underway) {
    const tappedAt = timeAt(now, -minutes * 60);
    const draw = won.findLast((one) => !late.has(one) && one.scan.at < tappedAt);
    if (draw) late.set(draw, { draw, fate, tappedAt, attempts: attemptsOf(fate, 0) });
  }
  const over = won.flatMap((draw, nth): Sent[] => {
    const { serial, seg } = { serial: draw.scan.serial ?? draw.drawId, seg: draw.scan.seg ?? 0 };
    const fate = fates[nth % 20] ?? 'received';
    if (late.has(draw) || fate === 'untouched') return [];
    const tappedAt = timeAt(draw.scan.at, 6 + (mix(serial + 3, seg) % 300));
    const attempts = attemptsOf(fate, 14 + (mix(serial + 11, seg) % 50));
    // What would only be decided later has not been tapped for.
    return timeAt(tappedAt, attempts.at(-1)!.end!) < now ? [{ draw, fate, tappedAt, attempts }] : [];
  });
  return [...over, ...late.values()].toSorted((a, b) => (a.tappedAt < b.tappedAt ? -1 : 1));
};
