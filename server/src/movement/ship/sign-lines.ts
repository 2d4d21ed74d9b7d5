import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readOwnCustody } from '../../codes/state/custody/read-custody.ts';
import { writeCustody } from '../../codes/state/custody/write-custody.ts';
import type { Writing } from '../../codes/state/put-spans.ts';
import { merged, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../actor.ts';
import { countSigned, type Counters } from '../document/counters.ts';
import { keepDocs } from '../document/keep-docs.ts';
import type { Doc } from '../document/lock-docs.ts';
import { logMoves, textsOfRuns } from '../document/log-moves.ts';
import { takeLines, type TakenRun } from '../document/take-lines.ts';
import { endReview } from '../../parties/shop/end-review.ts';

/**
 * Signs for what of a document is under way, or for what of that lies in some runs: the receiver has it now. The caller holds the
 * locks and moves the counters last. Answers the runs that were signed for.
 */
export const signLines = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  writing: Writing,
  doc: Doc,
  { runs, at, note, counters }: { runs: readonly Run[] | undefined; at: string; note: string; counters: Counters },
): Promise<TakenRun[]> => {
  const { firmId, opId } = writing;
  const taken = await takeLines(db, doc, runs, { status: DeliverStatus.signed, at, by: actor.operatorId });
  if (taken.length === 0) return [];
  const held = await readOwnCustody(db, firmId, merged(taken));
  await writeCustody(
    db,
    writing,
    held.map(({ seg, from, to, deliverId, shipAt }) => ({
      seg,
      from,
      to,
      custody: {
        shipStatus: Shipping.signed,
        holderKind: doc.toKind,
        holderId: doc.toKind === Holder.firm ? null : doc.toId,
        deliverId,
        shipAt,
        signAt: at,
      },
    })),
    at,
  );
  for (const goods of taken) countSigned(counters, doc, goods, at);
  const texts = await textsOfRuns(db, keyring, taken);
  await logMoves(
    db,
    firmId,
    actor,
    DeliverAct.sign,
    doc,
    taken.map((run, nth) => ({ run, codeText: texts[nth]!, itemQty: run.itemQty, note })),
    { opId },
  );
  await keepDocs(db, firmId, [doc.id]);
  return taken;
};

/** A shop that signs for goods the first time has begun its business. */
export const completeShop = async (db: Db, { toKind, toId }: Pick<Doc, 'toKind' | 'toId'>): Promise<void> => {
  if (toKind === Holder.shop) await endReview(db, toId);
};
