import { Audience, ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RewardKind } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { sql } from 'kysely';
import { reserveWins } from '../../fund/reserve-wins.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { movePoints, type PointMove } from '../../member/move-points.ts';
import { recordRewards } from '../../parties/deductible/shop-reward.ts';
import { toDrawNo } from '../draw-no.ts';
import { newVerCode } from '../new-ver-code.ts';
import type { Counters } from '../counters.ts';
import type { AskedDraw, LockedTiers, Shared } from './draw-locks.ts';
import type { DrawnTurn } from './judge-turn.ts';

/** What won and is to be paid at once. */
export interface WonCash {
  firmId: number;
  activityId: number;
  drawId: number;
  uid: number;
  amount: number;
}

/** Prizes of one activity that somebody won, or that were held and are let go now. */
export interface PrizesWon {
  firmId: number;
  drawIds: readonly number[];
}

declare module '../../kit/db/events.ts' {
  interface Events {
    /** Told after `cash.won` in the transaction of the draw, or of the review; not of what waits for one. */
    'prizes.won': PrizesWon;
    /** Cash that is sent without being asked for, told in the draw's own transaction. */
    'cash.won': readonly WonCash[];
  }
}

/** What the ledger's rows of a draw refer to. */
export const drawRef = 'draw';

/** The points of a prize on their way to its winner. */
export const wonPoints = (won: { id: number; firmId: number; uid: number; points: number }): PointMove => ({
  firmId: won.firmId,
  uid: won.uid,
  delta: won.points,
  source: 'draw',
  sourceId: String(won.id),
  title: '抽奖获得',
});

/** What a transaction of draws holds, as it is after they were decided. */
interface Held {
  activity: Shared['activity'];
  tiers: LockedTiers;
  counters: ReadonlyMap<number, Counters>;
  /** What people had in points before. */
  points: ReadonlyMap<number, number>;
}

/** One turn that draws, with the number of its draw. */
export interface Decided extends DrawnTurn {
  id: number;
  asked: AskedDraw;
}

/** Writes all that was decided. */
export const writeDraws = async (db: Db, held: Held, drawn: readonly Decided[]): Promise<void> => {
  const { activity, tiers, points } = held;
  const activityId = activity.id;
  const perEpoch = new Map<number, number>();
  const rows = drawn.map(({ id, asked: { ticket, clientSeed }, kind, decision, risk }) => {
    const tier = tiers.get(decision.tierId)!;
    const nth = (perEpoch.get(ticket.epochId) ?? 0) + 1;
    perEpoch.set(ticket.epochId, nth);
    return {
      id,
      firmId: activity.firmId,
      activityId,
      ticketId: ticket.id,
      epochId: ticket.epochId,
      // Behind the locks of the tiers, which every draw of the activity holds.
      place: sql<number>`(select drawn from seed_epoch where id = ${ticket.epochId} and firm_id = ${activity.firmId}) + ${nth}::int`,
      uid: ticket.uid,
      audience: ticket.audience,
      seg: ticket.code?.seg ?? null,
      serial: ticket.code?.serial ?? null,
      codeLevel: ticket.facts.codeLevel,
      productId: ticket.facts.productId,
      lotId: ticket.facts.lotId,
      agentId: ticket.facts.agentId,
      shopId: ticket.facts.shopId,
      channelId: ticket.facts.channelId,
      scanId: ticket.facts.scanId,
      key: ticket.key,
      clientSeed,
      ...decision,
      prizeType: tier.prizeType,
      points: tier.prizeType === PrizeType.points ? tier.points : 0,
      pointsCost: ticket.pointsCost,
      hold: kind === 'held',
      risk: JSON.stringify(risk),
      province: ticket.place.province,
      city: ticket.place.city,
      lng: ticket.place.lng,
      lat: ticket.place.lat,
      geoSource: ticket.place.geoSource,
      ip: ticket.ip,
      device: ticket.device,
      day: ticket.day,
      drawnAt: sql<string>`clock_timestamp()`,
    };
  });
  await db.insertInto('draw').values(rows).execute();
  const won = rows.filter(({ prizeType }) => prizeType !== PrizeType.none);
  await writeCounts(db, held, drawn, perEpoch);
  const cash = won.filter(({ amount }) => amount > 0);
  if (cash.length > 0)
    await reserveWins(db, {
      firmId: activity.firmId,
      activityId,
      refKind: drawRef,
      wins: cash.map(({ id, amount }) => ({ refId: id, amount })),
    });
  if (won.length > 0) await writeClaims(db, held, won);
  await recordRewards(
    db,
    won.flatMap(({ audience, shopId, agentId, hold, amount, points: given, id, firmId }) =>
      audience === Audience.shop && shopId !== null && !hold && amount + given > 0
        ? [
            {
              firmId,
              shopId,
              agentId,
              kind: RewardKind.unpack,
              amount,
              points: given,
              refKind: drawRef,
              refId: id,
              drawId: id,
              activityId,
            },
          ]
        : [],
    ),
  );
  const moves: PointMove[] = rows.flatMap((row) => [
    ...(row.pointsCost > 0
      ? [
          {
            firmId: row.firmId,
            uid: row.uid,
            delta: -row.pointsCost,
            source: 'draw' as const,
            sourceId: row.ticketId,
            title: '积分抽奖',
          },
        ]
      : []),
    ...(row.points > 0 && !row.hold ? [wonPoints(row)] : []),
  ]);
  await movePoints(db, activity.firmId, points, moves);
  const sent = won.filter(
    ({ tierId, prizeType, hold }) =>
      prizeType === PrizeType.cash && !hold && tiers.get(tierId)!.claimMode === ClaimMode.auto,
  );
  if (sent.length > 0)
    await emit(
      db,
      'cash.won',
      sent.map(({ firmId, id, uid, amount }) => ({ firmId, activityId, drawId: id, uid, amount })),
    );
  const free = won.filter(({ hold }) => !hold);
  if (free.length > 0) await emit(db, 'prizes.won', { firmId: activity.firmId, drawIds: free.map(({ id }) => id) });
};

