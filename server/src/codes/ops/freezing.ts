import { OpType, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { StopKind } from '../state/code-states.ts';
import { readStops } from '../state/pieces.ts';
import { merged, without } from '../state/ranges.ts';
import { recalledRuns } from '../state/recalled-runs.ts';
import { writeStop } from '../state/write-stop.ts';
import { inState, sortOut } from './describe-conflicts.ts';
import type { OpKind } from './op-kind.ts';
import { voidRuns } from './voiding.ts';

/** 冻结: stops codes until the freeze is lifted. */
export const freezing = (reason: string): OpKind => ({
  opType: OpType.freeze,
  params: { reason },

  async validate(db, context) {
    const { firmId, segments, runs } = context;
    const stops = await readStops(db, firmId, runs);
    const frozen = [
      ...inState(segments, runs, SegmentState.frozen),
      ...stops.filter((stop) => stop.voidKind === StopKind.frozen),
      ...(await recalledRuns(db, firmId, runs)),
    ];
    const conflicts = sortOut(runs, [
      [codeRefusals.void, voidRuns(context, stops)],
      [codeRefusals.frozen, frozen],
    ]);
    return { conflicts, same: [] };
  },

  apply: (db, _context, writing, free) => writeStop(db, writing, free, { kind: StopKind.frozen, reason, former: [] }),
});

/** 解冻: codes that were frozen by themselves read again as before. */
export const unfreezing = (reason: string): OpKind => ({
  opType: OpType.unfreeze,
  params: { reason },

  async validate(db, context) {
    const { firmId, segments, runs } = context;
    const stops = await readStops(db, firmId, runs);
    const thawed = without(
      runs,
      stops.filter((stop) => stop.voidKind === StopKind.frozen),
    );
    const conflicts = sortOut(runs, [
      [codeRefusals.void, voidRuns(context, stops)],
      [codeRefusals.segmentFrozen, thawed.filter((run) => segments.get(run.seg)?.state === SegmentState.frozen)],
      [codeRefusals.notFrozen, thawed],
    ]);
    return { conflicts, same: [] };
  },

  async apply(db, { firmId }, writing, free) {
    const former = await readStops(db, firmId, merged(free));
    await writeStop(db, writing, free, { kind: StopKind.lifted, reason, former });
  },
});
