import { Code } from '@zhuiyuan/contract/kit/codes';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { CustodyPiece } from '../../../codes/state/custody/read-custody.ts';
import type { Db } from '../../../kit/db/database.ts';
import { holderNames, isSame, partyKey } from '../../holder-names.ts';
import type { Ends } from './require-ends.ts';
import type { Standing } from './sort-out.ts';

/**
 * Goods that go back go to whoever sent them. Where some came from this receiver the others came from somebody else (61141), else
 * the receiver is the wrong one.
 */
export const findUpstreams = async (
  db: Db,
  firmId: number,
  custody: readonly CustodyPiece[],
  { bizType, to }: Ends,
): Promise<Standing[]> => {
  if (bizType !== BizType.takeBack || custody.length === 0) return [];
  const ids = [...new Set(custody.flatMap(({ deliverId }) => deliverId ?? []))];
  const docs =
    ids.length === 0
      ? []
      : await db.selectFrom('deliver').where('id', 'in', ids).select(['id', 'fromKind', 'fromId']).execute();
  const senders = new Map(docs.map(({ id, fromKind, fromId }) => [id, { kind: fromKind, id: fromId }]));
  const strange = custody.flatMap((piece) => {
    const sender = senders.get(piece.deliverId ?? 0);
    return sender && !isSame(sender, to) ? [{ piece, sender }] : [];
  });
  if (strange.length === 0) return [];
  const isMixed = strange.length < custody.length || new Set(strange.map(({ sender }) => partyKey(sender))).size > 1;
  const names = await holderNames(
    db,
    firmId,
    strange.map(({ sender }) => sender),
  );
  return strange.map(({ piece: { seg, from, to: last }, sender }) => ({
    seg,
    from,
    to: last,
    why: isMixed
      ? moveRefusals.upstreamsDiffer
      : [Code.invalid, `货物由${names.get(partyKey(sender)) ?? ''}发来，请退给该方`],
    values: {},
  }));
};
