import { Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../../codes/cipher/keyring.ts';
import { readOwnCustody, type CustodyPiece } from '../../../codes/state/custody/read-custody.ts';
import { parentPlaces, placeKey } from '../../../codes/state/parent-places.ts';
import { merged, toRun } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';
import { pieceFinder } from '../../find-piece.ts';
import { findNamed, isBad, toBad, type BadCode, type NamedCode } from '../../../packing/named-codes.ts';

/** A scanned code, by which document it was shipped, and what stands against taking that back. */
export interface CancelledCode {
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
export const judgeCancel = async (
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
