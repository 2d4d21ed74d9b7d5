import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { BoxState } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { nextSeq } from '../codes/ops/begin-op.ts';
import { lockRuns } from '../codes/ops/lock-runs.ts';
import { moveCounts, tally } from '../codes/ops/move-counts.ts';
import { keepBoxes, type Box } from '../codes/state/boxes.ts';
import { heldItems, stockOf } from '../codes/state/custody/held-items.ts';
import { moveStock } from '../codes/state/custody/move-stock.ts';
import { setCustody } from '../codes/state/custody/set-custody.ts';
import type { Writing } from '../codes/state/put-spans.ts';
import { merged, toRun } from '../codes/state/ranges.ts';
import { writeBind } from '../codes/state/write-bind.ts';
import { packInto } from '../codes/state/custody/write-packing.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { keepPackRatio } from '../trace/product/require-product.ts';
import { countPacked } from './count-packed.ts';
import { judgeBox, type Judged } from './judge-packing.ts';
import { refuseAll, type BadCode, type NamedCode } from './named-codes.ts';
import { readPackFacts, type PackFacts, type PackWork } from './read-pack-facts.ts';

/** A box and what is to lie in it; `unknown` are texts of no code, `asks` is the level that the station packs. */
export interface PackAsk {
  parent: NamedCode;
  children: readonly NamedCode[];
  unknown: readonly BadCode[];
  asks: number;
}

/** A box after it was packed. */
export interface PackedBox {
  childCnt: number;
  capacity: number;
  boxState: (typeof BoxState.options)[number]['value'];
  /** Codes that lay in it already. */
  same: ReadonlySet<number>;
}

interface Packing {
  parent: NamedCode;
  judged: Judged;
}

const judge = (facts: PackFacts, { parent, children, unknown, asks }: PackAsk, work: PackWork): Packing | Refusal => {
  try {
    const judged = judgeBox(facts, parent, children, work, asks);
    const bad = [...unknown, ...judged.bad];
    return bad.length > 0 ? refuseAll(bad) : { parent, judged };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

/**
 * Packs codes into boxes of one firm under an operation that is open already: each box wholly or not at all, none in the way of the
 * others. No code may be in two of them, as a box or in one. Answers in their order what came of each.
 */
export const packBoxes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  opId: number,
  asked: readonly PackAsk[],
  work: PackWork,
): Promise<(PackedBox | Refusal)[]> => {
  const { firmId } = asked[0]!.parent;
  const own = asked.flatMap(({ parent, children }) => [
    parent,
    ...children.filter((child) => child.firmId === parent.firmId),
  ]);
  await lockRuns(db, firmId, own.map(toRun));
  const facts = await readPackFacts(db, keyring, firmId, asked, work);
  const outcomes = asked.map((ask) => judge(facts, ask, work));
  const packings = outcomes.filter((one): one is Packing => !(one instanceof Refusal));
  if (packings.length === 0) return outcomes as Refusal[];
  const writing = { firmId, opId, seq: await nextSeq(db), occurredAt: work.occurredAt };
  const now = await writePackings(db, writing, operator, packings);
  return outcomes.map((one) => {
    if (one instanceof Refusal) return one;
    const { childCnt, capacity, boxState } = now.get(one)!;
    return { childCnt, capacity, boxState, same: new Set(one.judged.same.map(({ codeId }) => codeId)) };
  });
};

const writePackings = async (
  db: Db,
  writing: Writing,
  operator: Pick<Operator, 'id'>,
  packings: readonly Packing[],
): Promise<Map<Packing, Box>> => {
  const { firmId } = writing;
  const filled = packings.filter(({ judged }) => judged.free.length > 0);
  await activate(db, writing, filled);
  await packInto(
    db,
    writing,
    filled.map(({ parent, judged }) => ({ box: parent, children: judged.free })),
  );
  await adopt(db, writing, filled);
  const now = new Map<Packing, Box>();
  // What changed nothing packed nothing.
  const idle = packings.filter(({ judged }) => judged.free.length === 0);
  for (const [some, packedBy] of [[filled, operator.id] as const, [idle, undefined] as const]) {
    const boxes = await keepBoxes(
      db,
      writing,
      some.map(({ parent: { seg, serial }, judged: { box } }) => {
        return { seg, serial, capacity: box.capacity, isMixed: box.isMixed };
      }),
      packedBy,
    );
    for (const [at, packing] of some.entries()) now.set(packing, boxes[at]!);
  }
  const runs = merged(filled.flatMap(({ parent, judged }) => [parent, ...judged.free]).map(toRun));
  if (runs.length > 0) await emit(db, 'codes.changed', { firmId, runs });
  await countHeld(db, firmId, filled);
  const products = packings.flatMap(({ judged: { box, bindsTo } }) => (box.bound ?? bindsTo)?.productId ?? []);
  for (const productId of [...new Set(products)].sort((a, b) => a - b)) await keepPackRatio(db, productId);
  await countPacked(
    db,
    firmId,
    filled.flatMap(({ judged }) => judged.free),
    writing.occurredAt?.slice(0, 'yyyy-MM-dd'.length) ?? shanghaiToday(),
  );
  return now;
};

/** An empty box holds the goods of whoever has its first code from now on. */
const adopt = async (db: Db, writing: Writing, packings: readonly Packing[]): Promise<void> => {
  const adopting = packings.flatMap(({ parent, judged: { adopts } }) =>
    adopts ? [{ ...adopts, run: toRun(parent) }] : [],
  );
  if (adopting.length === 0) return;
  await setCustody(
    db,
    writing,
    adopting.map(({ run }) => run),
    adopting.flatMap(({ custody, run }) => (custody ? [{ ...custody, ...run }] : [])),
  );
};

/** 装箱即启用: codes that are bound to nothing, and boxes with their first codes. */
const activate = async (db: Db, writing: Writing, packings: readonly Packing[]): Promise<void> => {
  const puts = packings.flatMap(({ parent, judged: { fresh, bindsTo } }) => [
    ...(fresh ? merged(fresh.codes.map(toRun)).map((run) => ({ ...run, ...fresh.target, channelId: null })) : []),
    ...(bindsTo ? [{ ...toRun(parent), ...bindsTo, channelId: null, at: writing.occurredAt }] : []),
  ]);
  if (puts.length === 0) return;
  await writeBind(db, writing, puts);
  await moveCounts(db, 'activeCnt', {
    bySeg: tally(puts, ({ seg }) => seg),
    byLot: tally(puts, ({ lotId }) => lotId),
    byProduct: tally(puts, ({ productId }) => productId),
  });
};

/** Codes that an agent or a shop had before they were bound to anything are in his stock from now on. */
const countHeld = async (db: Db, firmId: number, packings: readonly Packing[]): Promise<void> => {
  const binds = packings.flatMap(({ judged: { fresh } }) =>
    fresh ? merged(fresh.codes.map(toRun)).map((run) => ({ ...run, ...fresh.target })) : [],
  );
  if (binds.length > 0) await moveStock(db, firmId, stockOf(await heldItems(db, firmId, binds), binds, 1));
};
