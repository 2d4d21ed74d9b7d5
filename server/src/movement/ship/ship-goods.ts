import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import { OpType, Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq, type BegunOp } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { merged, clipped, without, type Run, toRun } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { countShipped, moveCounters, noCounters } from '../document/counters.ts';
import { filedAs, insertLines, type LinePut } from '../document/insert-lines.ts';
import { keepDocs } from '../document/keep-docs.ts';
import { findAppended, insertDoc, lockForShipping, lockOrder, numberDoc, type DocDraft } from '../document/open-doc.ts';
import { takeOverDraft, logMoves, runText } from '../document/log-moves.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { writeCustody } from '../../codes/state/custody/write-custody.ts';
import { toSerials, type Writing } from '../../codes/state/put-spans.ts';
import type { Doc } from '../document/lock-docs.ts';
import { keepBoxes } from '../../codes/state/boxes.ts';
import type { Holding } from '../../codes/state/custody/find-holding.ts';
import { parentPlaces, placeKey } from '../../codes/state/parent-places.ts';
import { takeOut } from '../../codes/state/custody/write-packing.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { judgeLines, type JudgedLine } from './judge/judge-lines.ts';
import { readLines, type NamedLine } from './judge/read-lines.ts';
import { countBad, describeBad, refuseLines, refuseWhole } from './judge/refuse-lines.ts';
import { requireEnds } from './judge/require-ends.ts';
import { docsUnderWay, signEarlier } from './sign-earlier.ts';

/** What a document's lines are made of: each run of equal product and lot of a scanned line is one, its contents counted. */
const planLines = async (
  db: Db,
  firmId: number,
  judged: readonly JudgedLine[],
  { deliverId, opId, shipDay }: { deliverId: number; opId: number; shipDay: string },
): Promise<(LinePut & { at: number })[]> => {
  const pieces = judged.flatMap(({ line, free, binds }) => {
    const bound = joined(clipped(binds, free));
    const loose = without(free, bound).map((run) => ({ ...run, productId: null, lotId: null }));
    return [...bound, ...loose].map((piece) => ({ ...piece, line }));
  });
  const counted = await countItems(
    db,
    firmId,
    pieces.map(({ seg, from, to }) => [{ seg, from, to }]),
  );
  return pieces.map(({ seg, from, to, productId, lotId, line: { at, mode, level } }, nth) => ({
    at,
    seg,
    from,
    to,
    deliverId,
    opId,
    shipDay,
    mode,
    level,
    productId,
    lotId,
    itemQty: counted[nth]!.items,
    parts: counted[nth]!.parts,
    status: DeliverStatus.shipped,
  }));
};

interface Bound extends Run {
  productId: number | null;
  lotId: number | null;
}

/** Neighbours of one product and lot, whatever their channels and moments, as one run. */
const joined = (pieces: readonly (Run & { productId: number; lotId: number })[]): Bound[] => {
  const result: Bound[] = [];
  for (const { seg, from, to, productId, lotId } of pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from)) {
    const last = result.at(-1);
    if (last?.seg === seg && last.to + 1 === from && last.lotId === lotId) last.to = to;
    else result.push({ seg, from, to, productId, lotId });
  }
  return result;
};

/** Most codes that are taken out of their boxes by one document. */
const mostSplit = 2000;

/** 拆零: takes codes out of the boxes they lie in, which are open again. */
const takeApart = async (db: Db, writing: Writing, packed: readonly Holding[]): Promise<void> => {
  if (packed.length === 0) return;
  const codes = toSerials(merged(packed));
  if (codes.length > mostSplit) throw invalid('lines', `一张发货单最多拆零${mostSplit}个编码`);
  const parents = await parentPlaces(db, writing.firmId, codes);
  const boxes = [...new Map([...parents.values()].map((box) => [placeKey(box), box])).values()];
  await takeOut(db, writing, codes);
  await keepBoxes(db, writing, boxes);
  const runs = merged(boxes.map(toRun));
  await emit(db, 'codes.changed', { firmId: writing.firmId, runs });
};

/** Logs a shipment: the document where it is new, and each line as it was scanned. */
const logShipping = async (
  db: Db,
  actor: Actor,
  doc: Doc,
  shipping: readonly JudgedLine[],
  { opId, isNew, itemQty }: { opId: number; isNew: boolean; itemQty: number },
): Promise<void> => {
  if (isNew) await logMoves(db, doc.firmId, actor, DeliverAct.create, doc, [{ itemQty }], { opId });
  const act = doc.bizType === BizType.takeBack ? DeliverAct.takeBack : DeliverAct.ship;
  await logMoves(
    db,
    doc.firmId,
    actor,
    act,
    doc,
    shipping.map(({ line, counted, conflicts }) => ({
      run: { seg: line.seg, from: line.from, to: line.to },
      codeText: runText(line.code, line.lastCode),
      itemQty: counted.items,
      note: conflicts.length > 0 || line.runs.length > 1 ? '已剔除部分编码' : '',
    })),
    { opId },
  );
};

/** What ships is on its way to the receiver. */
const giveCustody = (
  db: Db,
  writing: Writing,
  shipping: readonly JudgedLine[],
  doc: Doc,
  at: string,
  happenedAt: string | undefined,
) =>
  writeCustody(
    db,
    writing,
    merged(shipping.flatMap(({ free }) => free)).map((run) => ({
      ...run,
      custody: {
        shipStatus: Shipping.shipped,
        holderKind: doc.toKind,
        holderId: doc.toKind === Holder.firm ? null : doc.toId,
        deliverId: doc.id,
        shipAt: at,
        signAt: null,
      },
    })),
    happenedAt,
  );

