import { SegmentState, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { StopKind } from '../state/code-states.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { isRecalled } from '../../trace/lot/find-or-create-lot.ts';
import { apartFromBox } from '../state/with-children.ts';
import { addUp, moveCounts, tally } from './move-counts.ts';
import { inState, sortOut } from './describe-conflicts.ts';
import type { OpKind } from './op-kind.ts';
import { readBinds, readStops, type BindPiece } from '../state/pieces.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { readCustody } from '../state/custody/read-custody.ts';
import { recalledRuns } from '../state/recalled-runs.ts';
import { clipped, merged, without } from '../state/ranges.ts';
import { writeBind, type BindPut } from '../state/write-bind.ts';

/** What codes are bound to from now on; what is absent stays. A lot without its product must be one of the codes' own product. */
export interface Rebinding {
  firmId?: number;
  newProductId?: number;
  newLotId?: number;
  newChannelId?: number;
  /** Also codes that were shipped. */
  force?: boolean;
}

const validateBound = (change: Rebinding, { guardsPlace }: { guardsPlace: boolean }): OpKind['validate'] => {
  const isSame = (bind: BindPiece) =>
    (change.newProductId ?? bind.productId) === bind.productId &&
    (change.newLotId ?? bind.lotId) === bind.lotId &&
    (change.newChannelId ?? bind.channelId) === bind.channelId;
  return async (db, { firmId, segments, runs }) => {
    const stops = await readStops(db, firmId, runs);
    const binds = await readBinds(db, firmId, runs);
    const custody = guardsPlace && !change.force ? await readCustody(db, firmId, runs) : [];
    const ofOther =
      change.newLotId !== undefined && change.newProductId === undefined
        ? await otherProducts(db, binds, change.newLotId)
        : [];
    const isShut = change.newLotId !== undefined && (await isRecalled(db, change.newLotId));
    const apart =
      guardsPlace && change.newProductId !== undefined
        ? await apartFromBox(db, firmId, runs, (boxes) => readBinds(db, firmId, boxes), change.newProductId)
        : [];
    const conflicts = sortOut(runs, [
      [
        codeRefusals.void,
        [...inState(segments, runs, SegmentState.void), ...stops.filter((stop) => stop.voidKind === StopKind.void)],
      ],
      [
        codeRefusals.frozen,
        [
          ...inState(segments, runs, SegmentState.frozen),
          ...stops.filter((stop) => stop.voidKind === StopKind.frozen),
          ...(await recalledRuns(db, firmId, runs)),
        ],
      ],
      [codeRefusals.notActive, without(runs, binds)],
      [
        codeRefusals.shipped,
        custody.filter(({ shipStatus }) => shipStatus === Shipping.shipped || shipStatus === Shipping.signed),
      ],
      [traceRefusals.otherProductsLot, ofOther],
      [traceRefusals.lotRecalled, isShut ? binds.filter((bind) => !isSame(bind)) : []],
      [codeRefusals.packed, apart],
    ]);
    return { conflicts, same: merged(without(binds.filter(isSame), conflicts)), binds };
  };
};

const otherProducts = async (db: Db, binds: readonly BindPiece[], lotId: number): Promise<BindPiece[]> => {
  const lot = await db.selectFrom('lot').where('id', '=', lotId).select('productId').executeTakeFirst();
  return binds.filter((bind) => bind.productId !== lot?.productId);
};

const sameBind = (a: BindPut, b: BindPut) =>
  a.productId === b.productId && a.lotId === b.lotId && a.channelId === b.channelId && a.at === b.at;

const applyChange =
  (change: Rebinding): OpKind['apply'] =>
  async (db, { firmId }, writing, free, validated) => {
    const former = clipped(validated.binds ?? [], free);
    const puts: (BindPut & { before: object[] })[] = [];
    for (const { seg, from, to, productId, lotId, channelId, at, seq } of former) {
      const before = { from, to, productId, lotId, channelId, at, seq };
      const put = {
        seg,
        from,
        to,
        productId: change.newProductId ?? productId,
        lotId: change.newLotId ?? lotId,
        channelId: change.newChannelId ?? channelId,
        at,
        before: [before],
      };
      const last = puts.at(-1);
      if (last && last.seg === seg && last.to + 1 === from && sameBind(last, put)) {
        last.to = to;
        last.before.push(before);
      } else puts.push(put);
    }
    await writeBind(db, writing, puts);
    await moveCounts(db, 'activeCnt', {
      byLot: addUp(
        tally(former, (bind) => bind.lotId, -1),
        tally(puts, (put) => put.lotId),
      ),
      byProduct: addUp(
        tally(former, (bind) => bind.productId, -1),
        tally(puts, (put) => put.productId),
      ),
    });
    if (change.newProductId === undefined && change.newLotId === undefined) return;
    const held = await heldItems(db, firmId, free);
    await moveStock(db, firmId, [...stockOf(held, former, -1), ...stockOf(held, puts, 1)]);
  };

/** 改绑: binds active codes to another product, lot or channel; since when they are active stays. */
export const rebinding = (change: Rebinding): OpKind => ({
  opType: OpType.rebind,
  params: {
    newProductId: change.newProductId,
    newLotId: change.newLotId,
    newChannelId: change.newChannelId,
    force: change.force,
  },
  firmId: change.firmId,
  validate: validateBound(change, { guardsPlace: true }),
  apply: applyChange(change),
});

/** 渠道变更: moves active codes to another channel, wherever they are. */
export const rechanneling = (channelId: number, firmId?: number): OpKind => ({
  opType: OpType.changeChannel,
  params: { channelId },
  firmId,
  validate: validateBound({ newChannelId: channelId }, { guardsPlace: false }),
  apply: applyChange({ newChannelId: channelId }),
});
