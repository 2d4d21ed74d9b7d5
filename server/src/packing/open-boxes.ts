import { BoxState, Level, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { beginOp, closeOp, nextSeq } from '../codes/ops/begin-op.ts';
import { lockContents, lockRuns } from '../codes/ops/lock-runs.ts';
import { keepBoxes, readBoxes } from '../codes/state/boxes.ts';
import { moveDays } from '../codes/state/custody/move-days.ts';
import { readCustody } from '../codes/state/custody/read-custody.ts';
import { parentPlaces, placeKey, type Place } from '../codes/state/parent-places.ts';
import { countCodes, merged, toRun, type Run } from '../codes/state/ranges.ts';
import { writeTrail } from '../codes/state/put-spans.ts';
import { takeAllOut, takeOut } from '../codes/state/custody/write-packing.ts';
import { findChildren } from '../codes/state/with-children.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import type { Operator } from '../kit/operator.ts';
import { invalid, refuse } from '../kit/refusal.ts';
import { findUnpacked } from './count-packed.ts';
import { findNamed, isBad, refuseAll, requireNamed, toBad, type NamedCode } from './named-codes.ts';

/** How long a person may take back a box he packed. */
const undoMinutes = 10;

export interface Opened {
  opId: number;
  ok: number;
}

/** What is on its way stays closed: 61134 where some of these codes are, in whatever box. */
export const refuseInTransit = async (db: Db, firmId: number, codes: readonly Run[]): Promise<void> => {
  const custody = await readCustody(db, firmId, codes);
  if (custody.some(({ shipStatus }) => shipStatus === Shipping.shipped)) throw refuse(codeRefusals.boxInTransit);
};

interface Ask {
  reason?: string;
  idemKey?: string;
}

const begin = (
  db: Db,
  operator: Pick<Operator, 'id'>,
  firmId: number,
  { reason, idemKey }: Ask,
  { runs, request }: { runs: readonly Run[]; request: object },
) =>
  beginOp(db, operator, {
    firmId,
    opType: OpType.unpack,
    idemKey: idemKey ?? randomUUID(),
    request,
    reason,
    params: { runs: [...runs.slice(0, 19), ...runs.slice(19).slice(-1)], runCount: runs.length },
  });

/** Codes of one firm, each once; refuses by name those that are none. */
const requireAll = async (db: Db, keyring: Keyring, texts: readonly string[]): Promise<NamedCode[]> => {
  const named = await findNamed(db, keyring, texts);
  const unknown = named.filter(isBad);
  if (unknown.length > 0) throw refuseAll(unknown);
  const codes = [...new Map((named as NamedCode[]).map((code) => [placeKey(code), code])).values()];
  const strangers = codes.filter(({ firmId }) => firmId !== codes[0]!.firmId);
  if (strangers.length > 0) throw refuseAll(strangers.map(({ code }) => toBad(code, codeRefusals.noSuchCode)));
  return codes;
};

/** 拆出: takes codes out of the boxes they lie in, all or none; 61061 for what lies in none. The boxes are open again. */
export const removeCodes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { childCodes, ...ask }: { childCodes: readonly string[] } & Ask,
): Promise<Opened> => {
  const codes = await requireAll(db, keyring, childCodes);
  const { firmId } = codes[0]!;
  const runs = merged(codes.map(toRun));
  const op = await begin(db, operator, firmId, ask, { runs, request: { remove: runs } });
  if (op.former) return op.former as Opened;
  await lockRuns(db, firmId, runs);
  const parents = await parentPlaces(db, firmId, codes);
  const loose = codes.filter((code) => !parents.has(placeKey(code)));
  if (loose.length > 0) throw refuseAll(loose.map(({ code }) => toBad(code, codeRefusals.notInBox)));
  const boxes = new Map([...parents.values()].map((box) => [placeKey(box), box]));
  await refuseInTransit(db, firmId, runs);
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  await takeOut(db, writing, codes);
  await keepBoxes(db, writing, [...boxes.values()]);
  await emit(db, 'codes.changed', { firmId, runs: merged([...runs, ...[...boxes.values()].map(toRun)]) });
  const done = { opId: op.id, ok: codes.length };
  await closeOp(db, op.id, { total: codes.length, ok: codes.length, result: done });
  return done;
};

