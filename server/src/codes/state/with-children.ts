import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { SpanKind, PackState } from './code-states.ts';
import { sql } from 'kysely';
import { addAll } from '../../kit/add-all.ts';
import { compileOnce, unseen } from '../../kit/db/compile-once.ts';
import { prepared, type Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { placeKey, type Place } from './parent-places.ts';
import { asRows, mostPieces, unseenRows } from './pieces.ts';
import { countCodes, cutOut, merged, toRun, without, type Run } from './ranges.ts';

const withinReach = <T>(pieces: T[]): T[] => {
  if (pieces.length > mostPieces) throw refuse(codeRefusals.scattered);
  return pieces;
};

/** One firm, or those whose rows a list shows. */
type Firm = number | readonly number[];

interface Family<R extends Run = Run> extends Run {
  of: R;
  childSeg: number;
  ratio: number;
}

/** A segment whose codes were joined to the boxes of another before printing, so many to each. */
export interface PrintedSet {
  seg: number;
  parentSeg: number;
  parentRatio: number;
}

const findPrinted = compileOnce<{ segs: number[] }, PrintedSet>((db, { segs }) =>
  db
    .selectFrom('segment')
    .where('parentSeg', '=', sql<number>`any(${unseen(segs, 'int')})`)
    .select(['seg', 'parentSeg', 'parentRatio'])
    .$castTo<PrintedSet>()
    .compile(),
);

/** Segments whose codes were joined to boxes before printing, for the boxes of some runs. */
const findFamilies = async <R extends Run>(db: Db, runs: readonly R[]): Promise<Family<R>[]> => {
  if (runs.length === 0) return [];
  const children = await findPrinted.run(db, { segs: [...new Set(runs.map((run) => run.seg))] });
  return runs.flatMap((run) =>
    children
      .filter((child) => child.parentSeg === run.seg)
      .map((child) => ({ ...run, of: run, childSeg: child.seg, ratio: child.parentRatio })),
  );
};

// `offset 0` below: each run looks into the index by itself; joined as a whole, thousands of runs of one segment would cost their square.

/** Codes of some runs that are packed by themselves, in whatever box, or were taken out of the box they were printed for. */
const movedIn = async (db: Db, firmId: Firm, runs: readonly Run[]): Promise<Run[]> => {
  if (runs.length === 0) return [];
  const { rows } = await sql<Run>`${sql.raw(prepared)}
    select u.seg, u.serial as "from", u.serial as "to"
    from ${unseenRows(runs)} cross join lateral (select seg, serial from code_unit
      where seg = r.seg and firm_id = any(${unseen([firmId].flat(), 'int8')}) and serial between r.a and r.b and pack_state <> ${sql.lit(PackState.unsaid)} offset 0) u
    limit ${sql.lit(mostPieces + 1)}`.execute(db);
  return withinReach(rows);
};

interface PackedRun extends Run {
  boxSeg: number;
  box: number;
}

/** Codes packed into boxes of the runs one by one or by range, less what left its range since. */
const packedInto = async (db: Db, firmId: Firm, runs: readonly Run[]): Promise<PackedRun[]> => {
  if (runs.length === 0) return [];
  const { rows } = await sql<PackedRun & { isSpan: boolean }>`${sql.raw(prepared)}
    select u.seg, u.serial as "from", u.serial as "to", u.parent_seg as box_seg, u.parent_serial as box, false as is_span
    from ${unseenRows(runs)} cross join lateral (select seg, serial, parent_seg, parent_serial from code_unit
      where parent_seg = r.seg and firm_id = any(${unseen([firmId].flat(), 'int8')}) and pack_state = ${sql.lit(PackState.packed)} and parent_serial between r.a and r.b offset 0) u
    union all
    select s.seg, lower(s.span), upper(s.span) - 1, (s.payload ->> 'parentSeg')::int, (s.payload ->> 'parentSerial')::bigint, true
    from ${unseenRows(runs)} cross join lateral (select seg, span, payload from code_span
      where (payload ->> 'parentSeg')::int = r.seg and firm_id = any(${unseen([firmId].flat(), 'int8')}) and kind = ${sql.lit(SpanKind.pack)}
        and (payload ->> 'parentSerial')::bigint between r.a and r.b offset 0) s
    limit ${sql.lit(mostPieces + 1)}`.execute(db);
  const packed = withinReach(rows).map(({ isSpan: _is, ...run }) => run);
  const spans = packed.filter((_run, at) => rows[at]!.isSpan);
  return [...packed.filter((_run, at) => !rows[at]!.isSpan), ...cutOut(spans, await movedIn(db, firmId, spans))];
};

/** What lies directly in the boxes of some runs, each with whatever else the run of its box says. Runs are apart. */
const findTagged = async <R extends Run>(db: Db, firmId: number, runs: readonly R[]): Promise<R[]> => {
  const byRule = (await findFamilies(db, runs)).map(({ of, childSeg, ratio, from, to }) => ({
    ...of,
    seg: childSeg,
    from: (from - 1) * ratio + 1,
    to: to * ratio,
  }));
  const boxes = runs.toSorted((a, b) => a.seg - b.seg || a.from - b.from);
  const packed = (await packedInto(db, firmId, runs)).map(({ boxSeg, box, ...run }) => {
    let [low, high] = [0, boxes.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { seg, to } = boxes[middle]!;
      if (seg < boxSeg || (seg === boxSeg && to < box)) low = middle + 1;
      else high = middle;
    }
    return { ...boxes[low]!, ...run };
  });
  return [...cutOut(byRule, await movedIn(db, firmId, byRule)), ...packed];
};

/** What lies directly in the boxes of some runs: by the rule of their set, less what left it, and what was packed into them. */
export const findChildren = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> =>
  merged(await findTagged(db, firmId, merged(runs)));

const byBox = (found: readonly { box: Place; run: Run }[]): Map<string, Run[]> => {
  const runs = new Map<string, Run[]>();
  for (const { box, run } of found) {
    const key = placeKey(box);
    const own = runs.get(key);
    if (own) own.push(run);
    else runs.set(key, [run]);
  }
  return runs;
};

/** {@link findChildren} of each of some boxes, in their order, read together. */
export const findChildrenOfEach = async (db: Db, firmId: Firm, boxes: readonly Place[]): Promise<Run[][]> => {
  const runs = boxes.map(toRun);
  const byRule = (await findFamilies(db, runs)).map(({ seg, from, childSeg, ratio }) => ({
    box: { seg, serial: from },
    run: { seg: childSeg, from: (from - 1) * ratio + 1, to: from * ratio },
  }));
  const moved = await movedIn(
    db,
    firmId,
    byRule.map(({ run }) => run),
  );
  const ruled = byBox(byRule);
  const packed = byBox(
    (await packedInto(db, firmId, runs)).map((run) => ({ box: { seg: run.boxSeg, serial: run.box }, run })),
  );
  return boxes.map((box) => {
    const key = placeKey(box);
    return merged([...without(ruled.get(key) ?? [], moved), ...(packed.get(key) ?? [])]);
  });
};

/** The runs and everything that lies in their boxes, two levels deep, each with whatever else its run says. Runs are apart. */
export const findContents = async <R extends Run>(db: Db, firmId: number, runs: readonly R[]): Promise<R[]> => {
  const all = [...runs];
  let parents: readonly R[] = runs;
  for (let depth = 0; depth < 2 && parents.length > 0; depth += 1) {
    parents = await findTagged(db, firmId, parents);
    addAll(all, parents);
    if (all.length > mostPieces + runs.length) throw refuse(codeRefusals.scattered);
  }
  return all;
};

/** The runs and everything that lies in their boxes; 61029 where that is packed in too many pieces. */
export const withChildren = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> =>
  merged(await findContents(db, firmId, merged(runs)));

/** Which boxes of the runs hold something. */
export const filledBoxes = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  const filled: Run[] = (await packedInto(db, firmId, runs)).map(({ boxSeg, box }) => ({
    seg: boxSeg,
    from: box,
    to: box,
  }));
  for (const { childSeg, ratio, ...boxes } of await findFamilies(db, runs)) {
    const gone = await movedIn(db, firmId, [
      { seg: childSeg, from: (boxes.from - 1) * ratio + 1, to: boxes.to * ratio },
    ]);
    const left = new Map<number, number>();
    for (const run of gone) {
      const box = Math.floor((run.from - 1) / ratio) + 1;
      left.set(box, (left.get(box) ?? 0) + countCodes([run]));
    }
    const emptied = [...left]
      .filter(([, count]) => count === ratio)
      .map(([box]) => ({ seg: boxes.seg, from: box, to: box }));
    addAll(filled, cutOut([boxes], emptied));
  }
  return merged(filled);
};

