import type { FullDraft } from '../full-drafts.ts';

/** Changes of the rules that warn. */
export const policeDrafts: Record<string, FullDraft> = {
  '/admin/lottery/police/rule/update': {
    draft: ({ policeRuleId, firmId, productId, agentId, fundStaffId }) => ({
      id: policeRuleId,
      firmId,
      name: '满规则',
      policeType: 1,
      level: 2,
      params: { minCodes: 77, windowDays: 14, toleranceKm: 60, ipCounts: true },
      productIds: [productId],
      agentIds: [agentId],
      notifyIds: [fundStaffId],
      silenceMin: 77,
      status: 1,
    }),
    shown: ['/admin/lottery/police/rule/list', '/admin/lottery/police/rule/info'],
  },
};
