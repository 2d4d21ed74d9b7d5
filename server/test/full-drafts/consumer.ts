import type { FullDraft } from '../full-drafts.ts';

/** Changes of risk rules and of what a firm says of its consumers. */
export const consumerDrafts: Record<string, FullDraft> = {
  '/admin/lottery/risk/rule/update': {
    draft: ({ riskRuleId }) => ({ id: riskRuleId, threshold: 77, action: 2, status: 1 }),
    shown: ['/admin/lottery/risk/rule/list'],
  },
};
