import { OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { boxRun, findHolding } from '../../codes/state/custody/find-holding.ts';
import { readCustody, type CustodyPiece } from '../../codes/state/custody/read-custody.ts';
import { countCodes, merged, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../actor.ts';
import { beginMove } from '../begin-move.ts';
import { beginAgain } from '../begin-again.ts';
import type { Counters } from '../document/counters.ts';
import type { Doc } from '../document/lock-docs.ts';
import { signLines, completeShop } from './sign-lines.ts';

/** There are three levels. */
const mostClimbs = 2;

/** The documents by which some codes are on their way. */
export const docsUnderWay = async (db: Db, firmId: number, runs: readonly Run[]): Promise<number[]> => {
  const custody = await readCustody(db, firmId, runs);
  return [
    ...new Set(
      custody.flatMap(({ shipStatus, deliverId }) => (shipStatus === Shipping.shipped ? (deliverId ?? []) : [])),
    ),
  ];
};

/** Some codes, and the outermost boxes of those that lie in any. */
const outermost = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  let level = merged(runs);
  for (let climb = 0; climb < mostClimbs; climb += 1) {
    const holdings = await findHolding(db, firmId, level);
    if (holdings.length === 0) break;
    level = merged([...without(level, holdings), ...holdings.map(boxRun)]);
  }
  return level;
};

/**
 * 自动签收: what is still on its way to a sender who need not sign is signed for when he ships it on, each document by an operation
 * of its own. `docs` are locked.
 */
export const signEarlier = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  firmId: number,
  docs: ReadonlyMap<number, Doc>,
  custody: readonly CustodyPiece[],
  { at, counters }: { at: string; counters: Counters },
): Promise<void> => {
  const underWay = custody.filter(({ shipStatus }) => shipStatus === Shipping.shipped);
  const ids = [...new Set(underWay.flatMap(({ deliverId }) => deliverId ?? []))].sort((a, b) => a - b);
  for (const id of ids) {
    const doc = docs.get(id);
    // It came by another document while its locks were waited for.
    if (!doc) throw beginAgain();
    const runs = await outermost(
      db,
      firmId,
      underWay.filter(({ deliverId }) => deliverId === id),
    );
    const op = await beginMove(db, actor, {
      firmId,
      opType: OpType.sign,
      request: { signEarlier: id },
      reason: '自动签收',
      params: { deliverId: id },
      runs,
    });
    const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
    const taken = await signLines(db, keyring, actor, writing, doc, { runs, at, note: '自动签收', counters });
    if (taken.length > 0) await completeShop(db, doc);
    const signed = countCodes(taken);
    await closeOp(db, op.id, { total: signed, ok: signed, result: { signed } });
  }
};
