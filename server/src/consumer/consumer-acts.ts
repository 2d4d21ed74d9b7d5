import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { consumerRefusals } from '@zhuiyuan/contract/consumer/consumer-refusals';
import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { extendClaims } from '../campaign/draw/extend-claims.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';
import { lockPoints, movePoints } from '../member/move-points.ts';
import { wakePayouts } from '../payout/wake-payouts.ts';
import { unlist } from '../risk/list-writes.ts';

/** Prizes of somebody who was taken off the list stay open at least so long. */
const graceDays = 7;

/** The firm of a consumer; 404 where he is another firm's. */
export const requireConsumer = async (db: Db, id: number): Promise<{ firmId: number }> => {
  const row = await db.selectFrom('member').where('id', '=', id).select('firmId').executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

/**
 * Gives or takes points by hand, from a balance that was seen, in the transaction of `db`. Refuses another balance (62601, with that of
 * now), and one below 0 under the field.
 */
export const movePointsByHand = async (
  db: Db,
  {
    id,
    points,
    balance,
    reason,
    operatorId,
  }: { id: number; points: number; balance: number; reason: string; operatorId: number },
): Promise<{ balance: number }> => {
  const { firmId } = await requireConsumer(db, id);
  const balances = await lockPoints(db, firmId, [id]);
  const now = balances.get(id)!;
  if (now !== balance) throw refuse(consumerRefusals.pointsMoved, {}, { balance: now });
  if (now + points < 0) throw invalid('points', `积分不足，最多可扣${now}`);
  await movePoints(db, firmId, balances, [
    { firmId, uid: id, delta: points, source: 'system', sourceId: randomUUID(), title: reason, operatorId },
  ]);
  return { balance: now + points };
};

/** What is not touched when somebody is put on the list: open prizes, those in review, payouts that are not begun. */
export const previewBlack = async (db: Db, id: number) => {
  await requireConsumer(db, id);
  const claims = await db
    .selectFrom('claim')
    .where('uid', '=', id)
    .where('status', '=', ClaimStatus.open)
    .select([
      sql<number>`count(*) filter (where not hold)`.as('open'),
      sql<number>`count(*) filter (where hold)`.as('heldCount'),
      sql<number>`coalesce(sum(amount) filter (where hold and prize_type = ${sql.lit(PrizeType.cash)}), 0)::bigint`.as(
        'heldAmount',
      ),
    ])
    .executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('payout')
    .innerJoin('redInfo', (join) =>
      join.onRef('redInfo.id', '=', 'payout.redInfoId').onRef('redInfo.firmId', '=', 'payout.firmId'),
    )
    .where('redInfo.uid', '=', id)
    .where('payout.state', '=', BillState.new)
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(payout.amount), 0)::bigint`.as('amount')])
    .executeTakeFirstOrThrow();
  return { open: claims.open, held: { count: claims.heldCount, amount: claims.heldAmount }, waiting };
};

/** The entry of a consumer on the black list, whether it is over or not. */
export const findEntry = (db: Db, id: number) =>
  db
    .selectFrom('blacklist')
    .where('kind', '=', BanKind.person)
    .where('net', 'is', null)
    .where('value', '=', String(id))
    .where('isWhite', '=', false)
    .select(['id', 'firmId', 'scope', 'source', 'reason', 'expireAt', sql<boolean>`expire_at <= now()`.as('isOver')])
    .executeTakeFirst();

/**
 * Takes entries of a list away, in the transaction of `db`: people among them take part again at once, what was to be paid to them goes
 * out, and their open prizes stay open for a week at least. Answers the entries it knew.
 */
export const takeOff = async (db: Db, ids: readonly number[], isWhite: boolean): Promise<Set<number>> => {
  const entries = await db
    .selectFrom('blacklist')
    .where('id', 'in', [...ids])
    .where('isWhite', '=', isWhite)
    .orderBy('id')
    .select(['id', 'firmId', 'kind', 'value'])
    .forUpdate()
    .execute();
  for (const firmId of new Set(entries.map((entry) => entry.firmId)))
    await unlist(
      db,
      firmId,
      entries.filter((entry) => entry.firmId === firmId).map(({ id }) => id),
    );
  const uids = isWhite ? [] : entries.filter(({ kind }) => kind === BanKind.person).map(({ value }) => Number(value));
  if (uids.length > 0) {
    await wakePayouts(db, uids);
    const until = sql<string>`now() + make_interval(days => ${sql.lit(graceDays)})`;
    const open = await db
      .selectFrom('claim')
      .where('uid', 'in', uids)
      .where('status', '=', ClaimStatus.open)
      .where('expireAt', '<', until)
      .orderBy('drawId')
      .select('drawId')
      .forUpdate()
      .execute();
    if (open.length > 0)
      await extendClaims(
        db,
        open.map(({ drawId }) => drawId),
        until,
      );
  }
  return new Set(entries.map(({ id }) => id));
};
