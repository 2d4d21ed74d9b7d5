import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { keptBack } from './claim-due.ts';

/** Lets payouts go out now that waited while somebody was on the firm's list. */
export const wakePayouts = async (db: Db, uids: readonly number[]): Promise<void> => {
  if (uids.length === 0) return;
  await db
    .updateTable('payout')
    .set({ nextRunAt: sql<string>`now()`, errMsg: '' })
    .where('state', '=', BillState.new)
    .where('errMsg', '=', keptBack)
    .where('redInfoId', 'in', (row) =>
      row
        .selectFrom('redInfo')
        .where('uid', 'in', [...uids])
        .select('id'),
    )
    .execute();
};
