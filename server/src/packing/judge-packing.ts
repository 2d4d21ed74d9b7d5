import { BoxState, Holder, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Box } from '../codes/state/boxes.ts';
import type { CustodyPiece } from '../codes/state/custody/read-custody.ts';
import { placeKey, type Place } from '../codes/state/parent-places.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid, Refusal } from '../kit/refusal.ts';
import { toBad, type BadCode, type NamedCode } from './named-codes.ts';
import { readPackFacts, type Bound, type PackFacts, type PackWork } from './read-pack-facts.ts';

/** A box and what would come of packing some codes into it. */
export interface Judged {
  box: Box & { bound: Bound | undefined; childLevel: number };
  bad: BadCode[];
  /** Codes that lie in it already. */
  same: NamedCode[];
  free: NamedCode[];
  /** Those of the free that are activated on the way, and to what. */
  fresh: { codes: NamedCode[]; target: Bound } | undefined;
  /** What the box, bound to nothing so far, is bound to with its first codes. */
  bindsTo: Bound | undefined;
  /** Set for an empty box that lies in none: whose goods it holds from now on, which are those of its first code. */
  adopts: { custody: CustodyPiece | undefined } | undefined;
}

const clash = (code: string, why: RefusalText, values?: Record<string, string | number>): Refusal => {
  const { errCode, errMsg } = toBad(code, why, values);
  return new Refusal(errCode, errMsg, { fields: [{ field: 'parentCode', message: errMsg }] });
};

/** 补录: nothing was packed before there were codes for it. */
const madeLater: RefusalText = [codeRefusals.movedSince[0], '编码生成于{at}，实际包装时间不能更早'];

const isOnItsWay = (custody: CustodyPiece | undefined): boolean => custody?.shipStatus === Shipping.shipped;

/** Whose goods they are: nobody's but the firm's while nothing was shipped, or it came back. */
const ownerOf = (custody: CustodyPiece | undefined): string =>
  custody?.shipStatus === Shipping.signed && custody.holderKind !== Holder.firm
    ? `${custody.holderKind} ${custody.holderId}`
    : '';

/** What is at a dealer or shop goes into no box of the firm's. */
export const toShipped = ({ level }: Place & { level: number }) =>
  [codeRefusals.shippedPiece, { unit: level === Level.item ? '件' : '箱' }] as const;

/** {@link judgeBox} of one box, with what is known of it read just now. */
export const judgePacking = async (
  db: Db,
  keyring: Keyring,
  parent: NamedCode,
  children: readonly NamedCode[],
  work: PackWork,
  asks: number,
): Promise<Judged> => {
  const facts = await readPackFacts(db, keyring, parent.firmId, [{ parent, children }], work);
  return judgeBox(facts, parent, children, work, asks);
};

/**
 * Holds codes against the box they are to lie in, in the order they were scanned. Throws what stands against the box itself:
 * 61050 no box, 61030 and 61033 void or frozen, 61053 closed or on its way, 61056 another product than the work's, 61074 made
 * or changed after the time that the work says.
 */
