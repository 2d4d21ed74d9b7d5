import type { Domain } from '../kit/http/domain.ts';
import { mountFirm } from './firm/firm.ts';
import { mountShop } from './shop/shop.ts';
import { mountShopApply } from './shop/shop-apply.ts';
import { mountShopInvite } from './shop/shop-invite.ts';
import { mountShopLink } from './shop/shop-link.ts';
import { mountShopSettlement } from './deductible/shop-settlement.ts';
import { mountPromoter } from './promoter/promoter.ts';
import { mountChannel } from './channel/channel.ts';
import { mountAgent } from './agent/agent.ts';
import { mountAgentDeductible } from './deductible/agent-deductible.ts';
import { mountSalesman } from './salesman/salesman.ts';
import { mountInspector } from './inspector/inspector.ts';
import { mountInspection } from './inspector/inspection.ts';
import { leaveAgent } from './salesman/salesman-writes.ts';
import { leaveAgent as leaveAgentOfPromoters } from './promoter/promoter-writes.ts';
import { findFirmNotice } from './firm/find-issue-bar.ts';
import { useQuota, giveBackQuota } from './firm/firm-quota.ts';
import { findLotPattern } from './firm/find-lot-pattern.ts';

/** Firms, dealers, shops and the people who work for them. */
export const parties = {
  mounts: [
    mountFirm,
    mountShop,
    mountShopApply,
    mountShopInvite,
    mountShopLink,
    mountShopSettlement,
    mountPromoter,
    mountChannel,
    mountAgent,
    mountAgentDeductible,
    mountSalesman,
    mountInspector,
    mountInspection,
  ],
  hears: {
    'agent.removed': [leaveAgent, leaveAgentOfPromoters],
  },
  answers: {
    'admin.firm-notice': findFirmNotice,
    'codes.issuing': useQuota,
    'codes.withdrawn': giveBackQuota,
    'lot.naming': findLotPattern,
  },
} satisfies Domain;
