import { BoxState, Holder, Level, SegmentState, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readBoxes, type Box } from '../codes/state/boxes.ts';
import { StopKind } from '../codes/state/code-states.ts';
import { readCustody, type CustodyPiece } from '../codes/state/custody/read-custody.ts';
import { parentPlaces, placeKey, type Place } from '../codes/state/parent-places.ts';
import { readBinds, readStops } from '../codes/state/pieces.ts';
import { merged, type Run } from '../codes/state/ranges.ts';
import { readSegments } from '../codes/state/read-segments.ts';
import { recalledRuns } from '../codes/state/recalled-runs.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { invalid, Refusal, refuse } from '../kit/refusal.ts';
import { findPackRules } from '../parties/firm/find-pack-rules.ts';
import { toBad, type BadCode, type NamedCode } from './named-codes.ts';

/** What the person at the station has chosen. */
export interface PackWork {
  productId?: number;
  lotId?: number;
  capacity?: number;
  allowUnfull: boolean;
}

interface Bound {
  productId: number;
  lotId: number;
}

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

const lies = (at: Place) => (run: Run) => run.seg === at.seg && run.from <= at.serial && at.serial <= run.to;
const toRun = ({ seg, serial }: Place): Run => ({ seg, from: serial, to: serial });

/** What codes that are bound to nothing become: the product and lot of the work, which are of the firm of the codes, and enabled. */
const requireWork = async (db: Db, firmId: number, { productId, lotId }: PackWork): Promise<Bound | undefined> => {
  if (productId === undefined) return undefined;
  const product = await live(db, 'product')
    .where('id', '=', productId)
    .where('firmId', '=', firmId)
    .select('status')
    .executeTakeFirst();
  if (!product || (lotId !== undefined && product.status !== Enabled.on)) throw refuse(traceRefusals.productGone);
  if (lotId === undefined) return undefined;
  const lot = await live(db, 'lot').where('id', '=', lotId).select(['productId']).executeTakeFirst();
  if (lot?.productId !== productId) throw refuse(traceRefusals.otherProductsLot);
  return { productId, lotId };
};

const packRatio = (db: Db, productId: number | undefined) =>
  productId === undefined
    ? undefined
    : db.selectFrom('product').where('id', '=', productId).select(['boxNum', 'caseNum', 'allowMix']).executeTakeFirst();

const clash = (code: string, why: RefusalText, values?: Record<string, string | number>): Refusal => {
  const { errCode, errMsg } = toBad(code, why, values);
  return new Refusal(errCode, errMsg, { fields: [{ field: 'parentCode', message: errMsg }] });
};

/** What is known of some codes: stopped, bound, and who has them. Read for all of them together. */
const readFacts = async (db: Db, firmId: number, codes: readonly NamedCode[]) => {
  const runs = merged(codes.map(toRun));
  const segments = await readSegments(db, runs);
  const stops = await readStops(db, firmId, runs);
  const binds = await readBinds(db, firmId, runs);
  const recalled = await recalledRuns(db, firmId, runs);
  const custody = await readCustody(db, firmId, runs);
  return (code: Place) => {
    const state = segments.get(code.seg)!.state;
    const stop = stops.find(lies(code))?.voidKind;
    return {
      isVoid: state === SegmentState.void || stop === StopKind.void,
      isFrozen: state === SegmentState.frozen || stop === StopKind.frozen || recalled.some(lies(code)),
      bind: binds.find(lies(code)),
      custody: custody.find(lies(code)),
    };
  };
};

const isOnItsWay = (custody: CustodyPiece | undefined): boolean => custody?.shipStatus === Shipping.shipped;

/** Whose goods they are: nobody's but the firm's while nothing was shipped, or it came back. */
const ownerOf = (custody: CustodyPiece | undefined): string =>
  custody?.shipStatus === Shipping.signed && custody.holderKind !== Holder.firm
    ? `${custody.holderKind} ${custody.holderId}`
    : '';

/**
 * Holds codes against the box they are to lie in, in the order they were scanned. Throws what stands against the box itself:
 * 61050 no box, 61030 and 61033 void or frozen, 61053 closed or on its way, 61056 another product than the work's.
 */
