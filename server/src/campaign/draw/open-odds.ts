import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { openSeed } from '../fair/epochs.ts';
import type { Weight } from '../fair/numbers.ts';

/** Periods whose odds a process keeps. */
const mostKnown = 1000;

/** The odds and the seed that draws of a period are made under. They never change, so a process reads them once. */
export const openOdds = (db: Db, masterKey: Buffer) => {
  const read = async (epochId: number): Promise<{ seed: Buffer; entries: readonly Weight[] }> => {
    const row = await db
      .selectFrom('seedEpoch')
      .innerJoin('weightVersion', (join) =>
        join
          .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
          .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
      )
      .where('seedEpoch.id', '=', epochId)
      .select([
        'seedEpoch.activityId',
        'seedEpoch.epochNo',
        'seedEpoch.seedSealed',
        sql<Weight[]>`weight_version.entries`.as('entries'),
      ])
      .executeTakeFirstOrThrow();
    return { seed: openSeed(masterKey, row), entries: row.entries };
  };
  const odds = new Map<number, ReturnType<typeof read>>();
  return (epochId: number): ReturnType<typeof read> => {
    let known = odds.get(epochId);
    if (!known) {
      if (odds.size >= mostKnown) odds.delete(odds.keys().next().value!);
      known = read(epochId);
      known.catch(() => odds.delete(epochId));
      odds.set(epochId, known);
    }
    return known;
  };
};