export const judgeBox = (
  { target: readTarget, rules, factsOf, boxOf, ratioOf, hasChangedSince, madeSince, holderOf }: PackFacts,
  parent: NamedCode,
  children: readonly NamedCode[],
  work: PackWork,
  asks: number,
): Judged => {
  const { firmId } = parent;
  if (parent.level === Level.item) throw clash(parent.code, codeRefusals.itemAsBox);
  const own = factsOf(parent);
  if (own.isVoid) throw clash(parent.code, codeRefusals.void);
  if (own.isFrozen) throw clash(parent.code, codeRefusals.frozen);
  const boxMadeAt = madeSince(parent);
  if (boxMadeAt) throw clash(parent.code, madeLater, { at: boxMadeAt });
  if (hasChangedSince(parent)) throw clash(parent.code, codeRefusals.movedSince);
  const target = readTarget();
  const chosen = target?.productId ?? work.productId;
  if (own.bind && chosen !== undefined && own.bind.productId !== chosen)
    throw clash(parent.code, codeRefusals.otherProduct);

  const first = children.find((child) => child.firmId === firmId);
  const productId = own.bind?.productId ?? chosen ?? (first && factsOf(first).bind?.productId);
  const ratio = ratioOf(productId);
  const childLevel =
    parent.level === Level.box ? Level.item : ratio ? (ratio.boxNum > 0 ? Level.box : Level.item) : asks;
  if (childLevel !== asks) throw clash(parent.code, codeRefusals.childLevel, { level: Level.label(childLevel) });

  const kept = boxOf(parent)!;
  const fits = (parent.level === Level.box ? ratio?.boxNum : ratio?.caseNum) || work.capacity || 0;
  const box = { ...kept, capacity: kept.capacity || fits, bound: own.bind, childLevel };
  if (isOnItsWay(own.custody)) throw clash(parent.code, codeRefusals.boxOnItsWay);
  if (box.boxState === BoxState.sealed) throw clash(parent.code, codeRefusals.boxSealed);

  const mixes = { lot: rules.allowMixLot || ratio?.allowMix, product: rules.allowMixProduct || ratio?.allowMix };

  const judged: Judged = { box, bad: [], same: [], free: [], fresh: undefined, bindsTo: undefined, adopts: undefined };
  const fresh: NamedCode[] = [];
  const seen = new Set<string>();
  let bound: Bound | undefined = own.bind;
  let owner = ownerOf(own.custody);
  const isCrate = box.childCnt === 0 && !holderOf(parent);
  const judge = (child: NamedCode): readonly [RefusalText, Record<string, string | number>?] | 'same' | 'free' => {
    const key = placeKey(child);
    if (seen.has(key)) return [codeRefusals.scannedTwice];
    seen.add(key);
    if (child.firmId !== firmId) return [codeRefusals.noSuchCode];
    if (child.level >= parent.level)
      return [childLevel === Level.item ? codeRefusals.boxAsItem : codeRefusals.parentLevel];
    if (child.level !== childLevel) return [codeRefusals.childLevel, { level: Level.label(childLevel) }];
    const facts = factsOf(child);
    const holder = holderOf(child);
    if (holder && holder.seg === parent.seg && holder.serial === parent.serial) return 'same';
    if (facts.isVoid) return [codeRefusals.void];
    if (facts.isFrozen) return [codeRefusals.frozen];
    if (holder) return [codeRefusals.inBox, { box: holder.text }];
    const madeAt = madeSince(child);
    if (madeAt) return [madeLater, { at: madeAt }];
    if (hasChangedSince(child)) return [codeRefusals.movedSince];
    const adopts = isCrate && judged.free.length === 0;
    if (isOnItsWay(facts.custody)) return [codeRefusals.onItsWay];
    if (!adopts && ownerOf(facts.custody) !== owner)
      return owner === '' ? toShipped(child) : [codeRefusals.otherCustody];
    const small = child.level > Level.item ? boxOf(child) : undefined;
    if (small && (small.childCnt === 0 || (!work.allowUnfull && small.boxState === BoxState.packing)))
      return [codeRefusals.boxNotFull];
    const to = facts.bind ?? (rules.activateOnPack ? target : undefined);
    if (!to) return [codeRefusals.notActiveToPack];
    if (!facts.bind && target?.isRecalled) return [traceRefusals.lotRecalled];
    if (bound && to.productId !== bound.productId && !mixes.product) return [codeRefusals.otherProduct];
    if (bound && to.lotId !== bound.lotId && !mixes.lot) return [codeRefusals.otherLot];
    if (box.capacity > 0 && box.childCnt >= box.capacity) return [codeRefusals.boxFull];
    if (box.capacity > 0 && box.childCnt + judged.free.length >= box.capacity)
      return [codeRefusals.overCapacity, { cap: box.capacity, n: box.childCnt + judged.free.length }];
    if (bound && (to.productId !== bound.productId || to.lotId !== bound.lotId)) box.isMixed = true;
    bound ??= { productId: to.productId, lotId: to.lotId };
    if (!facts.bind) fresh.push(child);
    if (adopts) {
      judged.adopts = { custody: facts.custody };
      owner = ownerOf(facts.custody);
    }
    return 'free';
  };
  for (const child of children) {
    const verdict = judge(child);
    if (verdict === 'same' || verdict === 'free') judged[verdict].push(child);
    else judged.bad.push(toBad(child.code, ...verdict));
  }
  if (judged.free.length > 0 && box.capacity === 0) throw invalid('capacity', '请填写箱容量');
  if (target && fresh.length > 0)
    judged.fresh = { codes: fresh, target: { productId: target.productId, lotId: target.lotId } };
  if (!own.bind && judged.free.length > 0) judged.bindsTo = bound;
  return judged;
};
