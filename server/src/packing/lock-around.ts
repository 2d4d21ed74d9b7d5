import type { Db } from '../kit/db/database.ts';
import { parentPlaces, placeKey, type Place } from '../codes/state/parent-places.ts';
import type { Run } from '../codes/state/ranges.ts';
import { findChildren } from '../codes/state/with-children.ts';
import { lockSegments } from '../codes/ops/begin-op.ts';

/** There are three levels. */
const mostClimbs = 2;

/** The boxes that some codes lie in, at every level. */
const boxesOf = async (db: Db, firmId: number, codes: readonly Place[]): Promise<Place[]> => {
  const boxes = new Map<string, Place>();
  let inner: readonly Place[] = codes;
  for (let climb = 0; climb < mostClimbs && inner.length > 0; climb += 1) {
    const parents = [...(await parentPlaces(db, firmId, inner)).values()];
    for (const parent of parents) boxes.set(placeKey(parent), parent);
    inner = parents;
  }
  return [...boxes.values()];
};

/** Said as the database says that a transaction lost against another one: it begins again. */
const beginAgain = (): Error => Object.assign(new Error('a code was packed elsewhere meanwhile'), { code: '40P01' });

/**
 * Locks the segments of some codes and of all boxes around them, in ascending order. Where a code came into another box while it
 * was waited for, the transaction begins again.
 */
export const lockAround = async (db: Db, firmId: number, codes: readonly Place[]): Promise<void> => {
  const segs = new Set([...codes, ...(await boxesOf(db, firmId, codes))].map(({ seg }) => seg));
  await lockSegments(db, [...segs]);
  if ((await boxesOf(db, firmId, codes)).some(({ seg }) => !segs.has(seg))) throw beginAgain();
};

/** {@link lockAround} of a box with what lies directly in it, which it answers. */
export const lockWithContents = async (db: Db, firmId: number, box: Place): Promise<Run[]> => {
  const run = { seg: box.seg, from: box.serial, to: box.serial };
  const before = await findChildren(db, firmId, [run]);
  await lockAround(db, firmId, [box, ...before.map(({ seg, from }) => ({ seg, serial: from }))]);
  const contents = await findChildren(db, firmId, [run]);
  const locked = new Set(before.map(({ seg }) => seg));
  if (contents.some(({ seg }) => !locked.has(seg))) throw beginAgain();
  return contents;
};
