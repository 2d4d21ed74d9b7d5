import type { ChainHead } from '@zhuiyuan/contract/campaign/fair/fair';
import type { Db } from '../../kit/db/database.ts';

/** Periods of seeds, each with the version of the odds that it was drawn under. */
export const epochOf = (db: Db) =>
  db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
        .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
    );

/** A head as everybody reads it. */
export const toHead = ({ at, drawCnt, head }: { at: string; drawCnt: number; head: string }): ChainHead => ({
  at,
  count: drawCnt,
  head,
});
