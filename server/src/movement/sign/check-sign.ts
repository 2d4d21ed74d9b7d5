import { Code } from '@zhuiyuan/contract/kit/codes';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { SignChecked } from '@zhuiyuan/contract/movement/sign/sign-check';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { placeKey, type Place } from '../../codes/state/parent-places.ts';
import type { Db } from '../../kit/db/database.ts';
import { findNamed, isBad, type NamedCode } from '../../packing/named-codes.ts';
import type { Doc } from '../document/lock-docs.ts';
import { productNames } from '../ship/judge/product-names.ts';
import { judgeSign } from './judge-sign.ts';
import { toRun } from '../../codes/state/ranges.ts';

/** Codes that are not of this document: they may have come beside it, and are no mistake of whoever scans them. */
const besides: ReadonlySet<number> = new Set([
  moveRefusals.notYetShipped[0],
  moveRefusals.notReceiver[0],
  Code.invalid,
]);

/** The lines some codes stand in, by place; those under way before those that have ended. */
const findLines = async (db: Db, { id, firmId }: Doc, places: readonly Place[]) => {
  const { rows } = await sql<{ seg: number; serial: number; id: number; status: number }>`
    select p.seg, p.serial, l.id, l.status
    from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::int8[]) p(seg, serial)
    cross join lateral (select id, status from deliver_line where firm_id = ${firmId} and deliver_id = ${id}
      and seg = p.seg and span @> p.serial order by id desc limit 1) l`.execute(db);
  return new Map(rows.map(({ seg, serial, ...line }) => [placeKey({ seg, serial }), line]));
};

/** Holds scanned codes against a document, as signing for them would; nothing changes. What is signed for already is said so. */
export const checkSign = async (
  db: Db,
  keyring: Keyring,
  doc: Doc,
  texts: readonly string[],
): Promise<SignChecked[]> => {
  const found = await findNamed(db, keyring, texts);
  const { bad } = await judgeSign(db, keyring, doc, texts);
  const badOf = new Map(bad.map((one) => [one.code, one]));
  const own = found.filter((one): one is NamedCode => !isBad(one) && one.firmId === doc.firmId);
  const lines = await findLines(db, doc, own);
  const counted = await countItems(
    db,
    doc.firmId,
    own.map((one) => [toRun(one)]),
  );
  const counts = new Map(own.map((one, at) => [placeKey(one), counted[at]!]));
  const names = await productNames(
    db,
    counted.flatMap(({ parts }) => parts),
  );
  return found.map((one) => {
    const refused = badOf.get(one.code);
    const isBeside = refused !== undefined && besides.has(refused.errCode);
    if (isBad(one) || one.firmId !== doc.firmId) {
      const { code, errCode, errMsg } = refused!;
      return { code, level: null, lineId: null, storeName: '', lotNo: '', itemQty: 0, errCode, errMsg };
    }
    const count = counts.get(placeKey(one))!;
    const line = lines.get(placeKey(one));
    const [first] = count.parts;
    const isSigned = refused === undefined && line?.status === DeliverStatus.signed;
    return {
      code: one.code,
      level: one.level as 0 | 1 | 2,
      lineId: refused === undefined ? (line?.id ?? null) : null,
      storeName: first ? names.product(first.productId).storeName : '',
      lotNo: first ? names.lotNo(first.lotId) : '',
      itemQty: count.items,
      errCode: isSigned ? Code.invalid : isBeside ? 0 : (refused?.errCode ?? 0),
      errMsg: isSigned ? `编码${one.code}：已签收，无需再扫` : isBeside ? '' : (refused?.errMsg ?? ''),
    };
  });
};
