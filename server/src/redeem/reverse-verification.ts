import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { sql } from 'kysely';
import { reopenClaim } from '../campaign/turn-claim.ts';
import type { Db } from '../kit/db/database.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { holdShopAccount, takeBackCredit } from '../parties/deductible/credit-shop.ts';

/** How long a verification can be taken back. */
export const reversibleHours = 24;

/**
 * Takes a verification back (冲正), in the transaction of `db`: the shop's credit goes, and the prize can be claimed again for a week
 * at least. Holds the account, the verification, the claim, in this order. Refuses what is settled (62315), older than a day
 * (62310) or taken back already (62320).
 */
export const reverseVerification = async (
  db: Db,
  { id, reason, operatorId }: { id: number; reason: string; operatorId: number },
): Promise<void> => {
  const known = await db
    .selectFrom('prizeVer')
    .where('id', '=', id)
    .select(['firmId', 'shopId', 'agentId'])
    .executeTakeFirst();
  if (!known) throw notFound();
  await holdShopAccount(db, known);
  const ver = await db
    .selectFrom('prizeVer')
    .where('id', '=', id)
    .select([
      'status',
      'settleState',
      'drawId',
      'activityId',
      'prizeId',
      'deductAmount',
      sql<boolean>`ver_at <= clock_timestamp() - make_interval(hours => ${sql.lit(reversibleHours)})`.as('isOld'),
    ])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (ver.status !== VerStatus.done) throw refuse(redeemRefusals.reversed);
  if (ver.settleState !== SettleState.open) throw refuse(redeemRefusals.settled);
  if (ver.isOld) throw refuse(redeemRefusals.tooLate);
  await db.selectFrom('claim').where('drawId', '=', ver.drawId).select('drawId').forUpdate().executeTakeFirstOrThrow();
  await db
    .updateTable('prizeVer')
    .set((row) => ({
      status: VerStatus.reversed,
      reversedAt: sql<string>`clock_timestamp()`,
      reversedBy: operatorId,
      reverseReason: reason,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await takeBackCredit(db, known, {
    verId: id,
    amount: ver.deductAmount,
    activityId: ver.activityId,
    prizeId: ver.prizeId,
    remark: reason,
    operatorId,
  });
  await reopenClaim(db, ver.drawId);
};