/** 拆箱: takes out everything that lies directly in a box; 61062 where nothing does. */
export const dissolveBox = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { code, isOwn = false, ...ask }: { code: string; isOwn?: boolean } & Ask,
): Promise<Opened> => {
  const box = await requireNamed(db, keyring, code);
  const { firmId } = box;
  const op = await begin(db, operator, firmId, ask, { runs: [toRun(box)], request: { dissolve: box.codeId } });
  if (op.former) return op.former as Opened;
  const contents = await lockContents(db, firmId, [toRun(box)], findChildren);
  if (contents.length === 0) throw refuse(codeRefusals.emptyBox);
  if (isOwn) await refuseForeignBox(db, box, operator.id);
  await refuseInTransit(db, firmId, [toRun(box)]);
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const unpacked = isOwn ? await findUnpacked(db, firmId, box, contents, undoMinutes) : [];
  await takeAllOut(db, writing, box, contents);
  await keepBoxes(db, writing, [{ seg: box.seg, serial: box.serial, isMixed: false }]);
  await emit(db, 'codes.changed', { firmId, runs: merged([...contents, toRun(box)]) });
  await moveDays(db, firmId, unpacked);
  const done = { opId: op.id, ok: countCodes(contents) };
  // What the days lost is told by nothing else: the trail of an undo looks like that of any box that is opened.
  const result = unpacked.length > 0 ? { ...done, unpacked } : done;
  await closeOp(db, op.id, { total: done.ok, ok: done.ok, result });
  return done;
};

/** Only one's own box, and not for long. */
const refuseForeignBox = async (db: Db, box: Place, adminId: number): Promise<void> => {
  const own = await db
    .selectFrom('box')
    .where('seg', '=', box.seg)
    .where('serial', '=', box.serial)
    .where('packedBy', '=', adminId)
    .where('packedAt', '>', sql<string>`now() - make_interval(mins => ${undoMinutes})`)
    .select('id')
    .executeTakeFirst();
  if (!own) throw invalid('code', `只能撤销自己${undoMinutes}分钟内装的箱`);
};

/** 封箱: nothing more goes into some boxes. All are sealed, or none; each that is empty is named. */
export const sealBoxes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { codes, idemKey }: { codes: readonly string[]; idemKey?: string },
): Promise<Opened> => {
  const boxes = await requireAll(db, keyring, codes);
  const items = boxes.filter(({ level }) => level === Level.item);
  if (items.length > 0) throw refuseAll(items.map(({ code }) => toBad(code, [Code.invalid, '是产品码，请扫箱码'])));
  const { firmId } = boxes[0]!;
  const runs = merged(boxes.map(toRun));
  const op = await beginOp(db, operator, {
    firmId,
    opType: OpType.pack,
    idemKey: idemKey ?? randomUUID(),
    request: { seal: boxes.map(({ codeId }) => codeId) },
    reason: '封箱',
    params: { runs: [...runs.slice(0, 19), ...runs.slice(19).slice(-1)], runCount: runs.length },
  });
  if (op.former) return op.former as Opened;
  await lockRuns(db, firmId, runs);
  const kept = await readBoxes(db, firmId, boxes);
  const empty = boxes.filter((_box, at) => kept[at]!.boxState === BoxState.empty);
  if (empty.length > 0) throw refuseAll(empty.map(({ code }) => toBad(code, [Code.invalid, '空箱不能封箱'])));
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  await keepBoxes(
    db,
    writing,
    boxes.map(({ seg, serial }) => ({ seg, serial, seals: true })),
  );
  await writeTrail(
    db,
    writing,
    boxes.map((box, at) => ({
      ...toRun(box),
      before: [{ boxState: kept[at]!.boxState }],
      after: { boxState: BoxState.sealed },
    })),
  );
  const done = { opId: op.id, ok: boxes.length };
  await closeOp(db, op.id, { total: boxes.length, ok: boxes.length, result: done });
  return done;
};
