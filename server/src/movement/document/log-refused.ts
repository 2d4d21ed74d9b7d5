import type { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import type { Db } from '../../kit/db/database.ts';
import { Refusal } from '../../kit/refusal.ts';
import { refusedRows } from '../../kit/refused-rows.ts';
import type { Actor } from '../actor.ts';
import { logMoves, type LoggedDoc } from './log-moves.ts';

/**
 * Carries out an act on goods, and logs what is refused: a line for each refused code, outside of the transaction that the refusal
 * undoes, under the document or else under the draft it was for. `db` is in no transaction.
 */
export const logRefused = async <T>(
  db: Db,
  firmId: number,
  actor: Actor,
  act: (typeof DeliverAct.options)[number]['value'],
  { doc = {}, draftKey = '' }: { doc?: LoggedDoc; draftKey?: string },
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal)
      await logMoves(
        db,
        firmId,
        actor,
        act,
        doc,
        refusedRows(error).map(({ code, errCode, errMsg }) => ({ codeText: code, errCode, errMsg })),
        { draftKey },
      );
    throw error;
  }
};
