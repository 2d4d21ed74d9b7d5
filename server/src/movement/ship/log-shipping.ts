import { BizType, DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import type { Db } from '../../kit/db/database.ts';
import type { Actor } from '../actor.ts';
import type { JudgedLine } from './judge/judge-lines.ts';
import type { Doc } from '../document/lock-docs.ts';
import { logMoves, runText } from '../document/log-moves.ts';

/** Logs a shipment: the document where it is new, and each line as it was scanned. */
export const logShipping = async (
  db: Db,
  actor: Actor,
  doc: Doc,
  shipping: readonly JudgedLine[],
  { opId, isNew, itemQty }: { opId: number; isNew: boolean; itemQty: number },
): Promise<void> => {
  if (isNew) await logMoves(db, doc.firmId, actor, DeliverAct.create, doc, [{ itemQty }], { opId });
  const act = doc.bizType === BizType.takeBack ? DeliverAct.takeBack : DeliverAct.ship;
  await logMoves(
    db,
    doc.firmId,
    actor,
    act,
    doc,
    shipping.map(({ line, counted, conflicts }) => ({
      run: { seg: line.seg, from: line.from, to: line.to },
      codeText: runText(line.code, line.lastCode),
      itemQty: counted.items,
      note: conflicts.length > 0 || line.runs.length > 1 ? '已剔除部分编码' : '',
    })),
    { opId },
  );
};
