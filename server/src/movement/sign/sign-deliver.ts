import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { SignDraft, Signed } from '@zhuiyuan/contract/movement/sign/sign';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { countCodes, merged, toRun, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { findNamed, isBad, refuseAll, toBad, type BadCode, type NamedCode } from '../../packing/named-codes.ts';
import type { Actor } from '../actor.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { moveCounters, noCounters } from '../document/counters.ts';
import { keepDocs } from '../document/keep-docs.ts';
import { lockDocs, type Doc } from '../document/lock-docs.ts';
import { readLinesOf } from '../document/take-lines.ts';
import { signLines, completeShop } from '../ship/sign-lines.ts';
import { chunked } from '../../codes/state/put-spans.ts';
import { parentPlaces, placeKey, type Place } from '../../codes/state/parent-places.ts';
import { judgeSign } from './judge-sign.ts';

/** There are three levels. */
const mostClimbs = 2;

/** Refuses codes that stand in none of a document's lines and lie in no box that does: what came beside a document is 多货. */
const requireInDocument = async (
  db: Db,
  keyring: Keyring,
  { firmId, lines }: { firmId: number; lines: readonly Run[] },
  texts: readonly string[],
): Promise<void> => {
  const named = await findNamed(db, keyring, texts);
  const bad = named.flatMap((one): BadCode[] => {
    if (isBad(one)) return [one];
    return one.firmId === firmId ? [] : [toBad(one.code, codeRefusals.noSuchCode)];
  });
  const holds = ({ seg, serial }: Place) =>
    lines.some((line) => line.seg === seg && line.from <= serial && serial <= line.to);
  const own = named.filter((one): one is NamedCode => !isBad(one) && one.firmId === firmId);
  let outside = own.map((one) => ({ code: one.code, at: one as Place })).filter(({ at }) => !holds(at));
  for (let climb = 0; climb < mostClimbs && outside.length > 0; climb += 1) {
    const boxes = await parentPlaces(
      db,
      firmId,
      outside.map(({ at }) => at),
    );
    const loose = outside.filter(({ at }) => !boxes.has(placeKey(at)));
    bad.push(...loose.map(({ code }) => toBad(code, moveRefusals.notInDocument)));
    outside = outside.flatMap(({ code, at }) => {
      const box = boxes.get(placeKey(at));
      return box && !holds(box) ? [{ code, at: box }] : [];
    });
  }
  bad.push(...outside.map(({ code }) => toBad(code, moveRefusals.notInDocument)));
  if (bad.length > 0) throw refuseAll(bad);
};

/** Keeps what was not as it should be when a document was signed for. */
const keepDiffs = async (
  db: Db,
  keyring: Keyring,
  doc: Doc,
  { diffs, extra }: Pick<SignDraft, 'diffs' | 'extra'>,
): Promise<void> => {
  const all = [
    ...diffs.map(({ code, kind, note, images }) => ({ code, kind, note, images })),
    ...extra.map((one) => ({ ...one, kind: DiffKind.extra })),
  ];
  const found = await findNamed(
    db,
    keyring,
    all.map(({ code }) => code),
  );
  const rows = all.map(({ kind, note, images }, at) => {
    const named = found[at]!;
    const place = isBad(named) || named.firmId !== doc.firmId ? { seg: null, serial: null } : named;
    return {
      firmId: doc.firmId,
      deliverId: doc.id,
      kind,
      code: named.code.slice(0, 80),
      seg: place.seg,
      serial: place.serial,
      note,
      images: JSON.stringify(images),
    };
  });
  for (const chunk of chunked(rows)) await db.insertInto('deliverDiff').values(chunk).execute();
};

/** Goods are signed for by whom they were sent to, or by a member of staff who may: 61077 to who sent them, and nothing of them to others. */
export const requireReceiver = (
  { role }: Actor,
  { fromKind, fromId, toKind, toId }: Pick<Doc, 'fromKind' | 'fromId' | 'toKind' | 'toId'>,
): void => {
  if (!role || (role.kind === toKind && role.id === toId)) return;
  throw role.kind === fromKind && role.id === fromId ? refuse(moveRefusals.notReceiver) : notFound();
};

/**
 * 签收: the receiver has what was sent to him, all of it or what he scanned; differences are kept with the document. What is signed
 * for already counts as done. Refuses a document that was cancelled (61078), somebody who is not its receiver (61077), and codes that
 * stand against it, all or none.
 */
export const signDeliver = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { idemKey, ...draft }: SignDraft,
): Promise<Signed> => {
  const { id } = draft;
  const found = await db
    .selectFrom('deliver')
    .where('id', '=', id)
    .$if(actor.firmId !== undefined, (query) => query.where('firmId', '=', actor.firmId!))
    .select(['firmId', 'fromKind', 'fromId', 'toKind', 'toId'])
    .executeTakeFirst();
  if (!found) throw notFound();
  requireReceiver(actor, found);
  const { firmId } = found;
  const op = await beginMove(db, actor, {
    firmId,
    opType: OpType.sign,
    idemKey,
    request: { sign: draft },
    reason: draft.remark.slice(0, 100),
    params: { deliverId: id, mode: draft.mode },
  });
  if (op.former) return op.former as Signed;
  const doc = (await lockDocs(db, [id])).get(id)!;
  if (doc.status === DeliverStatus.cancelled) throw refuse(moveRefusals.cancelled);
  const lines = await readLinesOf(db, firmId, id);
  const own = new Set(lines.map((line) => line.id));
  if (draft.lineIds.some((lineId) => !own.has(lineId))) throw notFound();
  const open = lines.filter(({ status }) => status === DeliverStatus.shipped);
  await lockRuns(db, firmId, merged(open));
  await requireInDocument(
    db,
    keyring,
    { firmId, lines: lines.filter(({ status }) => status !== DeliverStatus.cancelled) },
    draft.diffs.map(({ code }) => code),
  );
  const runs = await chosenRuns(db, keyring, doc, draft, open);

  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const counters = noCounters();
  const at = await nowText(db);
  const note = draft.remark;
  const taken = await signLines(db, keyring, actor, writing, doc, { runs, at, note, counters });
  const signed = taken.reduce((sum, run) => sum + run.itemQty, 0);
  const remain = doc.itemQty - doc.signQty - signed;
  const isExplained = draft.diffs.length > 0 && draft.diffs.every(({ note: why }) => why !== '');
  if (remain > 0 && draft.remark === '' && !isExplained) throw invalid('remark', '请填写差异说明');
  await keepDiffs(db, keyring, doc, draft);
  if (remain > 0) await keepDocs(db, firmId, [id], { signing: true });
  if (taken.length > 0) {
    await completeShop(db, doc);
    await emit(db, 'codes.changed', { firmId, runs: merged(taken) });
  }
  await moveCounters(db, firmId, counters);
  const result: Signed = { signed, remain, extra: draft.extra.length };
  await closeOp(db, op.id, { total: countCodes(taken), ok: countCodes(taken), result });
  return result;
};

/** Which runs are signed for: all but those with a difference that is not accepted, or the scanned codes and chosen lines. */
const chosenRuns = async (
  db: Db,
  keyring: Keyring,
  doc: Doc,
  { mode, codes, lineIds, diffs }: Omit<SignDraft, 'idemKey'>,
  open: readonly (Run & { id: number })[],
): Promise<Run[]> => {
  if (mode === 'all') {
    const refused = await findNamed(
      db,
      keyring,
      diffs.filter(({ signs }) => !signs).map(({ code }) => code),
    );
    const left = refused.flatMap((one) => (isBad(one) ? [] : [toRun(one)]));
    return without(merged(open), left);
  }
  if (codes.length === 0 && lineIds.length === 0 && diffs.length === 0) throw invalid('codes', '请扫描要签收的编码');
  const chosen = new Set(lineIds);
  const wholes = open.filter(({ id }) => chosen.has(id));
  const accepted = diffs.filter(({ signs }) => signs).map(({ code }) => code);
  const { runs, bad } = await judgeSign(db, keyring, doc, [...codes, ...accepted]);
  if (bad.length > 0) throw refuseAll(bad);
  return merged([...runs, ...wholes]);
};
