import { StopKind } from '../state/code-states.ts';
import { SegmentState, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { isRecalled } from '../../trace/lot/find-or-create-lot.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { inState, sortOut } from './describe-conflicts.ts';
import { moveCounts, tally } from './move-counts.ts';
import type { OpKind } from './op-kind.ts';
import { runOp, type OpDone, type OpInput } from './run-op.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { readBinds, readStops } from '../state/pieces.ts';
import { merged, without } from '../state/ranges.ts';
import { writeBind } from '../state/write-bind.ts';

/** The product and lot that codes are bound to, already checked to be the operator's and usable. */
export interface BindTarget {
  firmId: number;
  productId: number;
  lotId: number;
  boxNum: number;
  caseNum: number;
  channelId?: number | null;
}

/** 启用: binds codes that are bound to nothing. Box codes need a product with a pack ratio. */
export const activation = (target: Partial<BindTarget>): OpKind => ({
  opType: OpType.activate,
  params: { productId: target.productId, lotId: target.lotId, channelId: target.channelId ?? undefined },
  firmId: target.firmId,

  refuses({ segments }) {
    const levels = new Set([...segments.values()].map(({ level }) => level));
    const lacks = (level: number, ratio: number | undefined) => levels.has(level) && ratio === 0;
    return lacks(1, target.boxNum) || lacks(2, target.caseNum) ? codeRefusals.noRatio : undefined;
  },

  async validate(db, { firmId, segments, runs }) {
    const stops = await readStops(db, firmId, runs);
    const binds = await readBinds(db, firmId, runs);
    const isSame = (bind: { productId: number; lotId: number }) =>
      bind.productId === target.productId && bind.lotId === target.lotId;
    const isShut = target.lotId !== undefined && (await isRecalled(db, target.lotId));
    const conflicts = sortOut(runs, [
      [
        codeRefusals.void,
        [...inState(segments, runs, SegmentState.void), ...stops.filter((stop) => stop.voidKind === StopKind.void)],
      ],
      [
        codeRefusals.frozen,
        [...inState(segments, runs, SegmentState.frozen), ...stops.filter((stop) => stop.voidKind === StopKind.frozen)],
      ],
      [codeRefusals.boundElsewhere, binds.filter((bind) => !isSame(bind))],
      [traceRefusals.lotRecalled, isShut ? without(runs, binds) : []],
    ]);
    return { conflicts, same: merged(binds.filter(isSame)) };
  },

  async apply(db, { firmId }, writing, free) {
    const { productId = 0, lotId = 0, channelId = null } = target;
    await writeBind(
      db,
      writing,
      free.map((run) => ({ ...run, productId, lotId, channelId })),
    );
    await moveCounts(db, 'activeCnt', {
      bySeg: tally(free, (run) => run.seg),
      byLot: tally(free, () => lotId),
      byProduct: tally(free, () => productId),
    });
    const binds = free.map((run) => ({ ...run, productId, lotId }));
    await moveStock(db, firmId, stockOf(await heldItems(db, firmId, free), binds, 1));
  },
});

/** Activates codes: binds every run to product and lot. */
export const activateCodes = (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { target, ...input }: OpInput & { target: BindTarget },
): Promise<OpDone> => runOp(db, keyring, operator, activation(target), input);
