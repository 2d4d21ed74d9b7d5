import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { merged } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { countShipped, moveCounters, noCounters } from '../document/counters.ts';
import { giveCustody } from './give-custody.ts';
import { filedAs, insertLines } from '../document/insert-lines.ts';
import { judgeLines, type JudgedLine } from './judge/judge-lines.ts';
import { keepDocs } from '../document/keep-docs.ts';
import { logShipping } from './log-shipping.ts';
import { nowText } from './now-text.ts';
import { numberDoc } from '../document/number-doc.ts';
import { findAppended, insertDoc, lockForShipping, lockOrder, type DocDraft } from '../document/open-doc.ts';
import { openShipping } from './open-shipping.ts';
import { planLines } from './plan-lines.ts';
import { readLines, type NamedLine } from './judge/read-lines.ts';
import { countBad, describeBad, refuseLines } from './judge/refuse-lines.ts';
import { refuseWhole } from './judge/refuse-whole.ts';
import { requireEnds } from './judge/require-ends.ts';
import { docsUnderWay, signEarlier } from './sign-earlier.ts';
import { takeApart } from './take-apart.ts';
import { takeOverDraft } from '../document/take-over-draft.ts';

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
