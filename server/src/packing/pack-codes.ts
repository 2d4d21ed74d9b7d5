import type { packingApi, PackDraft } from '@zhuiyuan/contract/packing/packing';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import { randomUUID } from 'node:crypto';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { beginOp, closeOp } from '../codes/ops/begin-op.ts';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { Refusal } from '../kit/refusal.ts';
import { findNamed, isBad, type NamedCode } from './named-codes.ts';
import { packBoxes } from './pack-boxes.ts';

type Packed = DataOf<typeof packingApi.alone>;

/**
 * Packs codes into a box, all or none: 61031 with every code that stands against it. A code that lies in the box already
 * counts as done. `asks` is the level that the station packs.
 */
export const packCodes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  { idemKey, ...draft }: PackDraft,
  asks: number,
): Promise<Packed> => {
  const [parent, ...scanned] = await findNamed(db, keyring, [draft.parentCode, ...draft.children]);
  if (isBad(parent!)) {
    const fields = [{ field: 'parentCode', message: parent.errMsg }];
    throw new Refusal(parent.errCode, parent.errMsg, { fields });
  }
  const unknown = scanned.filter(isBad);
  const children = scanned.filter((one): one is NamedCode => !isBad(one));
  const { firmId } = parent!;
  const op = await beginOp(db, operator, {
    firmId,
    opType: OpType.pack,
    idemKey: idemKey ?? randomUUID(),
    request: { pack: draft },
    params: { runs: [{ seg: parent!.seg, from: parent!.serial, to: parent!.serial }], runCount: 1, level: asks },
  });
  if (op.former) return op.former as Packed;
  const [packed] = await packBoxes(db, keyring, operator, op.id, [{ parent: parent!, children, unknown, asks }], draft);
  if (packed instanceof Refusal) throw packed;
  const { childCnt, capacity, boxState, same } = packed!;
  const result: Packed = { opId: op.id, childCnt, capacity, boxState, repeat: same.size };
  await closeOp(db, op.id, { total: children.length, ok: children.length, result });
  return result;
};
