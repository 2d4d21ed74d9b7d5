import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { lockBudget } from '../../fund/budget.ts';
import type { Db } from '../../kit/db/database.ts';
import { lockPoints } from '../../member/move-points.ts';
import { isRunning } from '../activity-now.ts';
import { enterActivity } from '../lock-activity.ts';
import { countDraws } from '../visit/count-today.ts';
import {
  findEarlier,
  findKnown,
  findStopped,
  lockCounters,
  lockTiers,
  readShared,
  takeCodes,
  takeNumbers,
  type AskedDraw,
} from './draw-locks.ts';
import { hasTaken, isDrawn, judgeTurn, takeTurn, type Ground } from './judge-turn.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { writeDraws, type Decided } from './write-draws.ts';

/** What was drawn, or why nothing was; nothing was written of the latter. */
export type Drawn = { drawId: number; isRepeat: boolean } | { refusal: RefusalText };

/**
 * Draws for all who ask at once, in one transaction: nobody twice and no code twice among them, all of one activity. Each turn is judged
 * by what those before it left. What is refused leaves nothing behind; a ticket that drew before is answered with that draw.
 */
export const drawTogether = (shopperDb: Db, asked: readonly AskedDraw[]): Promise<Drawn[]> =>
  shopperDb.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const { ground, numbers, held } = await readGround(db, asked);
    const answers: Drawn[] = [];
    const drawn: Decided[] = [];
    const given: Ticket[] = [];
    for (const [at, one] of asked.entries()) {
      const outcome = judgeTurn(ground, one);
      takeTurn(ground, one.ticket, outcome);
      if (isDrawn(outcome)) {
        const id = numbers[at]!;
        drawn.push({ ...outcome, id, asked: one });
        answers.push({ drawId: id, isRepeat: false });
        continue;
      }
      if (hasTaken(ground, one.ticket)) given.push(one.ticket);
      answers.push(
        outcome.kind === 'repeat' ? { drawId: outcome.drawId, isRepeat: true } : { refusal: outcome.refusal },
      );
    }
    if (given.length > 0) await giveCodesBack(db, given);
    if (drawn.length > 0) await writeDraws(db, held, drawn);
    return answers;
  });

/** Reads what turns are judged by, and locks it in one order: stops of codes and activity (shared), codes, counters, points, tiers, budget. */
const readGround = async (db: Db, asked: readonly AskedDraw[]) => {
  const { activityId } = asked[0]!.ticket;
  const uids = asked.map(({ ticket }) => ticket.uid);
  const stopped = await findStopped(db, asked);
  await enterActivity(db, activityId);
  const shared = await readShared(
    db,
    activityId,
    asked.map(({ ticket }) => ticket.epochId),
  );
  const { activity } = shared;
  const { firmId } = activity;
  const numbers = await takeNumbers(db, asked.length);
  const taken = isRunning(activity)
    ? await takeCodes(
        db,
        asked.map((one, at) => ({ ...one, id: numbers[at]! })),
      )
    : new Set<string>();
  const counters = await lockCounters(db, activity, uids);
  const earlier = await findEarlier(
    db,
    asked,
    asked.flatMap(({ ticket }) => (ticket.code && !hasTaken({ taken }, ticket) ? [ticket] : [])),
  );
  const points = await lockPoints(db, firmId, uids);
  // Their tickets may be older than a draw of theirs, also in another activity.
  const known = activity.newUserOnly ? await findKnown(db, firmId, uids) : new Set<number>();
  // Each draw of theirs holds their points, in whichever activity it is.
  const ofToday = activity.drawLimit === null ? new Map<number, number>() : await countDraws(db, firmId, uids);
  const tiers = await lockTiers(
    db,
    activity,
    asked.map(({ ticket }) => ticket.day),
  );
  const hasCash = [...tiers.values()].some(({ prizeType }) => prizeType === PrizeType.cash);
  const budget = hasCash ? ((await lockBudget(db, { firmId, activityId }))?.remain ?? 0) : 0;
  const ground: Ground = {
    ...shared,
    ...earlier,
    taken,
    stopped,
    known,
    ofToday,
    counters,
    points: new Map(points),
    stock: { tiers, budget },
  };
  return { ground, numbers, held: { activity, tiers, counters, points } };
};

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
