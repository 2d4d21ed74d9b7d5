import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { readCustody, type CustodyPiece } from '../../../codes/state/custody/read-custody.ts';
import { merged, type Run } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';
import { pieceFinder } from '../../find-piece.ts';
import { holderNames, partyKey, type Party } from '../../holder-names.ts';
import type { JudgedLine } from './judge-lines.ts';

/** Who has goods; on their way, whoever they are sent to. */
export const toHolder = ({ shipStatus, holderKind, holderId }: CustodyPiece): Party =>
  shipStatus === Shipping.shipped || shipStatus === Shipping.signed
    ? { kind: holderKind, id: holderId ?? 0 }
    : { kind: Holder.firm, id: 0 };

/** The name of who has the first code of each of some lines. */
export const readHolders = async (db: Db, firmId: number, judged: readonly JudgedLine[]): Promise<string[]> => {
  const firsts = judged.map(({ line }): Run => ({ seg: line.seg, from: line.runs[0]!.from, to: line.runs[0]!.from }));
  const custody = await readCustody(db, firmId, merged(firsts));
  const pieceOf = pieceFinder(custody);
  const firm = { kind: Holder.firm, id: 0 };
  const holders = firsts.map(({ seg, from }) => {
    const piece = pieceOf({ seg, serial: from });
    return piece ? toHolder(piece) : firm;
  });
  const names = await holderNames(db, firmId, holders);
  return holders.map((holder) => names.get(partyKey(holder)) ?? '');
};
