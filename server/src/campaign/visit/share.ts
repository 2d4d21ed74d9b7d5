import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { keyedHash, readToken, signToken } from '../../kit/secret.ts';
import { isRunning } from '../activity-now.ts';
import { enterActivity } from '../lock-activity.ts';
import { freeLeft, givenTurns, totalDraws, type Counters } from '../counters.ts';
import type { Play } from './read-play.ts';
import { giveSharePoints } from './give-share-points.ts';

const purpose = 'game share';
/** As long as an activity may last, and its claims. */
const goodFor = 400 * 24 * 3600;
/** From here on links are not told apart. */
const mostDepth = 3;

interface Link {
  activityId: number;
  uid: number;
  /** His phone, as {@link phoneOf} tells it; older links have none. */
  phone?: string;
}

/** What tells a phone again and nothing about it: links are read by others. */
const phoneOf = (masterKey: Buffer, { activityId, uid }: Link, device: string): string =>
  keyedHash(masterKey, `${purpose} phone`, `${activityId} ${uid} ${device}`).toString('base64url').slice(0, 22);

/** What goes into a link that somebody sends on from his phone. */
const signLink = (masterKey: Buffer, link: Link, device: string): string =>
  signToken(masterKey, purpose, { ...link, phone: phoneOf(masterKey, link, device) }, goodFor);

/** How many turns shares may still bring somebody today. */
const shareLeft = ({ shareReward, today }: Pick<Play, 'shareReward' | 'today'>, counters: Counters): number =>
  Math.max(0, shareReward - (counters.get(givenTurns(today)) ?? 0));

/** The turns of a game that nothing is paid for, as they stand; null of anything else. */
export const turnsOf = (
  masterKey: Buffer,
  play: Play,
  {
    member,
    counters,
    device,
    listed: { isBanned, isUnpaid },
  }: {
    member: { id: number } | undefined;
    counters: Counters;
    device: string;
    listed: { isBanned: boolean; isUnpaid: boolean };
  },
) =>
  play.actScene !== ActScene.interact
    ? null
    : {
        free: freeLeft(play, counters, play.today),
        from:
          member && play.shareReward > 0 ? signLink(masterKey, { activityId: play.id, uid: member.id }, device) : '',
        shareLeft: shareLeft(play, counters),
        sharePoints: isBanned || isUnpaid ? 0 : play.sharePoints,
      };

/** Somebody who signed in at a game. */
interface Arrival {
  firmId: number;
  activityId: number;
  uid: number;
  isNew: boolean;
  device: string;
  isMarked: boolean;
}

export const toArrival = (
  { firmId, id: activityId }: Play,
  { id: uid, isNew }: { id: number; isNew: boolean },
  { device, isMarked }: { device: string; isMarked: boolean },
): Arrival => ({ firmId, activityId, uid, isNew, device, isMarked });

/**
 * Keeps that somebody came by another's link, once for each activity, and gives the other a turn for it while the day has any left, with the
 * points of a share. One phone brings a turn once, whatever accounts it makes; who has drawn here already, or comes on the very phone the
 * link was made on, was brought by nobody.
 */
export const keepArrival = (shopperDb: Db, masterKey: Buffer, from: string, arrival: Arrival): Promise<void> =>
  shopperDb.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const { firmId, activityId, uid, isNew } = arrival;
    const link = readToken<Link>(masterKey, purpose, from);
    if (!link || link.activityId !== activityId || link.uid === uid) return;
    if (link.phone === phoneOf(masterKey, link, arrival.device)) return;
    // Phones without a mark merely look alike behind one address: several may come.
    const device = arrival.isMarked ? arrival.device : null;
    await enterActivity(db, activityId);
    // As draws of the other do: whoever changes his counters waits here.
    await db
      .insertInto('drawCounter')
      .values({ activityId, firmId, uid: link.uid, period: totalDraws, cnt: 0 })
      .onConflict((key) =>
        key.columns(['activityId', 'uid', 'period']).doUpdateSet({ cnt: sql<number>`draw_counter.cnt` }),
      )
      .execute();
    const activity = await db
      .selectFrom('activity')
      .where('id', '=', activityId)
      .where('firmId', '=', firmId)
      .where('actScene', '=', ActScene.interact)
      .select([
        'status',
        'shareReward',
        sql<boolean>`start_at <= clock_timestamp()`.as('isBegun'),
        sql<boolean>`end_at <= clock_timestamp()`.as('isOver'),
        sql<string>`to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('today'),
      ])
      .executeTakeFirst();
    if (!activity || !isRunning(activity)) return;
    const period = givenTurns(activity.today);
    const facts = await db
      .selectNoFrom((row) => [
        row
          .exists(row.selectFrom('draw').select('draw.id').where('activityId', '=', activityId).where('uid', '=', uid))
          .as('hasDrawn'),
        row
          .exists(
            row
              .selectFrom('share')
              .select('share.id')
              .where('activityId', '=', activityId)
              .where('device', '=', device ?? ''),
          )
          .as('isSamePhone'),
        row
          .selectFrom('share')
          .where('activityId', '=', activityId)
          .where('toUid', '=', link.uid)
          .select('depth')
          .as('depth'),
        row
          .selectFrom('drawCounter')
          .where('activityId', '=', activityId)
          .where('uid', '=', link.uid)
          .where('period', '=', period)
          .select('cnt')
          .as('given'),
      ])
      .executeTakeFirstOrThrow();
    if (facts.hasDrawn) return;
    const keep = (isRewarded: boolean) =>
      db
        .insertInto('share')
        .values({
          firmId,
          activityId,
          fromUid: link.uid,
          toUid: uid,
          depth: Math.min(mostDepth, (facts.depth ?? 0) + 1),
          isNew,
          isRewarded,
          day: activity.today,
          device,
        })
        .onConflict((key) => key.doNothing())
        .returning('id')
        .executeTakeFirst();
    if (facts.isSamePhone || (facts.given ?? 0) >= activity.shareReward || !(await keep(true))) {
      // Also of a phone that brought somebody else a turn at the same moment.
      await keep(false);
      return;
    }
    await db
      .insertInto('drawCounter')
      .values({ activityId, firmId, uid: link.uid, period, cnt: 1 })
      .onConflict((key) =>
        key.columns(['activityId', 'uid', 'period']).doUpdateSet({ cnt: sql<number>`draw_counter.cnt + 1` }),
      )
      .execute();
    await giveSharePoints(db, { firmId, from: link.uid, to: uid, day: activity.today });
  });
