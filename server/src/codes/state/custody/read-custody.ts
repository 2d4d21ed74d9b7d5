import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { SpanKind } from '../code-states.ts';
import { overlay, readBoth, type Firms, type Piece } from '../pieces.ts';
import { merged, without, type Run } from '../ranges.ts';
import { boxRun, findHolding, type Holding } from './find-holding.ts';

/** Where goods are, who has them, and by which document they came there. */
export interface Custody {
  shipStatus: number;
  /** 0 where nobody but the firm has them. */
  holderKind: number;
  holderId: number | null;
  deliverId: number | null;
  shipAt: string | null;
  signAt: string | null;
}

/** Serials with one custody; `seq` is the place of the operation that gave it. */
export interface CustodyPiece extends Piece, Custody {}

/** There are three levels, so a code lies in two boxes at most. */
const mostClimbs = 2;

/** The custody that codes of some runs have by themselves; codes that were never shipped by themselves are in no piece. */
export const readOwnCustody = async (db: Db, firms: Firms, runs: readonly Run[]): Promise<CustodyPiece[]> => {
  const { spans, rows } = await readBoth<CustodyPiece>(db, firms, runs, {
    kind: SpanKind.ship,
    ofSpan: sql`(s.payload ->> 'shipStatus')::int as ship_status, coalesce((s.payload ->> 'holderKind')::int, ${sql.lit(Holder.firm)}) as holder_kind,
      (s.payload ->> 'holderId')::int8 as holder_id, (s.payload ->> 'deliverId')::int8 as deliver_id,
      coalesce(s.payload ->> 'shipAt', left(s.at::text, 19)) as ship_at, s.payload ->> 'signAt' as sign_at`,
    ofRow: sql`u.ship_seq, true, u.ship_status, coalesce(u.holder_kind, ${sql.lit(Holder.firm)}), u.holder_id, u.deliver_id,
      left(u.ship_at::text, 19), left(u.sign_at::text, 19)`,
    rows: sql`u.ship_seq is not null`,
  });
  return overlay(spans, rows, (row, span) => row.seq > span.seq)
    .filter(({ shipStatus }) => shipStatus !== Shipping.none)
    .map(({ isRow: _is, ...piece }: CustodyPiece & { isRow?: boolean }) => piece);
};

const inOrder = (a: Run, b: Run) => a.seg - b.seg || a.from - b.from;

/** What holds for boxes, said of the codes that lie in them. */
const broughtDown = (holdings: readonly Holding[], above: readonly CustodyPiece[]): CustodyPiece[] => {
  const pieces = above.toSorted(inOrder);
  return holdings.flatMap((holding) => {
    const boxes = boxRun(holding);
    let [low, high] = [0, pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { seg, to } = pieces[middle]!;
      if (seg < boxes.seg || (seg === boxes.seg && to < boxes.from)) low = middle + 1;
      else high = middle;
    }
    const own: CustodyPiece[] = [];
    for (let at = low; at < pieces.length; at += 1) {
      const piece = pieces[at]!;
      if (piece.seg !== boxes.seg || piece.from > boxes.to) break;
      const { seg, from, to, box, ratio } = holding;
      own.push({
        ...piece,
        seg,
        from: box === null ? Math.max(from, (piece.from - 1) * ratio! + 1) : from,
        to: box === null ? Math.min(to, piece.to * ratio!) : to,
      });
    }
    return own;
  });
};

const climb = async (db: Db, firms: Firms, runs: readonly Run[], climbs: number): Promise<CustodyPiece[]> => {
  if (runs.length === 0) return [];
  const holdings = climbs > 0 ? await findHolding(db, firms, runs) : [];
  const own = await readOwnCustody(db, firms, without(runs, holdings));
  return [...own, ...broughtDown(holdings, await climb(db, firms, merged(holdings.map(boxRun)), climbs - 1))];
};

/**
 * Who has the codes of some runs: of what lies in a box only the outermost box moves, so its custody is theirs. Codes that were
 * never shipped are in no piece. Pieces are apart and in ascending order.
 */
export const readCustody = async (db: Db, firms: Firms, runs: readonly Run[]): Promise<CustodyPiece[]> =>
  (await climb(db, firms, merged(runs), mostClimbs)).sort(inOrder);
