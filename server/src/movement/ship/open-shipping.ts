import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import type { BegunOp } from '../../codes/ops/begin-op.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../actor.ts';
import { beginMove } from '../begin-move.ts';
import type { NamedLine } from './judge/read-lines.ts';
import type { ShipDraft } from './ship-goods.ts';

/** Opens the operation of a shipment, or finds that this very one was carried out before. */
export const openShipping = (
  db: Db,
  actor: Actor,
  idemKey: string | undefined,
  draft: ShipDraft,
  lines: readonly NamedLine[],
): Promise<BegunOp> => {
  const { firmId, head, deliverId, confirmOver, onBad, happenedAt } = draft;
  const runs = lines.flatMap((line) => line.runs);
  return beginMove(db, actor, {
    firmId,
    opType: head?.bizType === BizType.takeBack ? OpType.takeBack : OpType.ship,
    idemKey,
    request: { ship: { head, deliverId, lines: draft.lines, confirmOver, onBad, happenedAt } },
    reason: head?.reason,
    runs,
  });
};
