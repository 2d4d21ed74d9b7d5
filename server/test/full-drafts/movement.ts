import type { FullDraft } from '../full-drafts.ts';

/** Drafts of what is said of shipping documents. */
export const movementDrafts: Record<string, FullDraft> = {
  '/admin/identity/deliver/update/logistics': {
    draft: ({ deliverId }) => ({
      id: deliverId,
      logisticsName: '德邦物流',
      logisticsNo: 'DPK360211845270',
      plateNo: '浙A·8F72K',
      driver: '韩立',
    }),
    secrets: ['idemKey'],
    history: ['deliver_log'],
    shown: ['/admin/identity/deliver/info'],
  },
};