export const judgePacking = async (
  db: Db,
  keyring: Keyring,
  parent: NamedCode,
  children: readonly NamedCode[],
  work: PackWork,
  asks: number,
): Promise<Judged> => {
  const { firmId } = parent;
  if (parent.level === Level.item) throw clash(parent.code, codeRefusals.parentLevel);
  const factsOf = await readFacts(db, firmId, [parent, ...children.filter((child) => child.firmId === firmId)]);
  const own = factsOf(parent);
  if (own.isVoid) throw clash(parent.code, codeRefusals.void);
  if (own.isFrozen) throw clash(parent.code, codeRefusals.frozen);
  const target = await requireWork(db, firmId, work);
  const chosen = target?.productId ?? work.productId;
  if (own.bind && chosen !== undefined && own.bind.productId !== chosen)
    throw clash(parent.code, codeRefusals.otherProduct);

  const first = children.find((child) => child.firmId === firmId);
  const productId = own.bind?.productId ?? chosen ?? (first && factsOf(first).bind?.productId);
  const ratio = await packRatio(db, productId);
  const childLevel =
    parent.level === Level.box ? Level.item : ratio ? (ratio.boxNum > 0 ? Level.box : Level.item) : asks;
  if (childLevel !== asks) throw clash(parent.code, codeRefusals.childLevel, { level: Level.label(childLevel) });

  const [kept] = await readBoxes(db, firmId, [parent]);
  const fits = (parent.level === Level.box ? ratio?.boxNum : ratio?.caseNum) || work.capacity || 0;
  const box = { ...kept!, capacity: kept!.capacity || fits, bound: own.bind, childLevel };
  if (box.boxState === BoxState.sealed || isOnItsWay(own.custody)) throw clash(parent.code, codeRefusals.boxClosed);

  const rules = await findPackRules(db, firmId);
  const mixes = { lot: rules.allowMixLot || ratio?.allowMix, product: rules.allowMixProduct || ratio?.allowMix };
  const parents = await parentPlaces(db, firmId, [parent, ...children]);
  const texts = await parentTexts(db, keyring, parents);
  const inner = new Map(
    (
      await readBoxes(
        db,
        firmId,
        children.filter(({ level }) => level > Level.item),
      )
    ).map((one) => [placeKey(one), one]),
  );

  const judged: Judged = { box, bad: [], same: [], free: [], fresh: undefined, bindsTo: undefined, adopts: undefined };
  const fresh: NamedCode[] = [];
  const seen = new Set<string>();
  let bound: Bound | undefined = own.bind;
  let owner = ownerOf(own.custody);
  const isCrate = box.childCnt === 0 && !parents.has(placeKey(parent));
  const judge = (child: NamedCode): readonly [RefusalText, Record<string, string | number>?] | 'same' | 'free' => {
    const key = placeKey(child);
    if (seen.has(key)) return [codeRefusals.scannedTwice];
    seen.add(key);
    if (child.firmId !== firmId) return [codeRefusals.noSuchCode];
    if (child.level >= parent.level) return [codeRefusals.parentLevel];
    if (child.level !== childLevel) return [codeRefusals.childLevel, { level: Level.label(childLevel) }];
    const facts = factsOf(child);
    const holder = parents.get(key);
    if (holder && holder.seg === parent.seg && holder.serial === parent.serial) return 'same';
    if (facts.isVoid) return [codeRefusals.void];
    if (facts.isFrozen) return [codeRefusals.frozen];
    if (holder) return [codeRefusals.inBox, { box: texts.get(key)! }];
    const adopts = isCrate && judged.free.length === 0;
    if (isOnItsWay(facts.custody) || (!adopts && ownerOf(facts.custody) !== owner)) return [codeRefusals.otherCustody];
    const small = inner.get(key);
    if (small && (small.childCnt === 0 || (!work.allowUnfull && small.boxState === BoxState.packing)))
      return [codeRefusals.boxNotFull];
    const to = facts.bind ?? (rules.activateOnPack ? target : undefined);
    if (!to) return [codeRefusals.notActiveToPack];
    if (bound && to.productId !== bound.productId && !mixes.product) return [codeRefusals.otherProduct];
    if (bound && to.lotId !== bound.lotId && !mixes.lot) return [codeRefusals.otherLot];
    if (box.capacity > 0 && box.childCnt + judged.free.length >= box.capacity)
      return [codeRefusals.overCapacity, { cap: box.capacity, n: box.childCnt }];
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
  if (target && fresh.length > 0) judged.fresh = { codes: fresh, target };
  if (!own.bind && judged.free.length > 0) judged.bindsTo = bound;
  return judged;
};

/** The texts of the boxes that codes lie in, by the code. */
const parentTexts = async (
  db: Db,
  keyring: Keyring,
  parents: ReadonlyMap<string, Place & { keyV: string | null }>,
): Promise<Map<string, string>> => {
  const texts = await keyring.readTexts(db, [...parents.values()]);
  return new Map([...parents.keys()].map((key, at) => [key, texts[at]!]));
};
