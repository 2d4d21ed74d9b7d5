import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { readOwnCustody } from '../../codes/state/custody/read-custody.ts';
import { clipped, countCodes, merged, toRun } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { refuseAll } from '../../packing/named-codes.ts';
import type { Actor } from '../actor.ts';
import { beginMove } from '../begin-move.ts';
import { beginAgain } from '../begin-again.ts';
import { cancelLines } from './cancel-lines.ts';
import { moveCounters, noCounters } from './document/counters.ts';
import { lockDocs } from './document/lock-docs.ts';
import { judgeCancel, type CancelledCode } from './judge/judge-cancel.ts';
import { nowText } from './now-text.ts';

type Cancelled = DataOf<typeof shipApi.aloneCancel>;

const requireGood = (codes: readonly CancelledCode[]): void => {
  const bad = codes.flatMap((one) => one.bad ?? []);
  if (bad.length > 0) throw refuseAll(bad);
};

/** 单码撤销, 箱码撤销: takes back the shipments of some codes, by whatever documents, all or none. */
export const cancelCodes = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { codes, isBox, reason, idemKey }: { codes: readonly string[]; isBox: boolean; reason: string; idemKey?: string },
): Promise<Cancelled> => {
  const before = await judgeCancel(db, keyring, codes, isBox, actor.firmId);
  // Codes of nobody's are of no firm that an operation could be opened for.
  if (before.firmId === undefined) throw refuseAll(before.codes.flatMap((one) => one.bad ?? []));
  const { firmId } = before;
  const named = before.codes.flatMap((one) => one.named ?? []);
  const runs = merged(named.map(toRun));
  const op = await beginMove(db, actor, {
    firmId,
    opType: OpType.cancelShip,
    idemKey,
    request: { cancelCodes: before.codes.map(({ code }) => code), isBox, reason },
    reason,
    runs,
  });
  if (op.former) return op.former as Cancelled;
  requireGood(before.codes);
  const docs = await lockDocs(
    db,
    before.codes.flatMap(({ deliverId }) => deliverId ?? []),
  );
  await lockRuns(db, firmId, runs);
  requireGood((await judgeCancel(db, keyring, codes, isBox, firmId)).codes);
  const custody = await readOwnCustody(db, firmId, runs);
  if (custody.some(({ deliverId }) => !docs.has(deliverId ?? 0))) throw beginAgain();
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const at = await nowText(db);
  const counters = noCounters();
  const done: Cancelled = { codes: 0, itemQty: 0, docs: [] };
  for (const doc of docs.values()) {
    const own = clipped(
      custody.filter(({ deliverId }) => deliverId === doc.id),
      runs,
    );
    const taken = await cancelLines(db, keyring, actor, writing, doc, { runs: own, at, reason, counters });
    const itemQty = taken.reduce((sum, run) => sum + run.itemQty, 0);
    done.codes += countCodes(taken);
    done.itemQty += itemQty;
    done.docs.push({ id: doc.id, deliverNo: doc.deliverNo, itemQty });
  }
  await emit(db, 'codes.changed', { firmId, runs });
  await moveCounters(db, firmId, counters);
  await closeOp(db, op.id, { total: done.codes, ok: done.codes, result: done });
  return done;
};
