import { sql } from 'kysely';
import { compileOnce, unseen } from '../../../kit/db/compile-once.ts';
import type { Db } from '../../../kit/db/database.ts';
import { PackState, SpanKind } from '../code-states.ts';
import { overlay, readBoth, type Firms, type Piece } from '../pieces.ts';
import { without, type Run } from '../ranges.ts';
import type { PrintedSet } from '../with-children.ts';

/** Codes that lie in one box, or in boxes that follow each other by the rule of their set. */
export interface Holding extends Run {
  boxSeg: number;
  /** The box; null where each lies in the box that the rule says. */
  box: number | null;
  /** How many codes each box of the set holds. */
  ratio: number | null;
}

interface PackPiece extends Piece {
  parentSeg: number | null;
  parentSerial: number | null;
}

/** The boxes that the codes lie in. */
export const boxRun = ({ boxSeg, box, ratio, from, to }: Holding): Run =>
  box === null
    ? { seg: boxSeg, from: Math.floor((from - 1) / ratio!) + 1, to: Math.floor((to - 1) / ratio!) + 1 }
    : { seg: boxSeg, from: box, to: box };

const findSets = compileOnce<{ segs: number[] }, PrintedSet>((db, { segs }) =>
  db
    .selectFrom('segment')
    .where('seg', '=', sql<number>`any(${unseen(segs, 'int')})`)
    .where('parentSeg', 'is not', null)
    .select(['seg', 'parentSeg', 'parentRatio'])
    .$castTo<PrintedSet>()
    .compile(),
);

/**
 * What directly holds the codes of some runs: their own rows say it, else the rule of their set, else the run they were packed
 * with. Codes that nothing holds are in none of the pieces. Costs the same for ten codes as for ten million that were packed alike.
 */
export const findHolding = async (db: Db, firms: Firms, runs: readonly Run[]): Promise<Holding[]> => {
  if (runs.length === 0) return [];
  const sets = await findSets.run(db, { segs: [...new Set(runs.map((run) => run.seg))] });
  const bySeg = new Map(sets.map((set) => [set.seg, set]));
  const { spans, rows } = await readBoth<PackPiece>(db, firms, runs, {
    kind: SpanKind.pack,
    ofSpan: sql`(s.payload ->> 'parentSeg')::int as parent_seg, (s.payload ->> 'parentSerial')::int8 as parent_serial`,
    ofRow: sql`coalesce(u.pack_seq, 0), true, u.parent_seg, u.parent_serial`,
    rows: sql`u.pack_state <> ${sql.lit(PackState.unsaid)}`,
  });
  const said = overlay(
    spans.filter(({ seg }) => !bySeg.has(seg)),
    rows,
    () => true,
  );
  const ruled = without(
    runs.filter(({ seg }) => bySeg.has(seg)),
    said,
  );
  return [
    ...said.flatMap(({ seg, from, to, parentSeg, parentSerial }) =>
      parentSeg === null ? [] : [{ seg, from, to, boxSeg: parentSeg, box: parentSerial, ratio: null }],
    ),
    ...ruled.map((run) => {
      const { parentSeg, parentRatio } = bySeg.get(run.seg)!;
      return { ...run, boxSeg: parentSeg, box: null, ratio: parentRatio };
    }),
  ];
};
