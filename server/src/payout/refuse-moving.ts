import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';
import { isTerminal } from './next-state.ts';

const alive = BillState.options.map(({ value }) => value).filter((value) => !isTerminal(value));

/**
 * Refuses another account, app or host for a merchant while any of its attempts is undecided (62441): asked about elsewhere its number is
 * unknown, and would be paid again. The merchant's row is locked: a worker that claims has it shared.
 */
export const refuseMoving = async (db: Db, { firmId, id }: { firmId: number; id: number }): Promise<void> => {
  const undecided = await db
    .selectFrom('payout')
    .where('mchConfId', '=', id)
    .where('firmId', '=', firmId)
    .where('state', 'in', alive)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (undecided) throw refuse(payoutRefusals.merchantMoving);
};
