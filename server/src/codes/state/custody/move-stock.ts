import { sql } from 'kysely';
import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../../kit/db/database.ts';

/** What comes to a holder of one product and lot, in items; what leaves is below zero. */
export interface StockMove {
  holderKind: Holder;
  holderId: number;
  productId: number;
  lotId: number;
  transit?: number;
  hand?: number;
  in?: number;
  out?: number;
  /** First queries of shoppers. */
  scan?: number;
  /** When something was received, if something was. */
  receivedAt?: string;
}

const keyOf = ({ holderKind, holderId, productId, lotId }: StockMove) =>
  [holderKind, holderId, productId, lotId] as const;

/** The moves of each holder, product and lot in one, in the order of their keys; without those that come to nothing. */
const summed = (moves: readonly StockMove[]) => {
  const sums = new Map<string, Required<Omit<StockMove, 'receivedAt'>> & { receivedAt: string | null }>();
  for (const move of moves) {
    const key = keyOf(move).join(' ');
    const sum = sums.get(key) ?? { ...move, transit: 0, hand: 0, in: 0, out: 0, scan: 0, receivedAt: null };
    sum.transit += move.transit ?? 0;
    sum.hand += move.hand ?? 0;
    sum.in += move.in ?? 0;
    sum.out += move.out ?? 0;
    sum.scan += move.scan ?? 0;
    if (move.receivedAt && (sum.receivedAt ?? '') < move.receivedAt) sum.receivedAt = move.receivedAt;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .filter((sum) => sum.transit !== 0 || sum.hand !== 0 || sum.in !== 0 || sum.out !== 0 || sum.scan !== 0)
    .sort(
      (a, b) =>
        a.holderKind - b.holderKind || a.holderId - b.holderId || a.productId - b.productId || a.lotId - b.lotId,
    );
};

/**
 * Moves what holders are being sent, have, received and sent on. A counter like others: the last step of an operation, rows in the
 * same order everywhere. Throws where a holder would have less than nothing.
 */
export const moveStock = async (db: Db, firmId: number, moves: readonly StockMove[]): Promise<void> => {
  const sums = summed(moves);
  if (sums.length === 0) return;
  const rows = sql`
    select * from unnest(${sums.map((sum) => sum.holderKind)}::smallint[], ${sums.map((sum) => sum.holderId)}::int8[], ${sums.map((sum) => sum.productId)}::int8[],
      ${sums.map((sum) => sum.lotId)}::int8[], ${sums.map((sum) => sum.transit)}::int8[], ${sums.map((sum) => sum.hand)}::int8[], ${sums.map((sum) => sum.in)}::int8[],
      ${sums.map((sum) => sum.out)}::int8[], ${sums.map((sum) => sum.scan)}::int8[], ${sums.map((sum) => sum.receivedAt)}::timestamptz[]) as m(holder_kind, holder_id, product_id, lot_id, transit, hand, came, went, scans, received_at)`;
  await sql`
    insert into stock (firm_id, holder_kind, holder_id, product_id, lot_id)
    select ${firmId}::int8, holder_kind, holder_id, product_id, lot_id from (${rows}) m
    order by holder_kind, holder_id, product_id, lot_id
    on conflict on constraint stock_holder_uq do nothing`.execute(db);
  await sql`
    with m as (${rows}), taken as (
      select s.id, m.transit, m.hand, m.came, m.went, m.scans, m.received_at
      from m join stock s on s.firm_id = ${firmId} and s.holder_kind = m.holder_kind and s.holder_id = m.holder_id and s.product_id = m.product_id and s.lot_id = m.lot_id
      order by m.holder_kind, m.holder_id, m.product_id, m.lot_id
      for no key update of s)
    update stock s set transit_qty = s.transit_qty + t.transit, hand_qty = s.hand_qty + t.hand, in_qty = s.in_qty + t.came, out_qty = s.out_qty + t.went, scan_qty = s.scan_qty + t.scans,
      -- What came otherwise than by a receipt, as codes that were bound anew, lies since then.
      last_in_at = coalesce(greatest(s.last_in_at, t.received_at), case when t.hand > 0 or t.came > 0 or t.went > 0 then now() end), updated_at = now()
    from taken t where s.firm_id = ${firmId} and s.id = t.id`.execute(db);
};
