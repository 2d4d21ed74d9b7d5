import { Audience, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { lockBudget } from '../../fund/budget.ts';
import type { Db } from '../../kit/db/database.ts';
import { lockPoints } from '../../member/move-points.ts';
import { isRunning, type ActivityTimes } from '../activity-now.ts';
import { drawAmount, drawNumber, tierAt } from '../fair/numbers.ts';
import { enterActivity } from '../lock-activity.ts';
import { countDraws } from '../visit/count-today.ts';
import { findLimit, freeDraws, freeLeft, raise } from '../counters.ts';
import { decide, hasPrizes, type TierNow } from './decide.ts';
import {
  findEarlier,
  findKnown,
  lockCounters,
  lockTiers,
  readShared,
  takeCodes,
  takeNumbers,
  usedKey,
  type AskedDraw,
} from './draw-locks.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { writeDraws, type Decided } from './write-draws.ts';

/** What was drawn, or why nothing was; nothing was written of the latter. */
export type Drawn = { drawId: number; isRepeat: boolean } | { refusal: RefusalText };

/**
 * Draws for all who ask at once, in one transaction: nobody twice and no code twice among them, all of one activity. Locks are
 * taken in one order: activity (shared), codes, counters, points, tiers, budget. What is refused leaves nothing behind; a ticket
 * that drew before is answered with that draw.
 */
export const drawTogether = (shopperDb: Db, asked: readonly AskedDraw[]): Promise<Drawn[]> =>
  shopperDb.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const { activityId } = asked[0]!.ticket;
    await enterActivity(db, activityId);
    const { activity, epochs } = await readShared(
      db,
      activityId,
      asked.map(({ ticket }) => ticket.epochId),
    );
    const numbers = await takeNumbers(db, asked.length);
    const numbered = asked.map((one, at) => ({ ...one, id: numbers[at]! }));
    const mayDraw = isRunning(activity);
    const taken = mayDraw ? await takeCodes(db, numbered) : new Set<string>();
    const counters = await lockCounters(
      db,
      activity,
      asked.map(({ ticket }) => ticket.uid),
    );
    const { byTicket, byCode } = await findEarlier(
      db,
      asked,
      asked.flatMap(({ ticket }) =>
        ticket.code && !taken.has(usedKey({ ...ticket, ...ticket.code })) ? [ticket] : [],
      ),
    );
    const points = await lockPoints(
      db,
      activity.firmId,
      asked.map(({ ticket }) => ticket.uid),
    );
    // Their tickets may be older than a draw of theirs, also in another activity.
    const known = activity.newUserOnly
      ? await findKnown(
          db,
          activity.firmId,
          asked.map(({ ticket }) => ticket.uid),
        )
      : new Set<number>();
    // Each draw of theirs holds their points, in whichever activity it is.
    const ofToday =
      activity.drawLimit === null
        ? undefined
        : await countDraws(
            db,
            activity.firmId,
            asked.map(({ ticket }) => ticket.uid),
          );
    const tiers = await lockTiers(
      db,
      activity,
      asked.map(({ ticket }) => ticket.day),
    );
    const hasCash = [...tiers.values()].some(({ prizeType }) => prizeType === PrizeType.cash);
    const stock = {
      tiers: tiers as ReadonlyMap<number, TierNow>,
      budget: hasCash ? ((await lockBudget(db, { firmId: activity.firmId, activityId }))?.remain ?? 0) : 0,
    };

    const answers: Drawn[] = [];
    const drawn: Decided[] = [];
    const given: Ticket[] = [];
    const left = new Map(points);
    for (const one of numbered) {
      const { ticket, clientSeed, seed, entries, id } = one;
      const refused = (refusal: RefusalText) => {
        if (ticket.code && taken.has(usedKey({ ...ticket, ...ticket.code }))) given.push(ticket);
        answers.push({ refusal });
      };
      const before = byTicket.get(ticket.id);
      if (before) {
        if (ticket.code && taken.has(usedKey({ ...ticket, ...ticket.code }))) given.push(ticket);
        answers.push({ drawId: before.id, isRepeat: true });
        continue;
      }
      const state = epochs.get(ticket.epochId);
      if (!mayDraw) {
        refused(whyClosed(activity));
        continue;
      }
      if (ticket.code && !taken.has(usedKey({ ...ticket, ...ticket.code }))) {
        const other = byCode.get(usedKey({ ...ticket, ...ticket.code }));
        if (other?.uid === ticket.uid) answers.push({ drawId: other.id, isRepeat: true });
        else answers.push({ refusal: drawRefusals.used });
        continue;
      }
      if (ticket.isOver || (state !== EpochState.open && state !== EpochState.closed)) {
        refused(drawRefusals.ticketOver);
        continue;
      }
      if (known.has(ticket.uid)) {
        refused(drawRefusals.newOnly);
        continue;
      }
      if (!hasPrizes(stock)) {
        refused(drawRefusals.soldOut);
        continue;
      }
      const own = counters.get(ticket.uid)!;
      const isOfShopper = ticket.audience === Audience.consumer;
      if (isOfShopper && activity.drawLimit !== null && (ofToday?.get(ticket.uid) ?? 0) >= activity.drawLimit) {
        refused(drawRefusals.dayLimit);
        continue;
      }
      const limit = findLimit(activity, own, ticket.day);
      if (limit) {
        refused(limit === 'day' ? drawRefusals.dayLimit : drawRefusals.totalLimit);
        continue;
      }
      if (ticket.isFree && freeLeft(activity, own, ticket.day) < 1) {
        refused(drawRefusals.noTurns);
        continue;
      }
      const balance = left.get(ticket.uid) ?? 0;
      if (balance < ticket.pointsCost) {
        refused(drawRefusals.fewPoints);
        continue;
      }
      const key = { activityId, epochNo: ticket.epochNo, key: ticket.key, uid: ticket.uid, clientSeed };
      const rand = drawNumber(seed, key);
      const rawTierId = tierAt(entries, rand);
      const decision = decide(stock, activity, own, {
        rawTierId,
        amountOf: (tierId) => {
          const tier = tiers.get(tierId)!;
          return tier.prizeType === PrizeType.cash ? drawAmount(seed, key, tier.amountMin, tier.amountMax) : 0;
        },
        day: ticket.day,
        today: activity.today,
        hour: activity.hour,
      });
      if (ticket.isFree) raise(own, freeDraws(ticket.day));
      left.set(ticket.uid, balance - ticket.pointsCost);
      drawn.push({ id, asked: one, rand, rawTierId, ...decision });
      answers.push({ drawId: id, isRepeat: false });
    }

    if (given.length > 0) await giveCodesBack(db, given);
    if (drawn.length > 0) await writeDraws(db, { activity, tiers, counters, points }, drawn);
    return answers;
  });

/** Codes of refused draws pay for another one. */
const giveCodesBack = async (db: Db, given: readonly Ticket[]): Promise<void> => {
  for (const { code, audience, firmId } of given)
    await db
      .deleteFrom('codeUse')
      .where('firmId', '=', firmId)
      .where('seg', '=', code!.seg)
      .where('serial', '=', code!.serial)
      .where('audience', '=', audience)
      .execute();
};

/** Why an activity takes no draws, in the words of who wanted to. */
export const whyClosed = (activity: ActivityTimes): RefusalText => {
  if (activity.isOver || activity.status > 3) return drawRefusals.ended;
  if (activity.status === 3) return drawRefusals.paused;
  return drawRefusals.notStarted;
};
