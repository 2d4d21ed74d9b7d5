import { OpType, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { readOwnCustody, type CustodyPiece } from '../../codes/state/custody/read-custody.ts';
import { clipped, countCodes, merged, toRun } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { refuseAll, findNamed, isBad, toBad, type BadCode, type NamedCode } from '../../packing/named-codes.ts';
import type { Actor } from '../actor.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { beginAgain } from '../begin-again.ts';
import { moveCounters, noCounters } from '../document/counters.ts';
import { lockDocs } from '../document/lock-docs.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { holderNames, partyKey } from '../holder-names.ts';
import { parentPlaces, placeKey } from '../../codes/state/parent-places.ts';
import { pieceFinder } from '../find-piece.ts';
import { cancelLines } from './cancel-lines.ts';
import { productNames } from './judge/product-names.ts';

/** A scanned code, by which document it was shipped, and what stands against taking that back. */
interface CancelledCode {
  code: string;
  named: NamedCode | undefined;
  deliverId: number | null;
  status: number;
  bad: BadCode | undefined;
}

const otherKind = (code: string, text: string): BadCode => ({
  code,
  errCode: Code.invalid,
  errMsg: `编码${code}：${text}`,
});

/** The last document that each of some codes was shipped by by itself. */
const lastDocs = async (db: Db, firmId: number, codes: readonly NamedCode[]) => {
  const { rows } = await sql<{ seg: number; serial: number; deliverId: number; status: number }>`
    select p.seg, p.serial, l.deliver_id, l.status
    from unnest(${codes.map(({ seg }) => seg)}::int[], ${codes.map(({ serial }) => serial)}::int8[]) p(seg, serial)
    cross join lateral (select deliver_id, status from deliver_line
      where firm_id = ${firmId} and seg = p.seg and span @> p.serial order by op_id desc, id desc limit 1) l`.execute(
    db,
  );
  return new Map(rows.map((row) => [placeKey(row), row]));
};

/**
 * Holds codes against being taken back one by one: 61072 not under way, 61073 signed for, 61074 moved since, and what lies in a box
 * that was shipped. `firmId` is the firm whose codes they are, where that is known.
 */
const judgeCancel = async (
  db: Db,
  keyring: Keyring,
  texts: readonly string[],
  isBox: boolean,
  ofFirm?: number,
): Promise<{ firmId: number | undefined; codes: CancelledCode[] }> => {
  const found = await findNamed(db, keyring, texts);
  const named = found.filter((one): one is NamedCode => !isBad(one));
  const firmId = ofFirm ?? named[0]?.firmId;
  const own = named.filter((code) => code.firmId === firmId);
  const runs = merged(own.map(toRun));
  const custody = firmId === undefined ? [] : await readOwnCustody(db, firmId, runs);
  const parents = firmId === undefined ? new Map<string, never>() : await parentPlaces(db, firmId, own);
  const parentTexts = await keyring.readTexts(db, [...parents.values()]);
  const boxes = new Map([...parents.keys()].map((key, at) => [key, parentTexts[at]!]));
  const docs = firmId === undefined ? new Map<string, never>() : await lastDocs(db, firmId, own);
  const pieceOf = pieceFinder(custody);
  const seen = new Set<string>();
  const judge = (code: NamedCode, piece: CustodyPiece | undefined): BadCode | undefined => {
    const key = placeKey(code);
    if (seen.has(key)) return toBad(code.code, codeRefusals.scannedTwice);
    seen.add(key);
    if (code.firmId !== firmId) return toBad(code.code, codeRefusals.noSuchCode);
    if (isBox !== code.level > Level.item)
      return otherKind(code.code, isBox ? '请在单码撤销中操作' : '请在箱码撤销中操作');
    const box = boxes.get(key);
    if (box !== undefined)
      return {
        code: code.code,
        errCode: moveRefusals.notShipped[0],
        errMsg: isBox
          ? `小箱${code.code}随大箱${box}发货，请撤销大箱或先拆箱`
          : `编码${code.code}：编码在箱${box}内，请撤销箱码或先拆箱`,
      };
    if (piece?.shipStatus === Shipping.shipped) return undefined;
    const last = docs.get(key);
    if (last?.status === DeliverStatus.signed)
      return toBad(
        code.code,
        piece?.deliverId === last.deliverId ? moveRefusals.signedAlready : moveRefusals.movedSince,
      );
    return toBad(code.code, moveRefusals.notShipped);
  };
  const codes = found.map((one): CancelledCode => {
    if (isBad(one)) return { code: one.code, named: undefined, deliverId: null, status: Shipping.none, bad: one };
    const piece = pieceOf(one);
    const bad = judge(one, piece);
    const isOwn = one.firmId === firmId;
    return {
      code: one.code,
      named: isOwn ? one : undefined,
      deliverId: isOwn ? (piece?.deliverId ?? docs.get(placeKey(one))?.deliverId ?? null) : null,
      status: piece?.shipStatus ?? Shipping.none,
      bad,
    };
  });
  return { firmId, codes };
};

type Cancelled = DataOf<typeof shipApi.aloneCancel>;

const requireGood = (codes: readonly CancelledCode[]): void => {
  const bad = codes.flatMap((one) => one.bad ?? []);
  if (bad.length > 0) throw refuseAll(bad);
};

/** 单码撤销, 箱码撤销: takes back the shipments of some codes, by whatever documents, all or none. */
export const cancelCodes = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { codes, isBox, reason, idemKey }: { codes: readonly string[]; isBox: boolean; reason: string; idemKey?: string },
): Promise<Cancelled> => {
  const before = await judgeCancel(db, keyring, codes, isBox, actor.firmId);
  // Codes of nobody's are of no firm that an operation could be opened for.
  if (before.firmId === undefined) throw refuseAll(before.codes.flatMap((one) => one.bad ?? []));
  const { firmId } = before;
  const named = before.codes.flatMap((one) => one.named ?? []);
  const runs = merged(named.map(toRun));
  const op = await beginMove(db, actor, {
    firmId,
    opType: OpType.cancelShip,
    idemKey,
    request: { cancelCodes: before.codes.map(({ code }) => code), isBox, reason },
    reason,
    runs,
  });
  if (op.former) return op.former as Cancelled;
  requireGood(before.codes);
  const docs = await lockDocs(
    db,
    before.codes.flatMap(({ deliverId }) => deliverId ?? []),
  );
  await lockRuns(db, firmId, runs);
  requireGood((await judgeCancel(db, keyring, codes, isBox, firmId)).codes);
  const custody = await readOwnCustody(db, firmId, runs);
  if (custody.some(({ deliverId }) => !docs.has(deliverId ?? 0))) throw beginAgain();
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const at = await nowText(db);
  const counters = noCounters();
  const done: Cancelled = { codes: 0, itemQty: 0, docs: [] };
  for (const doc of docs.values()) {
    const own = clipped(
      custody.filter(({ deliverId }) => deliverId === doc.id),
      runs,
    );
    const taken = await cancelLines(db, keyring, actor, writing, doc, { runs: own, at, reason, counters });
    const itemQty = taken.reduce((sum, run) => sum + run.itemQty, 0);
    done.codes += countCodes(taken);
    done.itemQty += itemQty;
    done.docs.push({ id: doc.id, deliverNo: doc.deliverNo, itemQty });
  }
  await emit(db, 'codes.changed', { firmId, runs });
  await moveCounters(db, firmId, counters);
  await closeOp(db, op.id, { total: done.codes, ok: done.codes, result: done });
  return done;
};

