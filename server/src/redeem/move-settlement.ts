import type { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { Db } from '../kit/db/database.ts';

type State = (typeof SettleState.options)[number]['value'];

/**
 * Brings verifications from one state of settlement to another: those a remittance pays, and back when it is rejected. Whoever calls
 * holds the accounts they were credited to. Throws where one is not, or no longer, as it was.
 */
export const moveSettlement = async (
  db: Db,
  { firmId, ids, from, to }: { firmId: number; ids: readonly number[]; from: State; to: State },
): Promise<void> => {
  if (ids.length === 0) return;
  const { numUpdatedRows } = await db
    .updateTable('prizeVer')
    .set({ settleState: to })
    .where('firmId', '=', firmId)
    .where('id', '=', (row) => row.fn<number>('any', [row.val([...ids])]))
    .where('status', '=', VerStatus.done)
    .where('settleState', '=', from)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== ids.length) throw new Error('verifications of a remittance were settled otherwise');
};
