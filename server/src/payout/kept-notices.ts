import { sql } from 'kysely';
import { coalesce } from '../kit/db/coalesce.ts';
import type { Db } from '../kit/db/database.ts';
import type { TransferBill } from './wechat-pay/shapes.ts';

/** A callback that was believed; `mchId` is what its merchant is called at WeChat Pay. */
export interface KeptNotice {
  notifyId: string;
  firmId: number;
  mchConfId: number;
  mchId: string;
  bill: TransferBill;
}

/** Who keeps a callback works on it himself; another one does when nothing has become of it in this time. */
const leaseSeconds = 60;

/** Keeps a callback, in one commit with those that come at the same moment; one that is kept already stays. */
export const keepNotice = coalesce<KeptNotice, true>(
  async (db, notices) => {
    await db
      .insertInto('payNotice')
      .values(
        notices.map(({ bill, mchId, ...notice }) => ({
          ...notice,
          bill: JSON.stringify({ bill, mchId }),
          leaseUntil: sql<string>`now() + make_interval(secs => ${leaseSeconds})`,
        })),
      )
      .onConflict((conflict) => conflict.column('notifyId').doNothing())
      .execute();
    return notices.map(() => true);
  },
  ({ notifyId }) => [notifyId],
);

/** Forgets a callback that was taken over. */
export const dropNotice = async (db: Db, notifyId: string): Promise<void> => {
  await db.deleteFrom('payNotice').where('notifyId', '=', notifyId).execute();
};

/** Takes callbacks that nobody works on, the oldest first. */
export const claimNotices = async (db: Db): Promise<KeptNotice[]> => {
  const { rows } = await sql<Omit<KeptNotice, 'bill' | 'mchId'> & { bill: Pick<KeptNotice, 'bill' | 'mchId'> }>`
    update pay_notice set lease_until = now() + make_interval(secs => ${leaseSeconds})
    where notify_id in (select notify_id from pay_notice where lease_until < now() order by lease_until limit 100 for update skip locked)
    returning notify_id, firm_id, mch_conf_id, bill`.execute(db);
  return rows.map(({ bill, ...notice }) => ({ ...notice, ...bill }));
};
