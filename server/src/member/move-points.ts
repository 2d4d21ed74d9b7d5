import type { PointSource } from '@zhuiyuan/contract/member/point-source';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Points of one person that come (`delta` above 0) or go, once for each source. */
export interface PointMove {
  firmId: number;
  uid: number;
  delta: number;
  source: PointSource;
  sourceId: string;
  title: string;
  operatorId?: number | null;
  /** Of points whose time is over: those that came until this day. */
  untilDay?: string;
}

/** What people have in points, locked in the order of their numbers until the transaction ends. */
export const lockPoints = async (db: Db, firmId: number, uids: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('member')
    .where('firmId', '=', firmId)
    .where('id', 'in', [...new Set(uids)])
    .orderBy('id')
    .select(['id', 'points'])
    .forUpdate()
    .execute();
  return new Map(rows.map(({ id, points }) => [id, points]));
};

/**
 * Moves points and writes the ledger, all of one firm, in their order. Nobody's balance may fall below zero: who calls holds
 * {@link lockPoints} and has looked. The database refuses a source that moved points before.
 */
export const movePoints = async (
  db: Db,
  firmId: number,
  balances: ReadonlyMap<number, number>,
  moves: readonly PointMove[],
): Promise<void> => {
  if (moves.length === 0) return;
  const now = new Map(balances);
  const rows = moves.map(({ operatorId = null, ...move }) => {
    const balance = (now.get(move.uid) ?? 0) + move.delta;
    now.set(move.uid, balance);
    return { ...move, balance, operatorId };
  });
  await db.insertInto('pointLog').values(rows).execute();
  const moved = [...new Set(moves.map(({ uid }) => uid))];
  await sql`
    update member set points = moved.points, updated_at = now()
    from unnest(${moved}::bigint[], ${moved.map((uid) => now.get(uid)!)}::bigint[]) moved(id, points)
    where member.id = moved.id and member.firm_id = ${firmId}`.execute(db);
};
