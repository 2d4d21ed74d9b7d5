import type { Db } from '../../../kit/db/database.ts';
import type { Writing } from '../put-spans.ts';
import { clipped, merged, without, type Run } from '../ranges.ts';
import { readOwnCustody, type Custody } from './read-custody.ts';
import { writeCustody } from './write-custody.ts';

/**
 * Makes the custody that runs have by themselves just what some pieces say, and nothing where they say nothing: goods that go into a
 * box lose their own, goods that come out get that of the box. Goods that were never shipped cost no write.
 */
export const setCustody = async (
  db: Db,
  writing: Writing,
  runs: readonly Run[],
  pieces: readonly (Run & Custody)[],
): Promise<void> => {
  const said = clipped(pieces, runs);
  const dead = without(await readOwnCustody(db, writing.firmId, merged(runs)), said);
  await writeCustody(db, writing, [
    ...said.map(({ seg, from, to, ...custody }) => ({ seg, from, to, custody })),
    ...dead.map((run) => ({ ...run, custody: null })),
  ]);
};
