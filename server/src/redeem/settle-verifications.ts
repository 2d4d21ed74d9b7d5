import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { Db } from '../kit/db/database.ts';
import type { DedOwner } from '../parties/deductible/deductible-account.ts';

/**
 * What a cleared balance covered is settled: a shop's with whoever owed it, then a dealer's with the firm. The account is locked,
 * so that nothing is added to it meanwhile.
 */
export const settleVerifications = async (db: Db, cleared: DedOwner): Promise<void> => {
  const { firmId, ownerKind, ownerId, peerKind, peerId } = cleared;
  const valid = db.updateTable('prizeVer').where('firmId', '=', firmId).where('status', '=', VerStatus.done);
  if (ownerKind === DeductibleOwner.shop)
    await valid
      .set({ settleState: SettleState.shop })
      .where('shopId', '=', ownerId)
      .where(
        'agentId',
        peerKind === DeductibleOwner.agent ? '=' : 'is',
        peerKind === DeductibleOwner.agent ? peerId : null,
      )
      .where('settleState', '=', SettleState.open)
      .execute();
  else
    await valid
      .set({ settleState: SettleState.agent })
      .where('agentId', '=', ownerId)
      .where('settleState', '=', SettleState.shop)
      .execute();
};
