import { Holder, Life, Level, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { randomUUID } from 'node:crypto';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { beginOp, closeOp, nextSeq } from '../codes/ops/begin-op.ts';
import { lockRuns } from '../codes/ops/lock-runs.ts';
import { moveCounts } from '../codes/ops/move-counts.ts';
import { voiding } from '../codes/ops/voiding.ts';
import { keepBoxes } from '../codes/state/boxes.ts';
import { parentPlaces, placeKey } from '../codes/state/parent-places.ts';
import { StopKind } from '../codes/state/code-states.ts';
import { heldItems, stockOf } from '../codes/state/custody/held-items.ts';
import { moveStock } from '../codes/state/custody/move-stock.ts';
import { readCustody } from '../codes/state/custody/read-custody.ts';
import { readBinds, readStops } from '../codes/state/pieces.ts';
import { cutOut, merged, toRun, type Run } from '../codes/state/ranges.ts';
import { withChildren } from '../codes/state/with-children.ts';
import { readSegments } from '../codes/state/read-segments.ts';
import { readUnit } from '../codes/state/read-unit.ts';
import { writeBind } from '../codes/state/write-bind.ts';
import { packInto, takeOut } from '../codes/state/custody/write-packing.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import type { Operator } from '../kit/operator.ts';
import { invalid, refuse } from '../kit/refusal.ts';
import { findPackRules } from '../parties/firm/find-pack-rules.ts';
import { refuseInTransit, type Opened } from './open-boxes.ts';
import { toShipped } from './judge-packing.ts';
import { refuseAll, requireNamed, toBad } from './named-codes.ts';

/**
 * 换码: a new code takes the place of one that lies in a box; the old one is void where that is asked for. The new code is of the
 * same level, lies nowhere, and is bound to what the old one is or, where packing activates, becomes so.
 */
export const replaceCode = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  asked: { oldCode: string; newCode: string; voidOld: boolean; reason: string; idemKey?: string },
): Promise<Opened> => {
  const old = await requireNamed(db, keyring, asked.oldCode);
  const fresh = await requireNamed(db, keyring, asked.newCode);
  const { firmId } = old;
  if (fresh.firmId !== firmId) throw refuse(codeRefusals.noSuchCode);
  if (fresh.codeId === old.codeId) throw invalid('newCode', '新码与旧码不能相同');
  const op = await beginOp(db, operator, {
    firmId,
    opType: OpType.replace,
    idemKey: asked.idemKey ?? randomUUID(),
    request: { replace: [old.codeId, fresh.codeId, asked.voidOld] },
    reason: asked.reason,
    params: { runs: [toRun(old), toRun(fresh)], runCount: 2 },
  });
  if (op.former) return op.former as Opened;
  await lockRuns(db, firmId, [toRun(old), toRun(fresh)]);
  const parents = await parentPlaces(db, firmId, [old, fresh]);
  const box = parents.get(placeKey(old));
  if (!box) throw refuseAll([toBad(old.code, codeRefusals.notInBox)]);
  await refuseInTransit(db, firmId, [toRun(old)]);
  if (fresh.level !== old.level)
    throw refuseAll([toBad(fresh.code, codeRefusals.childLevel, { level: Level.label(old.level) })]);
  const inside = parents.get(placeKey(fresh));
  if (inside) {
    const text = await keyring.readText(db, inside, inside.serial);
    throw refuseAll([toBad(fresh.code, codeRefusals.inBox, { box: text })]);
  }
  const [was, unit] = [(await readUnit(db, old.seg, old.serial))!, (await readUnit(db, fresh.seg, fresh.serial))!];
  if (unit.life === Life.void) throw refuseAll([toBad(fresh.code, codeRefusals.void)]);
  if (unit.life === Life.frozen) throw refuseAll([toBad(fresh.code, codeRefusals.frozen)]);
  const [custody] = await readCustody(db, firmId, [toRun(fresh)]);
  if (custody?.shipStatus === Shipping.shipped) throw refuseAll([toBad(fresh.code, codeRefusals.onItsWay)]);
  if (custody?.shipStatus === Shipping.signed && custody.holderKind !== Holder.firm)
    throw refuseAll([toBad(fresh.code, ...toShipped(fresh))]);
  const { activateOnPack } = await findPackRules(db, firmId);
  const binds = unit.productId === null && activateOnPack && was.productId !== null && was.lotId !== null;
  if (binds && was.isRecalled) throw refuseAll([toBad(fresh.code, traceRefusals.lotRecalled)]);
  if (unit.productId === null && !binds) throw refuseAll([toBad(fresh.code, codeRefusals.notActiveToPack)]);
  if (unit.productId !== null && unit.productId !== was.productId)
    throw refuseAll([toBad(fresh.code, codeRefusals.otherProduct)]);

  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  if (binds) {
    const { productId, lotId, channelId } = was;
    await writeBind(db, writing, [{ ...toRun(fresh), productId: productId!, lotId: lotId!, channelId }]);
    const one = (key: number) => new Map([[key, 1]]);
    await moveCounts(db, 'activeCnt', { bySeg: one(fresh.seg), byLot: one(lotId!), byProduct: one(productId!) });
  }
  await takeOut(db, writing, [old]);
  await packInto(db, writing, [{ box, children: [fresh] }]);
  if (asked.voidOld && was.life !== Life.void) {
    const runs = [toRun(old)];
    const context = { firmId, segments: await readSegments(db, runs), runs };
    const kind = voiding({ reason: asked.reason, includesChildren: false });
    const validated = await kind.validate(db, context);
    const [conflict] = validated.conflicts;
    if (conflict) throw refuseAll([toBad(old.code, conflict.why)]);
    await kind.apply(db, context, writing, runs, validated);
  }
  await countArrival(db, firmId, toRun(fresh));
  const isMixed = unit.productId !== null && unit.lotId !== was.lotId ? true : undefined;
  await keepBoxes(db, writing, [{ seg: box.seg, serial: box.serial, isMixed }]);
  await emit(db, 'codes.changed', { firmId, runs: merged([toRun(old), toRun(fresh), toRun(box)]) });
  const done = { opId: op.id, ok: 1 };
  await closeOp(db, op.id, { total: 1, ok: 1, result: done });
  return done;
};

/** What takes the place of goods that somebody has, he has from now on. */
const countArrival = async (db: Db, firmId: number, fresh: Run): Promise<void> => {
  const runs = await withChildren(db, firmId, [fresh]);
  const stops = (await readStops(db, firmId, runs)).filter(({ voidKind }) => voidKind === StopKind.void);
  const binds = cutOut(await readBinds(db, firmId, runs), stops);
  await moveStock(db, firmId, stockOf(await heldItems(db, firmId, runs), binds, 1));
};
