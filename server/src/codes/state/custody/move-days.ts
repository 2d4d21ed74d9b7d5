import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

/** Items packed by somebody, or sent to and signed for by him, on a day of China; what is taken back is below zero. */
export interface DayMove {
  /** `yyyy-MM-dd` */
  day: string;
  /** 0 where they are bound to nothing. */
  productId: number;
  /** Who sent them; the firm where they were packed. */
  fromKind: number;
  holderKind: number;
  /** 0 for the firm. */
  holderId: number;
  pack?: number;
  ship?: number;
  sign?: number;
}

type Sum = Required<DayMove>;

/** The moves of each day, product, sender and holder in one, in the order of their keys; without those that come to nothing. */
const summed = (moves: readonly DayMove[]): Sum[] => {
  const sums = new Map<string, Sum>();
  for (const move of moves) {
    const key = [move.day, move.productId, move.holderKind, move.holderId, move.fromKind].join(' ');
    const sum = sums.get(key) ?? { ...move, pack: 0, ship: 0, sign: 0 };
    sum.pack += move.pack ?? 0;
    sum.ship += move.ship ?? 0;
    sum.sign += move.sign ?? 0;
    sums.set(key, sum);
  }
  return [...sums]
    .filter(([, { pack, ship, sign }]) => pack !== 0 || ship !== 0 || sign !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
};

/** Moves the figures of days. A counter like others, and the last of them: rows in the same order everywhere. */
export const moveDays = async (db: Db, firmId: number, moves: readonly DayMove[]): Promise<void> => {
  const sums = summed(moves);
  if (sums.length === 0) return;
  await db
    .insertInto('moveDay')
    .values(
      sums.map(({ pack, ship, sign, ...key }) => ({ ...key, firmId, packQty: pack, shipQty: ship, signQty: sign })),
    )
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'day', 'productId', 'holderKind', 'holderId', 'fromKind']).doUpdateSet(({ ref }) => ({
        packQty: sql<number>`${ref('moveDay.packQty')} + ${ref('excluded.packQty')}`,
        shipQty: sql<number>`${ref('moveDay.shipQty')} + ${ref('excluded.shipQty')}`,
        signQty: sql<number>`${ref('moveDay.signQty')} + ${ref('excluded.signQty')}`,
      })),
    )
    .execute();
};