/** By which documents codes were shipped, and whether that can be taken back. */
export const checkCancel = async (
  db: Db,
  keyring: Keyring,
  texts: readonly string[],
  isBox: boolean,
): Promise<DataOf<typeof shipApi.cancelCheck>> => {
  const { firmId = 0, codes } = await judgeCancel(db, keyring, texts, isBox);
  const counted = await countItems(
    db,
    firmId,
    codes.map(({ named, bad }) => (named && !bad ? [toRun(named)] : [])),
  );
  const ids = [...new Set(codes.flatMap(({ deliverId }) => deliverId ?? []))];
  const docs =
    ids.length === 0
      ? []
      : await db
          .selectFrom('deliver')
          .where('id', 'in', ids)
          .where('firmId', '=', firmId)
          .select(['id', 'deliverNo', 'toKind', 'toId', 'shipAt'])
          .execute();
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const receivers = await holderNames(
    db,
    firmId,
    docs.map(({ toKind, toId }) => ({ kind: toKind, id: toId })),
  );
  const names = await productNames(
    db,
    counted.flatMap(({ parts }) => parts),
  );
  return codes.map(({ code, named, deliverId, status, bad }, at) => {
    const doc = byId.get(deliverId ?? 0);
    const [first] = counted[at]!.parts;
    return {
      code,
      level: (named?.level ?? null) as 0 | 1 | 2 | null,
      itemQty: counted[at]!.items,
      storeName: first ? names.product(first.productId).storeName : '',
      lotNo: first ? names.lotNo(first.lotId) : '',
      deliverId: doc?.id ?? null,
      deliverNo: doc?.deliverNo ?? '',
      toKind: doc?.toKind ?? null,
      toName: doc ? (receivers.get(partyKey({ kind: doc.toKind, id: doc.toId })) ?? '') : '',
      shipAt: doc?.shipAt ?? null,
      status: status as 0 | 1 | 2 | 3,
      errCode: bad?.errCode ?? 0,
      errMsg: bad?.errMsg ?? '',
    };
  });
};
