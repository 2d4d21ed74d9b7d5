import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { SegmentState, Shipping, Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { StopKind } from '../state/code-states.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { filledBoxes } from '../state/with-children.ts';
import { moveCounts, tally } from './move-counts.ts';
import { inState, sortOut } from './describe-conflicts.ts';
import type { Db } from '../../kit/db/database.ts';
import type { OpKind } from './op-kind.ts';
import { readBinds, readStops, type StopPiece } from '../state/pieces.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { readCustody } from '../state/custody/read-custody.ts';
import { writeStop } from '../state/write-stop.ts';
import { merged, type Run } from '../state/ranges.ts';

/** What of the runs is void already. */
export const voidRuns = ({ segments, runs }: Parameters<OpKind['validate']>[1], stops: readonly StopPiece[]): Run[] => [
  ...inState(segments, runs, SegmentState.void),
  ...stops.filter((stop) => stop.voidKind === StopKind.void),
];

/** What stands against voiding any code, by one or by task: each refusal with the runs it holds for. */
export const findUnvoidable = async (
  db: Db,
  firmId: number,
  runs: readonly Run[],
): Promise<[refusal: RefusalText, held: readonly Run[]][]> => {
  const custody = await readCustody(db, firmId, runs);
  return [[codeRefusals.inTransit, custody.filter(({ shipStatus }) => shipStatus === Shipping.shipped)]];
};

/** 作废: for ever. Boxes must be empty, unless what is in them is voided with them. */
export const voiding = ({ reason, includesChildren }: { reason: string; includesChildren: boolean }): OpKind => ({
  opType: OpType.void,
  params: { reason, includeChild: includesChildren },

  async validate(db, context) {
    const { firmId, segments, runs } = context;
    const stops = await readStops(db, firmId, runs);
    const boxes = runs.filter((run) => (segments.get(run.seg)?.level ?? Level.item) > 0);
    const filled = includesChildren ? [] : await filledBoxes(db, firmId, boxes);
    const conflicts = sortOut(runs, [
      [codeRefusals.void, voidRuns(context, stops)],
      ...(await findUnvoidable(db, firmId, runs)),
      [codeRefusals.hasChildren, filled],
    ]);
    return { conflicts, same: [] };
  },

  async apply(db, { firmId }, writing, free) {
    const former = await readStops(db, firmId, merged(free));
    await writeStop(db, writing, free, { kind: StopKind.void, reason, former });
    const binds = await readBinds(db, firmId, free);
    await moveCounts(db, 'voidCnt', {
      bySeg: tally(free, (run) => run.seg),
      byLot: tally(binds, (bind) => bind.lotId),
    });
    await moveStock(db, firmId, stockOf(await heldItems(db, firmId, binds), binds, -1));
  },
});
