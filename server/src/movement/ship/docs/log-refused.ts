import type { DeliverAct } from '@zhuiyuan/contract/movement/move-enums';
import type { Db } from '../../../kit/db/database.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Actor } from '../../actor.ts';
import { logMoves, type LoggedDoc } from './log-moves.ts';

/** Refusals of a domain have numbers of their own; what is merely not filled in is not worth a line. */
const firstNumber = 1000;
/** Said to whoever repeats a request, or comes at a bad moment: nothing about the goods. */
const aside = new Set([61097, 61098, 61071]);

interface Row {
  code: string;
  errCode: number;
  errMsg: string;
}

const toRows = (refusal: Refusal): Row[] => {
  const rows = (refusal.data as { rows?: Row[] } | null)?.rows;
  if (rows) return rows;
  return refusal.code < firstNumber || aside.has(refusal.code)
    ? []
    : [{ code: '', errCode: refusal.code, errMsg: refusal.message }];
};

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
        toRows(error).map(({ code, errCode, errMsg }) => ({ codeText: code, errCode, errMsg })),
        { draftKey },
      );
    throw error;
  }
};
