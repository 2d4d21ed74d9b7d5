import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import type { Run } from './ranges.ts';

/** What operations need to know of a segment. */
export interface SegmentFacts {
  seg: number;
  firmId: number;
  level: number;
  count: number;
  keyV: string | null;
  state: number;
  createdAt: string;
}

/** The segments of some runs, each checked to be the operator's, and the runs to lie inside them. All belong to one firm. */
export const readSegments = async (db: Db, runs: readonly Run[]): Promise<Map<number, SegmentFacts>> => {
  const segs = [...new Set(runs.map((run) => run.seg))];
  const rows =
    segs.length === 0
      ? []
      : await db
          .selectFrom('segment')
          .where('seg', 'in', segs)
          .select(['seg', 'firmId', 'level', 'count', 'keyV', 'state', 'createdAt'])
          .execute();
  const bySeg = new Map(rows.map((row) => [row.seg, row]));
  for (const run of runs) {
    const segment = bySeg.get(run.seg);
    if (!segment) throw refuse(codeRefusals.noSuchCode);
    if (run.to > segment.count) throw refuse(codeRefusals.outsideSegment, { n: segment.count });
  }
  if (new Set(rows.map((row) => row.firmId)).size > 1) throw refuse(codeRefusals.noSuchCode);
  return bySeg;
};
