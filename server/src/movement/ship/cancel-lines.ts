import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readOwnCustody } from '../../codes/state/custody/read-custody.ts';
import { writeCustody, type CustodyPut } from '../../codes/state/custody/write-custody.ts';
import type { Writing } from '../../codes/state/put-spans.ts';
import { merged, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { countShipped, type Counters } from '../document/counters.ts';
import { keepDocs } from '../document/keep-docs.ts';
import type { Doc } from '../document/lock-docs.ts';
import { logMoves, textsOfRuns } from '../document/log-moves.ts';
import { takeLines, type TakenRun } from '../document/take-lines.ts';
import { readBefore } from './read-before.ts';

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