/** Counters, caps, stock and the numbers of draws of periods as they are after the draws. */
const writeCounts = async (
  db: Db,
  { activity, tiers, counters }: Held,
  drawn: readonly Decided[],
  perEpoch: ReadonlyMap<number, number>,
): Promise<void> => {
  const activityId = activity.id;
  const people = [...new Set(drawn.map(({ asked: { ticket } }) => ticket.uid))];
  const counted = people.flatMap((uid) =>
    [...counters.get(uid)!].map(([period, cnt]) => ({ activityId, firmId: activity.firmId, uid, period, cnt })),
  );
  await db
    .insertInto('drawCounter')
    .values(counted)
    .onConflict((key) => key.columns(['activityId', 'uid', 'period']).doUpdateSet({ cnt: sql<number>`excluded.cnt` }))
    .execute();
  const hit = [...new Set(drawn.map(({ decision }) => decision.tierId))].map((tierId) => tiers.get(tierId)!);
  const ended = hit.map(({ id }) => drawn.filter(({ decision }) => decision.tierId === id).length);
  await sql`
    with counted as (
      update seed_epoch set drawn = drawn + made.count
      from unnest(${[...perEpoch.keys()]}::bigint[], ${[...perEpoch.values()]}::int[]) made(id, count)
      where seed_epoch.id = made.id and seed_epoch.firm_id = ${activity.firmId}
    )
    update tier set remain = now.remain, issued = tier.issued + now.ended
    from unnest(${hit.map(({ id }) => id)}::bigint[], ${hit.map(({ remain }) => remain)}::int[], ${ended}::int[]) now(id, remain, ended)
    where tier.id = now.id and tier.firm_id = ${activity.firmId}`.execute(db);
  const caps = hit
    .filter(({ dayCap, hourCap }) => dayCap !== null || hourCap !== null)
    .flatMap(({ id, issued }) =>
      [...issued].map(([at, count]) => {
        const [day, hour] = at.split(' ');
        return { tierId: id, firmId: activity.firmId, day: day!, hour: Number(hour), issued: count };
      }),
    );
  if (caps.length > 0)
    await db
      .insertInto('tierCap')
      .values(caps)
      .onConflict((key) => key.columns(['tierId', 'day', 'hour']).doUpdateSet({ issued: sql<number>`excluded.issued` }))
      .execute();
};

const writeClaims = async (
  db: Db,
  { activity, tiers }: Held,
  won: readonly {
    id: number;
    tierId: number;
    prizeType: number;
    uid: number;
    amount: number;
    points: number;
    hold: boolean;
  }[],
): Promise<void> => {
  const rows = won.map(({ id, tierId, prizeType, uid, amount, points: pointsWon, hold }) => {
    const tier = tiers.get(tierId)!;
    const isDone = prizeType === PrizeType.points && !hold;
    return {
      drawId: id,
      firmId: activity.firmId,
      activityId: activity.id,
      claimNo: toDrawNo(activity.today, id).replace('D', 'C'),
      tierId,
      prizeId: tier.prizeId!,
      prizeType,
      claimMode: tier.claimMode,
      uid,
      status: isDone ? ClaimStatus.claimed : ClaimStatus.open,
      busy: ClaimBusy.free,
      claimedAt: isDone ? sql<string>`clock_timestamp()` : null,
      verCode: prizeType === PrizeType.goods && tier.claimMode === ClaimMode.shop ? newVerCode() : null,
      amount,
      points: pointsWon,
      deductAmount: tier.deductAmount,
      hold,
      expireAt: sql<string>`(date_trunc('day', clock_timestamp() at time zone 'Asia/Shanghai') + make_interval(days => ${activity.claimDays + 1}) - interval '1 second') at time zone 'Asia/Shanghai'`,
    };
  });
  // With their notes, in one statement: a draw waits for no further one.
  await db
    .with('made', (made) =>
      made
        .insertInto('claim')
        .values(rows)
        .returning(['firmId', 'drawId', 'expireAt', sql<string | null>`digest_ver_code(claim)`.as('code')]),
    )
    .insertInto('claimNote')
    .columns(['firmId', 'drawId', 'expireAt', 'code'])
    .expression((from) => from.selectFrom('made').select(['firmId', 'drawId', 'expireAt', 'code']))
    .execute();
};
