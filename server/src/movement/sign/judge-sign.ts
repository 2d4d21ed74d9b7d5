import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readOwnCustody } from '../../codes/state/custody/read-custody.ts';
import { parentPlaces, placeKey } from '../../codes/state/parent-places.ts';
import { merged, toRun, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { findNamed, isBad, toBad, type BadCode, type NamedCode } from '../../packing/named-codes.ts';
import { pieceFinder } from '../find-piece.ts';
import type { Doc } from '../document/lock-docs.ts';

/** Scanned codes, held against the document that is signed for. */
export interface JudgedSigning {
  /** Under way by this document. */
  runs: Run[];
  bad: BadCode[];
}

/** How a document's lines stand that some codes are, or were, in; the last one of each. */
const readStates = async (db: Db, doc: Doc, codes: readonly NamedCode[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ seg: number; serial: number; status: number }>`
    select p.seg, p.serial, l.status
    from unnest(${codes.map(({ seg }) => seg)}::int[], ${codes.map(({ serial }) => serial)}::int8[]) p(seg, serial)
    cross join lateral (select status from deliver_line where firm_id = ${doc.firmId} and deliver_id = ${doc.id}
      and seg = p.seg and span @> p.serial order by id desc limit 1) l`.execute(db);
  return new Map(rows.map(({ status, ...place }) => [placeKey(place), status]));
};

/**
 * Holds scanned codes against a document: what lies in a box answers the box (61136), what was taken back 61078, what is under way to
 * somebody else 61077, what was never shipped 61076. What is signed for already counts as done.
 */
export const judgeSign = async (
  db: Db,
  keyring: Keyring,
  doc: Doc,
  texts: readonly string[],
): Promise<JudgedSigning> => {
  const { firmId } = doc;
  const found = await findNamed(db, keyring, texts);
  const own = found.filter((one): one is NamedCode => !isBad(one) && one.firmId === firmId);
  const parents = await parentPlaces(db, firmId, own);
  const parentTexts = await keyring.readTexts(db, [...parents.values()]);
  const boxes = new Map([...parents.keys()].map((key, at) => [key, parentTexts[at]!]));
  const states = await readStates(db, doc, own);
  const custody = await readOwnCustody(db, firmId, merged(own.map(toRun)));
  const pieceOf = pieceFinder(custody);
  const judged: JudgedSigning = { runs: [], bad: [] };
  for (const one of found) {
    if (isBad(one)) {
      judged.bad.push(one);
      continue;
    }
    const why = one.firmId === firmId ? standing(one) : toBad(one.code, codeRefusals.noSuchCode);
    if (why === 'free') judged.runs.push(toRun(one));
    else if (why) judged.bad.push(why);
  }
  return judged;

  function standing(code: NamedCode): BadCode | 'free' | undefined {
    const key = placeKey(code);
    const box = boxes.get(key);
    if (box !== undefined) return toBad(code.code, moveRefusals.inBoxSign, { box });
    const state = states.get(key);
    if (state === DeliverStatus.shipped) return 'free';
    if (state === DeliverStatus.signed) return undefined;
    if (state === DeliverStatus.cancelled) return toBad(code.code, moveRefusals.cancelled);
    const piece = pieceOf(code);
    if (piece?.shipStatus !== Shipping.shipped) return toBad(code.code, moveRefusals.notYetShipped);
    if (piece.holderKind !== doc.toKind || (piece.holderId ?? 0) !== doc.toId)
      return toBad(code.code, moveRefusals.notReceiver);
    return { code: code.code, errCode: Code.invalid, errMsg: `编码${code.code}：编码不在该发货单内，请按其发货单签收` };
  }
};
