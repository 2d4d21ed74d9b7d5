import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { LineDraft } from '@zhuiyuan/contract/movement/ship/ship-draft';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { readOwnCustody } from '../../codes/state/custody/read-custody.ts';
import { byRun, countCodes, merged } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { readLines } from './judge/read-lines.ts';

interface Target {
  firmId: number;
  toKind: number;
  toId: number;
  extNo: string;
}

/**
 * Which lines have arrived, or are on their way, where they go to, by a document of the same external number: a file that is
 * imported again changes nothing of them.
 */
export const shippedBefore = async (
  db: Db,
  keyring: Keyring,
  { firmId, toKind, toId, extNo }: Target,
  drafts: readonly LineDraft[],
): Promise<boolean[]> => {
  const { lines } = await readLines(db, keyring, firmId, drafts);
  const runs = merged(lines.flatMap((line) => line.runs));
  const there = (await readOwnCustody(db, firmId, runs)).filter(
    ({ shipStatus, holderKind, holderId, deliverId }) =>
      deliverId !== null &&
      (shipStatus === Shipping.shipped || shipStatus === Shipping.signed) &&
      holderKind === toKind &&
      (toKind === Holder.firm || holderId === toId),
  );
  const ids = [...new Set(there.map(({ deliverId }) => deliverId!))];
  const same = new Set(
    ids.length === 0
      ? []
      : (await db.selectFrom('deliver').where('id', 'in', ids).where('extNo', '=', extNo).select('id').execute()).map(
          ({ id }) => id,
        ),
  );
  const shipped = there.filter(({ deliverId }) => same.has(deliverId!));
  const before = drafts.map(() => false);
  for (const { at, runs: own } of lines)
    before[at] = byRun(own, shipped).reduce((sum, pieces) => sum + countCodes(pieces), 0) === countCodes(own);
  return before;
};
