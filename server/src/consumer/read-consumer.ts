import type { ConsumerInfo } from '@zhuiyuan/contract/consumer/consumer';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { riskPoints, riskShares } from '@zhuiyuan/contract/risk/risk-score';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';
import { countsForScore } from '../risk/score.ts';
import { readScores } from '../risk/score-writes.ts';
import { findPointsDue } from '../member/expire-points.ts';
import { findEntry } from './consumer-acts.ts';
import { asConsumerRows, matchingConsumers, toConsumer } from './find-consumers.ts';

const rows = sql<number>`count(*)`;

/** The rules somebody hit lately, the heaviest first, each with what it has of his score. */
const readRisks = async (db: Db, id: number): Promise<ConsumerInfo['risks']> => {
  const hits = await db
    .selectFrom('riskHit')
    .where('uid', '=', id)
    .where(countsForScore('riskHit'))
    .groupBy('code')
    .select([
      'code',
      sql<string>`(array_agg(name order by last_at desc))[1]`.as('name'),
      sql<ConsumerInfo['risks'][number]['action']>`max(action)`.as('action'),
      sql<number>`(array_agg(value order by last_at desc))[1]`.as('value'),
      sql<number>`(array_agg(threshold order by last_at desc))[1]`.as('threshold'),
      sql<number>`sum(times)::int`.as('times'),
      sql<string>`max(last_at)`.as('lastAt'),
    ])
    .execute();
  const sorted = hits.toSorted((a, b) => riskPoints(b.action) - riskPoints(a.action) || a.code.localeCompare(b.code));
  const shares = riskShares(sorted.map(({ action }) => action));
  return sorted.map((hit, nth) => ({ ...hit, share: shares[nth]! }));
};

/** A consumer with all that stands on his page beside the lists; 404 for another firm's. */
export const readConsumer = async (db: Db, masterKey: Buffer, id: number): Promise<ConsumerInfo> => {
  const found = await asConsumerRows(matchingConsumers(db, { id })).executeTakeFirst();
  if (!found) throw notFound();
  const [points, claims, red, redeem, ver, risk, message, lastVer, entry, scores, risks, pointsDue] = await Promise.all(
    [
      db
        .selectFrom('pointLog')
        .where('uid', '=', id)
        .select([
          sql<number>`coalesce(sum(delta) filter (where delta > 0), 0)::bigint`.as('came'),
          sql<number>`coalesce(-sum(delta) filter (where delta < 0), 0)::bigint`.as('went'),
          sql<number>`coalesce(-sum(delta) filter (where source = 'expire'), 0)::bigint`.as('expired'),
        ])
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('claim')
        .where('uid', '=', id)
        .select([
          rows.as('all'),
          sql<number>`count(*) filter (where status = ${sql.lit(ClaimStatus.open)} and not hold)`.as('open'),
          sql<number>`count(*) filter (where hold)`.as('held'),
          sql<number>`coalesce(sum(amount) filter (where hold and prize_type = ${sql.lit(PrizeType.cash)}), 0)::bigint`.as(
            'heldAmount',
          ),
        ])
        .executeTakeFirstOrThrow(),
      db.selectFrom('redInfo').where('uid', '=', id).select(rows.as('n')).executeTakeFirstOrThrow(),
      db.selectFrom('redemption').where('uid', '=', id).select(rows.as('n')).executeTakeFirstOrThrow(),
      db.selectFrom('prizeVer').where('uid', '=', id).select(rows.as('n')).executeTakeFirstOrThrow(),
      db.selectFrom('riskHit').where('uid', '=', id).select(rows.as('n')).executeTakeFirstOrThrow(),
      db.selectFrom('message').where('uid', '=', id).select(rows.as('n')).executeTakeFirstOrThrow(),
      db
        .selectFrom('prizeVer')
        .innerJoin('shop', 'shop.id', 'prizeVer.shopId')
        .where('prizeVer.uid', '=', id)
        .where('prizeVer.status', '=', VerStatus.done)
        .orderBy('prizeVer.id', 'desc')
        .limit(1)
        .select(['prizeVer.verAt as at', 'shop.name as shopName'])
        .executeTakeFirst(),
      findEntry(db, id),
      readScores(db, found.firmId),
      readRisks(db, id),
      findPointsDue(db, found.firmId, id),
    ],
  );
  const { firmId: _firm, isOver, ...black } = entry ?? { firmId: 0, isOver: true };
  return {
    ...toConsumer(masterKey, found),
    pointsIn: points.came,
    pointsOut: points.went,
    pointsExpired: points.expired,
    pointsDue,
    lastVer: lastVer ?? null,
    black: isOver ? null : (black as ConsumerInfo['black']),
    scoreHold: scores.scoreHold,
    scoreBlock: scores.scoreBlock,
    risks,
    held: { count: claims.held, amount: claims.heldAmount },
    openCnt: claims.open,
    counts: { claim: claims.all, red: red.n, redeem: redeem.n, ver: ver.n, risk: risk.n, message: message.n },
  };
};
