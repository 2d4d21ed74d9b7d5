import { fitsLotPattern } from '@zhuiyuan/contract/trace/lot/lot-pattern';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { refuse } from '../../kit/refusal.ts';

declare module '../../kit/db/events.ts' {
  interface Questions {
    /** The firm's rule for lot numbers, '' without one. */
    'lot.naming': { asks: { firmId: number }; answers: string };
  }
}

/** Holds the number of a lot that is made, or gets another number, against its firm's rule. */
export const checkLotNo = async (db: Db, firmId: number, lotNo: string): Promise<void> => {
  const pattern = await ask(db, 'lot.naming', { firmId });
  if (!fitsLotPattern(pattern, lotNo))
    throw refuse(traceRefusals.lotNoOfRule, { pattern }, { fields: [{ field: 'lotNo' }] });
};
