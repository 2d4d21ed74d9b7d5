import { refuseUsedPrize, refuseUsedScope } from './campaign/activity/refuse-used.ts';
import { recordRecall } from './codes/ops/record-recall.ts';
import { checkRangeOfLot } from './codes/state/check-range-of-lot.ts';
import { judgeLocated } from './diversion/judge-scan.ts';
import { warnOfFound } from './diversion/warn-of-found.ts';
import type { Hearers } from './kit/db/events.ts';
import type { Jobs } from './kit/jobs/jobs.ts';
import { mayReadFile } from './private-files.ts';
import { refuseUsedFolder } from './media/attachment.ts';
import { findFirmNotice } from './parties/firm/find-issue-bar.ts';
import { findLotPattern } from './parties/firm/find-lot-pattern.ts';
import { checkDays } from './movement/document/check-days.ts';
import { countSent } from './movement/ship/count-sent.ts';
import { giveBackQuota, useQuota } from './parties/firm/firm-quota.ts';
import { leaveAgent as leaveAgentOfPromoters } from './parties/promoter/promoter-writes.ts';
import { leaveAgent } from './parties/salesman/salesman-writes.ts';
import { findLogistics } from './movement/document/find-logistics.ts';
import { findIdentifier } from './registration/find-identifier.ts';
import { tellWon } from './message/tell-claims.ts';
import { tellPayout, tellRedemption, tellVerified } from './message/tell-events.ts';
import { bookPayout } from './payout/book-payout.ts';
import { openWon } from './payout/cash/open-won.ts';
import { tellClaim } from './payout/cash/tell-claim.ts';
import { sumReturned } from './payout/sum-returned.ts';
import { refuseMoving } from './payout/refuse-moving.ts';
import { bookPacket } from './red/book-packet.ts';
import { offerPacket } from './red/code/offer-packet.ts';
import { allocateToActivity } from './campaign/activity/publish-activity.ts';
import { allocateToRed } from './red/active/red-active-writes.ts';
import { refuseUsedType } from './red/active/refuse-used-type.ts';
import { settleVerifications } from './redeem/settle-verifications.ts';
import { bookRemit } from './settlement/remit-money.ts';
import { followPayee } from './settlement/payee.ts';
import { checkHasNode, followChange, followCodes } from './registration/queue-registration.ts';
import { insertDefaultPoliceRules } from './police/default-rules.ts';
import { insertDefaultRules } from './risk/default-rules.ts';
import { insertPresetFlowTypes } from './trace/flow/flow-type-writes.ts';
import { refusePrinted } from './codes/tasks/printed-gtins.ts';
import { refuseUsedClass } from './trace/product/product.ts';

/** Who hears what the domains tell and ask, in this order. */
export const hearers = (jobs: Pick<Jobs, 'send'>): Hearers => ({
  events: {
    'trace.changed': [(db, changed) => followChange({ jobs }, db, changed)],
    'codes.changed': [followCodes],
    'firm.created': [insertPresetFlowTypes, insertDefaultRules, insertDefaultPoliceRules],
    'agent.removed': [leaveAgent, leaveAgentOfPromoters],
    'lot.recalling': [recordRecall],
    'cash.won': [openWon],
    'merchant.moving': [refuseMoving],
    'payout.turned': [tellClaim, bookPayout, bookPacket, bookRemit, tellPayout],
    'prizes.won': [tellWon],
    'prize.verified': [tellVerified],
    'redemption.turned': [tellRedemption],
    'deductible.cleared': [settleVerifications],
    'payee.changed': [followPayee],
    'budget.allocating': [allocateToActivity, allocateToRed],
    'prize.withdrawing': [refuseUsedPrize],
    'scope.withdrawing': [refuseUsedScope],
    'redType.removing': [refuseUsedType],
    'scan.attached': [judgeLocated],
  },
  questions: {
    'barcode.changing': refusePrinted,
    'category.removing': async (db, category) => {
      await refuseUsedFolder(db, category);
      await refuseUsedClass(db, category);
    },
    'admin.firm-notice': findFirmNotice,
    'code.packet': offerPacket,
    'codes.issuing': useQuota,
    'codes.registering': checkHasNode,
    'codes.withdrawn': giveBackQuota,
    'days.checking': checkDays,
    'goods.sent': countSent,
    'file.reading': mayReadFile,
    'flow.naming-range': checkRangeOfLot,
    'inspection.warned': warnOfFound,
    'lot.naming': findLotPattern,
    'money.returned': sumReturned,
    'trace.identifier': findIdentifier,
    'trace.logistics': findLogistics,
  },
});
