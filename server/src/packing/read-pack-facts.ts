import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { Level, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readBoxes, type Box } from '../codes/state/boxes.ts';
import { StopKind } from '../codes/state/code-states.ts';
import { boxRun, findHolding } from '../codes/state/custody/find-holding.ts';
import { readCustody, type CustodyPiece } from '../codes/state/custody/read-custody.ts';
import { placeKey, type Place } from '../codes/state/parent-places.ts';
import { readBinds, readStops, type BindPiece } from '../codes/state/pieces.ts';
import { merged, toRun, type Run } from '../codes/state/ranges.ts';
import { readSegments } from '../codes/state/read-segments.ts';
import { recalledRuns } from '../codes/state/recalled-runs.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { refuse } from '../kit/refusal.ts';
import { findPackRules } from '../parties/firm/find-pack-rules.ts';
import { findChangedSince } from './later-ops.ts';
import type { NamedCode } from './named-codes.ts';

/** What the person at the station has chosen. */
export interface PackWork {
  productId?: number;
  lotId?: number;
  capacity?: number;
  allowUnfull: boolean;
  /** 补录: when it happened, where that is not now. */
  occurredAt?: string;
}

export interface Bound {
  productId: number;
  lotId: number;
}

/** What codes that are bound to nothing become on the way into a box: a recalled lot takes none. */
interface Target extends Bound {
  isRecalled: boolean;
}

interface CodeFacts {
  isVoid: boolean;
  isFrozen: boolean;
  bind: BindPiece | undefined;
  custody: CustodyPiece | undefined;
}

/** Everything that is to be known of some boxes and codes before they are judged. */
export interface PackFacts {
  /** The product and lot of the work; throws where the lot is another product's, or the product is disabled. */
  target: () => Target | undefined;
  rules: Awaited<ReturnType<typeof findPackRules>>;
  factsOf: (code: Place) => CodeFacts;
  boxOf: (code: Place) => Box | undefined;
  ratioOf: (productId: number | undefined) => { boxNum: number; caseNum: number; allowMix: boolean } | undefined;
  /** Whether something happened to a code after the time of the work. */
  hasChangedSince: (code: Place) => boolean;
  /** When a code was made, where that was after the time of the work; an imported one was there before anybody told of it. */
  madeSince: (code: Place) => string | undefined;
  /** The box a code lies in, and its text. */
  holderOf: (code: Place) => (Place & { text: string }) | undefined;
}

/** Which of some pieces, which are apart, a code lies in. */
const finder = <P extends Run>(pieces: readonly P[]) => {
  const sorted = pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from);
  return ({ seg, serial }: Place): P | undefined => {
    let [low, high] = [0, sorted.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const piece = sorted[middle]!;
      if (piece.seg > seg || (piece.seg === seg && piece.from > serial)) high = middle - 1;
      else low = middle;
    }
    const found = sorted[low];
    return found?.seg === seg && found.from <= serial && serial <= found.to ? found : undefined;
  };
};

/** What codes that are bound to nothing become: the product and lot of the work, which are of the firm of the codes, and enabled. */
const readTarget = async (
  db: Db,
  firmId: number,
  { productId, lotId }: PackWork,
): Promise<() => Target | undefined> => {
  if (productId === undefined) return () => undefined;
  const product = await live(db, 'product')
    .where('id', '=', productId)
    .where('firmId', '=', firmId)
    .select('status')
    .executeTakeFirst();
  const lot =
    lotId === undefined
      ? undefined
      : await live(db, 'lot').where('id', '=', lotId).select(['productId', 'recallState']).executeTakeFirst();
  return () => {
    if (!product || (lotId !== undefined && product.status !== Enabled.on)) throw refuse(traceRefusals.productGone);
    if (lotId === undefined) return undefined;
    if (lot?.productId !== productId) throw refuse(traceRefusals.otherProductsLot);
    return { productId, lotId, isRecalled: lot.recallState === RecallState.recalled };
  };
};

const readRatios = async (db: Db, ids: readonly number[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('product').where('id', 'in', ids).select(['id', 'boxNum', 'caseNum', 'allowMix']).execute();
  return new Map(rows.map((row) => [row.id, row] as const));
};

/** The boxes that some codes lie in, with their texts, by the code's {@link placeKey}. */
const readHolders = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  codes: readonly Place[],
  runs: readonly Run[],
): Promise<Map<string, Place & { text: string }>> => {
  const holdingOf = finder(await findHolding(db, firmId, runs));
  const held = codes.flatMap((code) => {
    const holding = holdingOf(code);
    return holding ? [{ key: placeKey(code), box: boxRun({ ...holding, ...toRun(code) }) }] : [];
  });
  const segments = await readSegments(
    db,
    held.map(({ box }) => box),
  );
  const texts = await keyring.readTexts(
    db,
    held.map(({ box: { seg, from } }) => ({ seg, serial: from, keyV: segments.get(seg)!.keyV })),
  );
  return new Map(
    held.map(({ key, box: { seg, from } }, at) => [key, { seg, serial: from, text: texts[at]! }] as const),
  );
};

/** Reads what some boxes and the codes that are to lie in them are judged by, for all of them together. */
export const readPackFacts = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  asked: readonly { parent: NamedCode; children: readonly NamedCode[] }[],
  work: PackWork,
): Promise<PackFacts> => {
  const codes = asked.flatMap(({ parent, children }) => [parent, ...children]).filter((one) => one.firmId === firmId);
  const runs = merged(codes.map(toRun));
  const segments = await readSegments(db, runs);
  const stopOf = finder(await readStops(db, firmId, runs));
  const binds = await readBinds(db, firmId, runs);
  const bindOf = finder(binds);
  const recalledOf = finder(await recalledRuns(db, firmId, runs));
  const custodyOf = finder(await readCustody(db, firmId, runs));
  const holders = await readHolders(db, keyring, firmId, codes, runs);
  const boxes = await readBoxes(
    db,
    firmId,
    codes.filter(({ level }) => level > Level.item),
  );
  const byPlace = new Map(boxes.map((box) => [placeKey(box), box] as const));
  const changed = work.occurredAt ? await findChangedSince(db, firmId, codes, work.occurredAt) : undefined;
  const products = new Set(binds.map(({ productId }) => productId));
  if (work.productId !== undefined) products.add(work.productId);
  const ratios = await readRatios(db, [...products]);
  return {
    target: await readTarget(db, firmId, work),
    rules: await findPackRules(db, firmId),
    factsOf(code) {
      const { state } = segments.get(code.seg)!;
      const stop = stopOf(code)?.voidKind;
      return {
        isVoid: state === SegmentState.void || stop === StopKind.void,
        isFrozen: state === SegmentState.frozen || stop === StopKind.frozen || recalledOf(code) !== undefined,
        bind: bindOf(code),
        custody: custodyOf(code),
      };
    },
    boxOf: (code) => byPlace.get(placeKey(code)),
    ratioOf: (productId) => (productId === undefined ? undefined : ratios.get(productId)),
    hasChangedSince: (code) => changed?.has(placeKey(code)) ?? false,
    madeSince(code) {
      const { keyV, createdAt } = segments.get(code.seg)!;
      return work.occurredAt && keyV !== null && createdAt > work.occurredAt ? createdAt : undefined;
    },
    holderOf: (code) => holders.get(placeKey(code)),
  };
};
