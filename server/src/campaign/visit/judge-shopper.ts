import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { ActivityStatus, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import type { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Life } from '@zhuiyuan/contract/codes/state/code-enums';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Unit } from '../../codes/state/read-unit.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Member } from '../../member/ensure-member.ts';
import type { Standing } from '../../risk/bans.ts';
import { isRunning } from '../activity-now.ts';
import { judgeScope, type Asking } from '../scope/judge-scope.ts';
import { readScope } from '../scope/scope-parts.ts';
import { dayDraws, findLimit, freeLeft, totalDraws, type Counters } from '../counters.ts';
import { hasAnyLeft, wantsPlace, type Play } from './read-play.ts';

/** Queries after which a shopper is known to hold what the code stands on, its PIN included where it has one. */
const proofs: ReadonlySet<Verdict> = new Set<Verdict>(['FIRST', 'REPEAT', 'OVER']);

/**
 * Why a code takes part in nothing, whatever the activity: it is void, held back, not in use yet, or what was asked about it with
 * `verdict` proves nothing. A query that was refused tells nothing of the code, not even that there is one. Without a verdict its scan
 * was judged before.
 */
export const judgeCode = (unit: Unit | undefined, verdict?: Verdict): RefusalText | undefined => {
  if (verdict === 'LIMITED') return drawRefusals.ticketOver;
  if (!unit) return drawRefusals.noCode;
  if (unit.life === Life.void) return drawRefusals.void;
  if (unit.life === Life.frozen) return drawRefusals.frozen;
  if (unit.life === Life.inactive) return drawRefusals.inactive;
  if (verdict === undefined || proofs.has(verdict)) return undefined;
  return verdict === 'NEED_PIN' || verdict === 'PIN_WRONG' ? drawRefusals.needsPin : drawRefusals.ticketOver;
};

const whenClosed = (play: Play): RefusalText | undefined => {
  if (isRunning(play)) return play.isInHours ? undefined : drawRefusals.offHours;
  if (play.isOver || play.status === ActivityStatus.ended) return drawRefusals.ended;
  if (play.status === ActivityStatus.paused) return drawRefusals.paused;
  return drawRefusals.notStarted;
};

/** How often a person drew in an activity. */
export const readCounters = async (db: Db, activityId: number, uid: number | undefined): Promise<Counters> => {
  if (uid === undefined) return new Map();
  const rows = await db
    .selectFrom('drawCounter')
    .where('activityId', '=', activityId)
    .where('uid', '=', uid)
    .select(['period', 'cnt'])
    .execute();
  return new Map(rows.map(({ period, cnt }) => [period, cnt]));
};

/** The less of two that may be null. */
const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** What he may still draw; null where nothing limits it. */
export const leftOf = (
  { limitDay, limitTotal, drawLimit, today }: Play,
  { counters, drawsToday }: Pick<Shopper, 'counters' | 'drawsToday'>,
) => {
  const rest = (limit: number | null, key: string) =>
    limit === null ? null : Math.max(0, limit - (counters.get(key) ?? 0));
  const ofFirm = drawLimit === null ? null : Math.max(0, drawLimit - drawsToday);
  return { day: least(rest(limitDay, dayDraws(today)), ofFirm), total: rest(limitTotal, totalDraws) };
};

export interface Shopper {
  member: Member | undefined;
  counters: Counters;
  /** His scans and draws at the firm since midnight; 0 where the firm limits none. */
  scansToday: number;
  drawsToday: number;
  /** He drew, or scanned, at this firm before this code. */
  isKnown: boolean;
  /** How he, his phone and his address stand on the firm's list. */
  listed: Pick<Standing, 'isBanned'>;
}

/**
 * Whether a shopper may draw in an activity now: the first reason against it, in the order in which they are told. `isUsed`: somebody
 * else drew with the code.
 */
export const judgeShopper = async (
  db: Db,
  play: Play,
  { member, counters, isKnown, listed, scansToday, drawsToday }: Shopper,
  asking: Asking,
  isUsed: boolean,
): Promise<RefusalText | undefined> => {
  const closed = whenClosed(play);
  if (closed) return closed;
  if (listed.isBanned || (member && member.status !== Enabled.on)) return drawRefusals.banned;
  if (play.needPhone && member && !member.hasPhone) return drawRefusals.noPhone;
  if (wantsPlace(play) && asking.located === undefined) return campaignRefusals.noPlace;
  if (play.scopeId !== null) {
    const refusal = judgeScope(await readScope(db, play.scopeId), asking);
    if (refusal) return refusal;
  }
  if (isUsed) return drawRefusals.used;
  if (play.newUserOnly && isKnown) return drawRefusals.newOnly;
  if (play.scanLimit !== null && scansToday > play.scanLimit) return drawRefusals.manyScans;
  if (play.drawLimit !== null && drawsToday >= play.drawLimit) return drawRefusals.dayLimit;
  const limit = findLimit(play, counters, play.today);
  if (limit) return limit === 'day' ? drawRefusals.dayLimit : drawRefusals.totalLimit;
  if (play.lotteryType === LotteryType.points && freeLeft(play, counters, play.today) === 0) {
    if (!play.pointsCost) return drawRefusals.noTurns;
    if ((member?.points ?? 0) < play.pointsCost) return drawRefusals.fewPoints;
  }
  return hasAnyLeft(play) ? undefined : drawRefusals.soldOut;
};
