import { readOwnCustody } from '../codes/state/custody/read-custody.ts';
import { parentPlaces, placeKey, type Place } from '../codes/state/parent-places.ts';
import { byRun, merged, toRun } from '../codes/state/ranges.ts';
import type { Unit } from '../codes/state/read-unit.ts';
import type { Db } from '../kit/db/database.ts';
import { findHolders, type GoodsHolder } from './find-holders.ts';
import { findRegionPaths } from './find-sales-regions.ts';

interface Box extends Place {
  level: number;
  keyV: string | null;
}

/** There are three levels, so a code lies in two boxes at most. */
const mostClimbs = 2;

/** The boxes each of some codes lies in, the nearest first. */
const findBoxes = async (db: Db, firms: readonly number[], units: readonly Unit[]): Promise<Box[][]> => {
  const chains = units.map((): Box[] => []);
  for (let climb = 0; climb < mostClimbs; climb += 1) {
    const tops = units.map((unit, at): Place => chains[at]!.at(-1) ?? unit);
    const parents = await parentPlaces(
      db,
      firms,
      tops.filter((_top, at) => chains[at]!.length === climb),
    );
    for (const [at, top] of tops.entries()) {
      const parent = parents.get(placeKey(top));
      if (parent && chains[at]!.length === climb) chains[at]!.push(parent);
    }
  }
  return chains;
};

/** The custody of each of some codes that lie in no box. */
const findCustodies = async (db: Db, firms: readonly number[], roots: readonly Place[]) => {
  const runs = merged(roots.map(toRun));
  const pieces = await readOwnCustody(db, firms, runs);
  const singles = roots
    .map(({ seg, serial }, at) => ({ seg, from: serial, to: serial, at }))
    .toSorted((a, b) => a.seg - b.seg || a.from - b.from);
  const found = byRun(singles, pieces);
  return new Map(singles.map(({ at }, nth) => [at, found[nth]![0]]));
};

/** Who has each of some codes, and the names that lead to each region where he may sell it. */
export const findWhose = async (
  db: Db,
  units: readonly Unit[],
): Promise<{ boxes: Box[]; holder: GoodsHolder | undefined; regions: string[][] }[]> => {
  const firms = [...new Set(units.map(({ firmId }) => firmId))];
  const boxes = await findBoxes(db, firms, units);
  const custodies = await findCustodies(
    db,
    firms,
    units.map((unit, at) => boxes[at]!.at(-1) ?? unit),
  );
  const holders = await findHolders(
    db,
    units.map((_unit, at) => custodies.get(at)),
  );
  const sellers = units.flatMap(({ productId }, at) => {
    const agent = holders[at]?.agent;
    return agent ? [{ agent, productId, at }] : [];
  });
  const paths = await findRegionPaths(db, sellers);
  const regions = new Map(sellers.map(({ at }, nth) => [at, paths[nth]!]));
  return units.map((_unit, at) => ({ boxes: boxes[at]!, holder: holders[at], regions: regions.get(at) ?? [] }));
};

/** The provinces a code's agent may sell in. */
export const findProvinces = async (db: Db, unit: Unit): Promise<string[]> => {
  const [whose] = await findWhose(db, [unit]);
  return [...new Set(whose!.regions.map(([province]) => province ?? ''))];
};
