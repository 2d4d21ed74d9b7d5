import { ActivityStatus, Audience, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { insiderHit, type RiskHit } from '@zhuiyuan/contract/risk/risk-hit';
import { isRunning, type ActivityTimes } from '../activity-now.ts';
import { findLimit, freeDraws, freeLeft, type Counters } from '../counters.ts';
import { decide, hasPrizes, take, type Changes, type Decision, type Stock, type TierNow } from './decide.ts';
import { usedKey, type AskedDraw, type Shared } from './draw-locks.ts';
import type { Ticket } from '../ticket/ticket.ts';

/** What people of the firm win of this worth and more is looked at first, fen. */
const insiderWorth = 50_000;

/** What the turns of one transaction are judged by: as it was read, less what those before them took. */
export interface Ground extends Shared {
  /** Codes that were taken for these turns, by {@link usedKey}. */
  taken: ReadonlySet<string>;
  /** Why codes pay for nothing by now, by {@link usedKey}. */
  stopped: ReadonlyMap<string, RefusalText>;
  /** Draws that were made before, by their tickets and by {@link usedKey}. */
  byTicket: ReadonlyMap<string, { id: number }>;
  byCode: ReadonlyMap<string, { id: number; uid: number }>;
  /** Of an activity for new users alone: who is none. */
  known: ReadonlySet<number>;
  /** How often people drew at the firm today, where it limits that. */
  ofToday: ReadonlyMap<number, number>;
  stock: Stock<TierNow & { faceValue: number }>;
  /** By person. */
  counters: ReadonlyMap<number, Counters>;
  points: Map<number, number>;
}

/** A turn that draws: `held` is a prize that waits for a person. */
export interface DrawnTurn {
  kind: 'blank' | 'won' | 'held';
  decision: Decision;
  changes: Changes;
  /** What spoke against it. */
  risk: readonly RiskHit[];
}

/** What comes of a turn: a draw, the answer of one that was made before, or none. */
export type Outcome = DrawnTurn | { kind: 'repeat'; drawId: number } | { kind: 'refused'; refusal: RefusalText };

export const isDrawn = (outcome: Outcome): outcome is DrawnTurn => 'decision' in outcome;

/** Why an activity takes no draws, in the words of who wanted to. */
export const whyClosed = (activity: ActivityTimes): RefusalText => {
  if (activity.isOver || activity.status > ActivityStatus.paused) return drawRefusals.ended;
  if (activity.status === ActivityStatus.paused) return drawRefusals.paused;
  return drawRefusals.notStarted;
};

const toUsedKey = ({ code, audience }: Ticket): string | undefined =>
  code ? usedKey({ ...code, audience }) : undefined;

/** Whether the code of a ticket was taken for its turn. */
export const hasTaken = ({ taken }: Pick<Ground, 'taken'>, ticket: Ticket): boolean => {
  const key = toUsedKey(ticket);
  return key !== undefined && taken.has(key);
};

/** The first reason against a draw whose code, if any, is its own. */
const findRefusal = (ground: Ground, ticket: Ticket): RefusalText | undefined => {
  const { activity, epochs, known, ofToday, stock, counters, points } = ground;
  const { uid, day } = ticket;
  const epoch = epochs.get(ticket.epochId);
  if (ticket.isOver || (epoch !== EpochState.open && epoch !== EpochState.closed)) return drawRefusals.ticketOver;
  if (known.has(uid)) return drawRefusals.newOnly;
  if (!hasPrizes(stock)) return drawRefusals.soldOut;
  const { drawLimit } = activity;
  const isLimited = ticket.audience === Audience.consumer && drawLimit !== null;
  if (isLimited && (ofToday.get(uid) ?? 0) >= drawLimit) return drawRefusals.dayLimit;
  const own = counters.get(uid)!;
  const limit = findLimit(activity, own, day);
  if (limit) return limit === 'day' ? drawRefusals.dayLimit : drawRefusals.totalLimit;
  if (ticket.isFree && freeLeft(activity, own, day) < 1) return drawRefusals.noTurns;
  return (points.get(uid) ?? 0) < ticket.pointsCost ? drawRefusals.fewPoints : undefined;
};

/** Judges one turn by what is given alone, and changes nothing: see {@link takeTurn}. */
export const judgeTurn = (ground: Ground, { ticket, clientSeed, seed, entries }: AskedDraw): Outcome => {
  const { activity, stock, counters } = ground;
  const before = ground.byTicket.get(ticket.id);
  if (before) return { kind: 'repeat', drawId: before.id };
  if (!isRunning(activity)) return { kind: 'refused', refusal: whyClosed(activity) };
  const code = toUsedKey(ticket);
  if (code !== undefined && !ground.taken.has(code)) {
    const other = ground.byCode.get(code);
    if (other?.uid === ticket.uid) return { kind: 'repeat', drawId: other.id };
    return { kind: 'refused', refusal: drawRefusals.used };
  }
  const refusal = (code && ground.stopped.get(code)) || findRefusal(ground, ticket);
  if (refusal) return { kind: 'refused', refusal };
  const { decision, changes } = decide(stock, activity, counters.get(ticket.uid)!, {
    seed,
    key: { activityId: activity.id, epochNo: ticket.epochNo, key: ticket.key, uid: ticket.uid, clientSeed },
    entries,
    day: ticket.day,
    today: activity.today,
    hour: activity.hour,
  });
  const counts = ticket.isFree ? [...changes.counts, freeDraws(ticket.day)] : changes.counts;
  const { prizeType, faceValue } = stock.tiers.get(decision.tierId)!;
  const isWon = prizeType !== PrizeType.none;
  const isInsiders = isWon && ticket.isInsider && Math.max(decision.amount, faceValue) >= insiderWorth;
  return {
    kind: !isWon ? 'blank' : isInsiders || ticket.hold ? 'held' : 'won',
    decision,
    changes: { ...changes, counts },
    risk: isInsiders ? [...ticket.risk, insiderHit] : ticket.risk,
  };
};

/** Takes what a turn costs and wins, where it draws. */
export const takeTurn = ({ stock, counters, points }: Ground, ticket: Ticket, outcome: Outcome): void => {
  if (!isDrawn(outcome)) return;
  take(stock, counters.get(ticket.uid)!, outcome.changes);
  points.set(ticket.uid, (points.get(ticket.uid) ?? 0) - ticket.pointsCost);
};