/**
 * Codes of the runs that lie in a box which is neither among the runs nor bound to this product: they cannot be bound to
 * another product alone.
 */
export const apartFromBox = async (
  db: Db,
  firmId: number,
  runs: readonly Run[],
  readBinds: (boxes: readonly Run[]) => Promise<(Run & { productId: number })[]>,
  productId: number,
): Promise<Run[]> => {
  const segs = [...new Set(runs.map((run) => run.seg))];
  if (segs.length === 0) return [];
  const ruled = await db
    .selectFrom('segment')
    .where('seg', 'in', segs)
    .where('parentSeg', 'is not', null)
    .select(['seg', 'parentSeg', 'parentRatio'])
    .execute();
  const apart: Run[] = [];
  for (const { seg, parentSeg, parentRatio } of ruled) {
    const ratio = parentRatio!;
    const own = runs.filter((run) => run.seg === seg);
    const boxes = merged(
      own.map(({ from, to }) => ({
        seg: parentSeg!,
        from: Math.floor((from - 1) / ratio) + 1,
        to: Math.floor((to - 1) / ratio) + 1,
      })),
    );
    const others = (await readBinds(without(boxes, runs))).filter((bind) => bind.productId !== productId);
    const inside = others.map(({ from, to }) => ({ seg, from: (from - 1) * ratio + 1, to: to * ratio }));
    const held = without(inside, await movedIn(db, firmId, inside));
    addAll(apart, without(own, without(own, held)));
  }
  const { rows: packed } = await sql<Run & { boxSeg: number; box: number }>`
    select u.seg, u.serial as "from", u.serial as "to", u.parent_seg as box_seg, u.parent_serial as box
    from (${asRows(runs)}) r join code_unit u on u.firm_id = ${firmId} and u.seg = r.seg and u.serial between r.a and r.b and u.pack_state = ${sql.lit(PackState.packed)}
    union all
    select s.seg, greatest(lower(s.span), r.a), least(upper(s.span) - 1, r.b), (s.payload ->> 'parentSeg')::int, (s.payload ->> 'parentSerial')::bigint
    from (${asRows(runs)}) r join code_span s on s.firm_id = ${firmId} and s.kind = ${sql.lit(SpanKind.pack)} and s.seg = r.seg and s.span && int8range(r.a, r.b, '[]')`.execute(
    db,
  );
  const boxes = without(
    packed.map(({ boxSeg, box }) => ({ seg: boxSeg, from: box, to: box })),
    runs,
  );
  const others = (await readBinds(boxes)).filter((bind) => bind.productId !== productId);
  const isOther = ({ boxSeg, box }: { boxSeg: number; box: number }) =>
    others.some((bind) => bind.seg === boxSeg && bind.from <= box && box <= bind.to);
  return merged([...apart, ...packed.filter(isOther)]);
};
