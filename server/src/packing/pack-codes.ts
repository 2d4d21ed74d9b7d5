import type { packingApi, PackDraft } from '@zhuiyuan/contract/packing/packing';
import { Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { beginOp, closeOp } from '../codes/ops/begin-op.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { findNamed, isBad, type BadCode, type NamedCode } from './named-codes.ts';
import { packBoxes, type PackAsk } from './pack-boxes.ts';
import { toRun } from '../codes/state/ranges.ts';

type Packed = DataOf<typeof packingApi.alone>;

/** What packing is told beside the box and its codes when it happened earlier (补录). */
export interface Late {
  occurredAt: string;
  reason: string;
}

/** The box and the codes that texts name. Throws what stands against the box's; `asks` is the first code's level where none is given. */
export const namePacking = async (
  db: Db,
  keyring: Keyring,
  { parentCode, children: texts }: { parentCode: string; children: readonly string[] },
  asks?: number,
): Promise<PackAsk> => {
  const [parent, ...scanned] = await findNamed(db, keyring, [parentCode, ...texts]);
  if (isBad(parent!)) {
    const fields = [{ field: 'parentCode', message: parent.errMsg }];
    throw new Refusal(parent.errCode, parent.errMsg, { fields });
  }
  const unknown = scanned.filter((one): one is BadCode => isBad(one));
  const children = scanned.filter((one): one is NamedCode => !isBad(one));
  return { parent: parent!, children, unknown, asks: asks ?? children[0]?.level ?? Level.item };
};

/**
 * Packs codes into a box, all or none: 61031 with every code that stands against it. A code that lies in the box already
 * counts as done. `asks` is the level that the station packs.
 */
export const packCodes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { idemKey, ...draft }: PackDraft,
  { asks, late }: { asks?: number; late?: Late },
): Promise<Packed> => {
  const ask = await namePacking(db, keyring, draft, asks);
  const { parent, children } = ask;
  const op = await beginOp(db, operator, {
    firmId: parent.firmId,
    opType: OpType.pack,
    idemKey: idemKey ?? randomUUID(),
    request: { pack: draft, ...(late ? { late } : {}) },
    reason: late?.reason,
    params: {
      runs: [toRun(parent)],
      runCount: 1,
      level: ask.asks,
      ...(late ? { isLate: true } : {}),
    },
  });
  if (op.former) return op.former as Packed;
  const work = { ...draft, occurredAt: late?.occurredAt };
  const [packed] = await packBoxes(db, keyring, operator, op.id, [ask], work);
  if (packed instanceof Refusal) throw packed;
  const { childCnt, capacity, boxState, same } = packed!;
  const result: Packed = { opId: op.id, childCnt, capacity, boxState, repeat: same.size };
  await closeOp(db, op.id, { total: children.length, ok: children.length, result });
  return result;
};
