import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Db } from '../../kit/db/database.ts';
import { readTerms } from '../../member/consumer-terms.ts';
import { lockPoints, movePoints } from '../../member/move-points.ts';
import { isKeptFromPrizes } from '../../risk/bans.ts';

/** Somebody came by another's link on a day, and counts. */
interface Shared {
  firmId: number;
  from: number;
  to: number;
  day: string;
}

/** What names the points of two people in the ledger: once a day, in however many games. */
export const shareSource = ({ from, to, day }: Omit<Shared, 'firmId'>): string => `${from} ${to} ${day}`;

/**
 * Gives what a firm gives for a share, in the transaction of `db` that keeps it, to who sent the link: once for each two people and day.
 * Nothing to who is disabled or kept from prizes.
 */
export const giveSharePoints = async (db: Db, { firmId, ...pair }: Shared): Promise<void> => {
  const { sharePoints } = await readTerms(db, firmId);
  if (sharePoints === 0) return;
  const uid = pair.from;
  if (await isKeptFromPrizes(db, { firmId, uid, ip: null })) return;
  const balances = await lockPoints(db, firmId, [uid]);
  const giver = await db
    .selectFrom('member')
    .where('firmId', '=', firmId)
    .where('id', '=', uid)
    .select('status')
    .executeTakeFirstOrThrow();
  if (giver.status !== Enabled.on) return;
  // Whoever gives him points for the same holds them.
  const sourceId = shareSource(pair);
  const before = await db
    .selectFrom('pointLog')
    .where('source', '=', 'share')
    .where('sourceId', '=', sourceId)
    .where('firmId', '=', firmId)
    .select('id')
    .executeTakeFirst();
  if (before) return;
  await movePoints(db, firmId, balances, [
    { firmId, uid, delta: sharePoints, source: 'share', sourceId, title: '分享带来好友' },
  ]);
};