/** Opens the operation of a shipment, or finds that this very one was carried out before. */
const openShipping = (
  db: Db,
  actor: Actor,
  idemKey: string | undefined,
  draft: ShipDraft,
  lines: readonly NamedLine[],
): Promise<BegunOp> => {
  const { firmId, head, deliverId, confirmOver, onBad, happenedAt } = draft;
  const runs = lines.flatMap((line) => line.runs);
  return beginMove(db, actor, {
    firmId,
    opType: head?.bizType === BizType.takeBack ? OpType.takeBack : OpType.ship,
    idemKey,
    request: { ship: { head, deliverId, lines: draft.lines, confirmOver, onBad, happenedAt } },
    reason: head?.reason,
    runs,
  });
};

export interface ShipDraft extends DocDraft {
  lines: readonly LineDraft[];
  /** More than the order wants, and that is meant. */
  confirmOver?: boolean;
  draftKey?: string;
  idemKey?: string;
  /** What becomes of lines that something stands against: nothing ships, they ship without their bad codes, or they stay behind. */
  onBad?: 'refuse' | 'cut' | 'leave';
  /** When it happened, `yyyy-MM-dd HH:mm:ss`, where that is not now (补录). */
  happenedAt?: string;
  /** Throws where whoever ships may not ship lines of these kinds. */
  permit?: (lines: readonly NamedLine[]) => void;
}

/** What was shipped; no document where every line stayed behind. */
export interface ShipDone {
  doc: { id: number; deliverNo: string; itemQty: number } | null;
  /** What stood against lines, or parts of them, that stayed behind; `at` is the place of the line. */
  bad: { at: number; code: string; errCode: number; errMsg: string }[];
  /** How many codes stayed behind. */
  fail: number;
}

/** What ships of judged lines, and what does not. */
const sortLines = (judged: readonly JudgedLine[], onBad: NonNullable<ShipDraft['onBad']>): JudgedLine[] =>
  judged.filter(({ free, conflicts }) => free.length > 0 && (onBad === 'cut' || conflicts.length === 0));

/**
 * Ships goods by a new document, or more of them by one that nothing was signed of yet. One transaction: codes, custody, stock, the
 * document's sums, the order. Refuses what stands against any line (61031 with `rows` where that is several), a receiver who may not
 * receive (61068, 61069), and more than the order wants unless that is meant (61071).
 */
export const shipGoods = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { idemKey, draftKey = '', permit, ...draft }: ShipDraft,
): Promise<ShipDone> => {
  const { firmId, onBad = 'refuse' } = draft;
  const { lines, bad: unread } = await readLines(db, keyring, firmId, draft.lines);
  permit?.([...lines, ...unread.flatMap(({ line }) => line ?? [])]);
  const runs = merged(lines.flatMap((line) => line.runs));
  const op = await openShipping(db, actor, idemKey, draft, lines);
  if (op.former) return op.former as ShipDone;

  const appended = await findAppended(db, draft);
  const underWay = await docsUnderWay(db, firmId, runs);
  const { docs, doc: former } = await lockForShipping(db, draft, appended, underWay);
  const head = former ?? draft.head;
  if (!head) throw invalid('head', '请选择收货方');
  const ends = await requireEnds(db, firmId, head);
  await lockOrder(db, firmId, former ?? draft.head!, !former);
  await lockRuns(db, firmId, runs);
  const splits = draft.head?.splits ?? false;
  const judged = await judgeLines(db, keyring, firmId, lines, ends, { splits, happenedAt: draft.happenedAt });
  const bad = [...unread, ...(await describeBad(db, keyring, judged))];
  const shipping = sortLines(judged, onBad);
  const fail = countBad(judged, unread);
  if (bad.length > 0 && (onBad === 'refuse' || shipping.length === 0)) throw refuseLines(bad, fail);
  await refuseWhole(db, firmId, shipping, ends, head, draft.confirmOver ?? false);

  const now = await nowText(db);
  const at = draft.happenedAt ?? now;
  const shipDay = at.slice(0, 'yyyy-MM-dd'.length);
  const counters = noCounters();
  await signEarlier(
    db,
    keyring,
    actor,
    firmId,
    docs,
    shipping.flatMap(({ custody }) => custody),
    { at, counters },
  );
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  await takeApart(
    db,
    writing,
    shipping.flatMap(({ packed }) => packed),
  );
  const doc = former ?? (await insertDoc(db, actor, firmId, draft.head!, at));
  const puts = await planLines(db, firmId, shipping, { deliverId: doc.id, opId: op.id, shipDay });
  await giveCustody(db, writing, shipping, doc, at, draft.happenedAt);
  await insertLines(db, firmId, puts);
  for (const put of puts) countShipped(counters, doc, { ...put, recorded: filedAs(put), current: put.parts }, 1);
  const itemQty = puts.reduce((sum, line) => sum + line.itemQty, 0);
  await keepDocs(db, firmId, [doc.id]);
  await logShipping(db, actor, doc, shipping, { opId: op.id, isNew: !former, itemQty });
  if (draftKey) await takeOverDraft(db, firmId, draftKey, doc.id);
  await emit(db, 'codes.changed', { firmId, runs: merged(shipping.flatMap(({ free }) => free)) });
  await moveCounters(db, firmId, counters);
  const deliverNo = former ? doc.deliverNo : await numberDoc(db, doc);
  const rows = bad.map(({ at: place, code, errCode, errMsg }) => ({ at: place, code, errCode, errMsg }));
  const done: ShipDone = { doc: { id: doc.id, deliverNo, itemQty }, bad: rows, fail };
  await closeOp(db, op.id, { total: itemQty, ok: itemQty, result: done });
  return done;
};
