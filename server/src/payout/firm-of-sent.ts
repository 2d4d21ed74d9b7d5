import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { Db } from '../kit/db/database.ts';

/** The firm of a red packet activity that staff sent of by hand; nothing for any other number. */
export const firmOfSent = async (db: Db, redActiveId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('redInfo')
      .where('redActiveId', '=', redActiveId)
      .where('source', 'in', [PaySource.hand, PaySource.upload])
      .where('attemptNo', '>', 0)
      .select('firmId')
      .limit(1)
      .executeTakeFirst()
  )?.firmId;
