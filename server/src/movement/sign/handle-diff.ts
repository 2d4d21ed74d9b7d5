import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { DiffAct, DiffKind, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import type { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { StopKind } from '../../codes/state/code-states.ts';
import { readStops } from '../../codes/state/pieces.ts';
import type { Writing } from '../../codes/state/put-spans.ts';
import { merged, without, type Run } from '../../codes/state/ranges.ts';
import { withChildren } from '../../codes/state/with-children.ts';
import { writeStop } from '../../codes/state/write-stop.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid, notFound, refuse, stale } from '../../kit/refusal.ts';
import { refuseAll } from '../../packing/named-codes.ts';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Actor } from '../actor.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { cancelLines } from '../ship/cancel-lines.ts';
import { moveCounters, noCounters } from '../document/counters.ts';
import { lockDocs } from '../document/lock-docs.ts';
import { signLines, completeShop } from '../ship/sign-lines.ts';
import { judgeSign } from './judge-sign.ts';

type Draft = InputOf<typeof signApi.handleDiff>;

const opTypes: Record<number, number> = {
  [DiffAct.sign]: OpType.sign,
  [DiffAct.takeBack]: OpType.cancelShip,
  [DiffAct.lost]: OpType.cancelShip,
  [DiffAct.noted]: OpType.sign,
};
const lostReason = '运输丢失';

/** Lost goods are stopped wherever they turn up, with whatever is in them. */
const freezeLost = async (db: Db, writing: Writing, runs: readonly Run[]): Promise<void> => {
  const all = await withChildren(db, writing.firmId, runs);
  const stopped = await readStops(db, writing.firmId, all);
  const free = without(all, stopped);
  if (free.length > 0) await writeStop(db, writing, free, { kind: StopKind.frozen, reason: lostReason, former: [] });
};

/**
 * Handles a difference: 补签 signs for its code, 退回 takes its shipment back, 报失 takes it back and freezes it, 已知悉 only says that
 * somebody knows. 409 when it was handled already.
 */
export const handleDiff = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { id, act, remark, idemKey }: Draft,
): Promise<{ id: number }> => {
  const found = await db
    .selectFrom('deliverDiff')
    .where('id', '=', id)
    .select(['firmId', 'deliverId'])
    .executeTakeFirst();
  if (!found) throw notFound();
  const { firmId } = found;
  const op = await beginMove(db, actor, {
    firmId,
    opType: opTypes[act]!,
    idemKey,
    request: { handleDiff: { id, act, remark } },
    reason: remark.slice(0, 100),
    params: { deliverId: found.deliverId, diffId: id },
  });
  if (op.former) return op.former as { id: number };
  const doc = (await lockDocs(db, [found.deliverId])).get(found.deliverId)!;
  const diff = await db
    .selectFrom('deliverDiff')
    .where('id', '=', id)
    .select(['kind', 'code', 'state', 'seg', 'serial'])
    .executeTakeFirstOrThrow();
  if (diff.state !== DiffState.open) throw stale();
  if (act !== DiffAct.noted) {
    if (diff.kind === DiffKind.extra || diff.seg === null) throw invalid('act', '编码不在发货单内，只能标记为已知悉');
    const code = { seg: diff.seg, from: diff.serial!, to: diff.serial! };
    await lockRuns(db, firmId, [code]);
    const { runs, bad } = await judgeSign(db, keyring, doc, [diff.code]);
    if (bad.length > 0) throw refuseAll(bad);
    if (runs.length === 0 && act !== DiffAct.sign) throw refuse(moveRefusals.signedAlready);
    const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
    const counters = noCounters();
    const at = await nowText(db);
    const note = remark;
    if (act === DiffAct.sign) {
      const taken = await signLines(db, keyring, actor, writing, doc, { runs, at, note, counters });
      if (taken.length > 0) await completeShop(db, doc);
    } else {
      const reason = act === DiffAct.lost ? lostReason : remark.slice(0, 100) || '差异退回';
      await cancelLines(db, keyring, actor, writing, doc, { runs, at, reason, counters });
      if (act === DiffAct.lost) await freezeLost(db, writing, runs);
    }
    await emit(db, 'codes.changed', { firmId, runs: merged(runs) });
    await moveCounters(db, firmId, counters);
  }
  await db
    .updateTable('deliverDiff')
    .set({ state: DiffState.handled, act, remark, handledBy: actor.operatorId, handledAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await closeOp(db, op.id, { total: 1, ok: 1, result: { id } });
  return { id };
};
