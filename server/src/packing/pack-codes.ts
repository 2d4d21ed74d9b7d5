import type { packingApi, PackDraft } from '@zhuiyuan/contract/packing/packing';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { beginOp, closeOp, nextSeq } from '../codes/ops/begin-op.ts';
import { lockRuns } from '../codes/ops/lock/lock-runs.ts';
import { moveCounts, tally } from '../codes/ops/move-counts.ts';
import { keepBoxes } from '../codes/state/boxes.ts';
import { heldItems, stockOf } from '../codes/state/custody/held-items.ts';
import { moveStock } from '../codes/state/custody/move-stock.ts';
import { setCustody } from '../codes/state/custody/set-custody.ts';
import { merged, type Run } from '../codes/state/ranges.ts';
import { writeBind } from '../codes/state/write-bind.ts';
import { packInto } from '../codes/state/write-packing.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { keepPackRatio } from '../trace/product/require-product.ts';
import { countPacked } from './count-packed.ts';
import { judgePacking, type Judged, type PackWork } from './judge-packing.ts';
import { findNamed, isBad, refuseAll, type BadCode, type NamedCode } from './named-codes.ts';

type Packed = DataOf<typeof packingApi.alone>;

const toRun = ({ seg, serial }: NamedCode): Run => ({ seg, from: serial, to: serial });

/**
 * Packs codes into a box, all or none: 61031 with every code that stands against it. A code that lies in the box already
 * counts as done. `asks` is the level that the station packs.
 */
export const packCodes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { idemKey, ...draft }: PackDraft,
  asks: number,
): Promise<Packed> => {
  const [parent, ...scanned] = await findNamed(db, keyring, [draft.parentCode, ...draft.children]);
  if (isBad(parent!)) {
    const fields = [{ field: 'parentCode', message: parent.errMsg }];
    throw new Refusal(parent.errCode, parent.errMsg, { fields });
  }
  const unknown = scanned.filter(isBad);
  const children = scanned.filter((one): one is NamedCode => !isBad(one));
  const { firmId } = parent!;
  const op = await beginOp(db, operator, {
    firmId,
    opType: OpType.pack,
    idemKey: idemKey ?? randomUUID(),
    request: { pack: draft },
    params: { runs: [toRun(parent!)], runCount: 1, level: asks },
  });
  if (op.former) return op.former as Packed;
  const { result, total } = await packNamed(
    db,
    keyring,
    operator,
    op.id,
    { parent: parent!, children, unknown },
    draft,
    asks,
  );
  await closeOp(db, op.id, { total, ok: total, result });
  return result;
};

/** Packs named codes under an operation that is open already; see {@link packCodes}. */
export const packNamed = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  opId: number,
  { parent, children, unknown }: { parent: NamedCode; children: readonly NamedCode[]; unknown: readonly BadCode[] },
  work: PackWork,
  asks: number,
): Promise<{ result: Packed; total: number; same: ReadonlySet<number> }> => {
  const { firmId } = parent;
  await lockRuns(db, firmId, [parent, ...children.filter((child) => child.firmId === firmId)].map(toRun));
  const judged = await judgePacking(db, keyring, parent, children, work, asks);
  const bad = [...unknown, ...judged.bad];
  if (bad.length > 0) throw refuseAll(bad);

  const writing = { firmId, opId, seq: await nextSeq(db) };
  const { free, same, box } = judged;
  if (free.length > 0) {
    await activate(db, writing, parent, judged);
    await packInto(db, writing, parent, free);
    const run = toRun(parent);
    const { custody } = judged.adopts ?? {};
    if (judged.adopts) await setCustody(db, writing, [run], custody ? [{ ...custody, ...run }] : []);
  }
  const { seg, serial } = parent;
  const changes = [{ seg, serial, capacity: box.capacity, isMixed: box.isMixed }];
  // What changed nothing packed nothing.
  const [now] = await keepBoxes(db, writing, changes, free.length > 0 ? operator.id : undefined);
  const runs = merged([parent, ...free].map(toRun));
  if (free.length > 0) await emit(db, 'codes.changed', { firmId, runs });
  if (judged.fresh) await countHeld(db, firmId, judged.fresh);
  const productId = (box.bound ?? judged.bindsTo)?.productId;
  if (productId !== undefined) await keepPackRatio(db, productId);
  await countPacked(db, firmId, free);
  const { childCnt, capacity, boxState } = now!;
  const result: Packed = { opId, childCnt, capacity, boxState, repeat: same.length };
  return { result, total: children.length, same: new Set(same.map(({ codeId }) => codeId)) };
};

/** 装箱即启用: codes that are bound to nothing, and the box with its first codes. */
const activate = async (
  db: Db,
  writing: { firmId: number; opId: number; seq: number },
  parent: NamedCode,
  { fresh, bindsTo }: Judged,
): Promise<void> => {
  const puts = [
    ...(fresh ? merged(fresh.codes.map(toRun)).map((run) => ({ ...run, ...fresh.target, channelId: null })) : []),
    ...(bindsTo ? [{ ...toRun(parent), ...bindsTo, channelId: null }] : []),
  ];
  if (puts.length === 0) return;
  await writeBind(db, writing, puts);
  await moveCounts(db, 'activeCnt', {
    bySeg: tally(puts, ({ seg }) => seg),
    byLot: tally(puts, ({ lotId }) => lotId),
    byProduct: tally(puts, ({ productId }) => productId),
  });
};

/** Codes that an agent or a shop had before they were bound to anything are in his stock from now on. */
const countHeld = async (db: Db, firmId: number, { codes, target }: NonNullable<Judged['fresh']>): Promise<void> => {
  const binds = merged(codes.map(toRun)).map((run) => ({ ...run, ...target }));
  await moveStock(db, firmId, stockOf(await heldItems(db, firmId, binds), binds, 1));
};
