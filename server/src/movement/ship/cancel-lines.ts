import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readOwnCustody, type CustodyPiece } from '../../codes/state/custody/read-custody.ts';
import { writeCustody, type CustodyPut } from '../../codes/state/custody/write-custody.ts';
import { chunked, type Writing } from '../../codes/state/put-spans.ts';
import { merged, without, clipped, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { countShipped, type Counters } from '../document/counters.ts';
import { keepDocs } from '../document/keep-docs.ts';
import type { Doc } from '../document/lock-docs.ts';
import { logMoves, textsOfRuns } from '../document/log-moves.ts';
import { takeLines, type TakenRun } from '../document/take-lines.ts';
import { addAll } from '../../kit/add-all.ts';

const byOp = <P extends { opId: number }>(pieces: readonly P[]): Map<number, P[]> => {
  const groups = new Map<number, P[]>();
  for (const piece of pieces) {
    const own = groups.get(piece.opId);
    if (own) own.push(piece);
    else groups.set(piece.opId, [piece]);
  }
  return groups;
};

/** What held for shipped runs before they were shipped by a document, as the trails of the shipments have it; nothing where nobody had them. */
const readBefore = async (
  db: Db,
  firmId: number,
  deliverId: number,
  taken: readonly TakenRun[],
): Promise<CustodyPiece[]> => {
  const pieces: CustodyPiece[] = [];
  const runs = byOp(taken);
  for (const chunk of chunked([...runs.keys()])) {
    const { rows } = await sql<CustodyPiece & { opId: number }>`
      select i.op_id, i.seg, (b ->> 'from')::int8 as "from", (b ->> 'to')::int8 as "to", (b ->> 'seq')::int8 as seq, (b ->> 'shipStatus')::int as ship_status,
        (b ->> 'holderKind')::int as holder_kind, (b ->> 'holderId')::int8 as holder_id, (b ->> 'deliverId')::int8 as deliver_id,
        b ->> 'shipAt' as ship_at, b ->> 'signAt' as sign_at
      from code_op_item i cross join lateral jsonb_array_elements(i.before) b
      where i.firm_id = ${firmId} and i.op_id = any(${chunk}::bigint[]) and (i.after ->> 'deliverId')::int8 = ${deliverId}
        and (i.after ->> 'shipStatus')::int = ${sql.lit(Shipping.shipped)} and (b ->> 'shipStatus') is not null`.execute(
      db,
    );
    // A code that was taken back and appended again stands in the trails of both: only the shipment of its line says what held before.
    for (const [opId, own] of byOp(rows))
      addAll(
        pieces,
        clipped(own, merged(runs.get(opId)!)).map(({ opId: _op, ...piece }) => piece),
      );
  }
  return pieces;
};

/** Goods that nobody but the firm has: as good as never shipped. */
const nobody = {
  shipStatus: Shipping.cancelled,
  holderKind: Holder.firm,
  holderId: null,
  deliverId: null,
  shipAt: null,
  signAt: null,
};

/**
 * Takes back what of a document is under way, or what of that lies in some runs: whatever held before the shipment holds again, as
 * the trail of the shipment has it. Refuses goods that moved since (61074). The caller holds the locks and moves the counters last.
 */
export const cancelLines = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  writing: Writing,
  doc: Doc,
  { runs, at, reason, counters }: { runs: readonly Run[] | undefined; at: string; reason: string; counters: Counters },
): Promise<TakenRun[]> => {
  const { firmId, opId } = writing;
  const taken = await takeLines(db, doc, runs, {
    status: DeliverStatus.cancelled,
    at,
    by: actor.operatorId,
    reason,
  });
  if (taken.length === 0) return [];
  const all = merged(taken);
  const held = await readOwnCustody(db, firmId, all);
  const here = held.filter(({ shipStatus, deliverId }) => shipStatus === Shipping.shipped && deliverId === doc.id);
  if (without(all, here).length > 0) throw refuse(moveRefusals.movedSince);
  const before = await readBefore(db, firmId, doc.id, taken);
  const puts: CustodyPut[] = [
    ...before.map(({ seg, from, to, shipStatus, holderKind, holderId, deliverId, shipAt, signAt }) => ({
      seg,
      from,
      to,
      custody: { shipStatus, holderKind, holderId, deliverId, shipAt, signAt },
    })),
    ...without(all, before).map((run) => ({ ...run, custody: nobody })),
  ];
  await writeCustody(db, writing, puts);
  for (const goods of taken) countShipped(counters, doc, goods, -1);
  const texts = await textsOfRuns(db, keyring, taken);
  await logMoves(
    db,
    firmId,
    actor,
    DeliverAct.cancel,
    doc,
    taken.map((run, nth) => ({ run, codeText: texts[nth]!, itemQty: run.itemQty, note: reason })),
    { opId },
  );
  await keepDocs(db, firmId, [doc.id]);
  return taken;
};
