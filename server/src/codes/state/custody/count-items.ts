import { Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { compileOnce, unseen } from '../../../kit/db/compile-once.ts';
import type { Db } from '../../../kit/db/database.ts';
import { StopKind } from '../code-states.ts';
import { readBinds, readStops } from '../pieces.ts';
import { countCodes, crossed, cutOut, merged, type Run } from '../ranges.ts';
import { recalledRuns } from '../recalled-runs.ts';
import { findContents } from '../with-children.ts';

/** What a group of goods consists of, without what is void. */
export interface Counted {
  /** Items by what they themselves are bound to. */
  parts: { productId: number; lotId: number; items: number }[];
  items: number;
  /** Codes of any level, in boxes too, that are frozen or of a recalled lot. */
  stopped: Run[];
  /** Items that are bound to nothing: they are in no part. */
  inactive: Run[];
}

type Tagged = Run & { group: number };

const byGroup = (pieces: readonly Tagged[], groups: number): Run[][] => {
  const runs: Run[][] = Array.from({ length: groups }, () => []);
  for (const { group, seg, from, to } of pieces) runs[group]!.push({ seg, from, to });
  return runs.map(merged);
};

const findSegments = compileOnce<{ segs: number[] }, { seg: number; level: number; state: number }>((db, { segs }) =>
  db
    .selectFrom('segment')
    .where('seg', '=', sql<number>`any(${unseen(segs, 'int')})`)
    .select(['seg', 'level', 'state'])
    .compile(),
);

/**
 * Counts the items of some groups of runs and of everything in their boxes, by what they are bound to; void ones are left out.
 * Groups are apart. All groups are read together: as many statements for one as for ten thousand.
 */
export const countItems = async (db: Db, firmId: number, groups: readonly (readonly Run[])[]): Promise<Counted[]> => {
  const roots = groups.flatMap((runs, group) => merged(runs).map((run): Tagged => ({ ...run, group })));
  if (roots.length === 0) return groups.map(() => ({ parts: [], items: 0, stopped: [], inactive: [] }));
  const all = await findContents(db, firmId, roots);
  const runs = merged(all);
  const segments = await findSegments.run(db, { segs: [...new Set(runs.map(({ seg }) => seg))] });
  const whole = (state: number) => {
    const segs = new Set(segments.filter((segment) => segment.state === state).map(({ seg }) => seg));
    return runs.filter(({ seg }) => segs.has(seg));
  };
  const isItem = new Set(segments.filter(({ level }) => level === Level.item).map(({ seg }) => seg));
  const stops = await readStops(db, firmId, runs);
  const gone = merged([...whole(SegmentState.void), ...stops.filter(({ voidKind }) => voidKind === StopKind.void)]);
  const alive = cutOut(all, gone);
  const items = alive.filter(({ seg }) => isItem.has(seg));
  const binds = await readBinds(db, firmId, merged(items));
  const stopped = merged([
    ...whole(SegmentState.frozen),
    ...stops.filter(({ voidKind }) => voidKind === StopKind.frozen),
    ...(await recalledRuns(db, firmId, runs)),
  ]);
  const stoppedOf = byGroup(crossed(alive, stopped), groups.length);
  const itemsOf = byGroup(items, groups.length);
  const inactiveOf = byGroup(cutOut(items, binds), groups.length);
  const parts = groups.map(() => new Map<string, Counted['parts'][number]>());
  for (const { group, productId, lotId, from, to } of crossed(items, binds)) {
    const key = `${productId} ${lotId}`;
    const part = parts[group]!.get(key) ?? { productId, lotId, items: 0 };
    part.items += to - from + 1;
    parts[group]!.set(key, part);
  }
  return groups.map((_runs, group) => ({
    parts: [...parts[group]!.values()].sort((a, b) => a.productId - b.productId || a.lotId - b.lotId),
    items: countCodes(itemsOf[group]!),
    stopped: stoppedOf[group]!,
    inactive: inactiveOf[group]!,
  }));
};
