import type { FullDraft } from '../full-drafts.ts';

/** Changes of red packet activities. */
export const redDrafts: Record<string, FullDraft> = {
  '/admin/lottery/red/active/update': {
    draft: ({ redActiveId, redTypeId, redMchConfId, firmId }) => ({
      id: redActiveId,
      firmId,
      name: '满红包活动',
      redTypeId,
      kind: 'NORMAL',
      channel: 'UPLOAD',
      scene: 'PRODUCT_4',
      payKind: 1,
      mchConfId: redMchConfId,
      sendName: '满商户',
      wishing: '满祝福',
      amountMode: 1,
      amountMin: 120,
      amountMax: 880,
      budgetAmount: 120_000,
      packetLimit: 77,
      limitUserDay: 3,
      startAt: '2026-03-01 08:00:00',
      endAt: '2098-09-30 20:00:00',
      status: 1,
      remark: '满备注',
    }),
    // One kind alone is sent, and packets of random amounts need a most.
    keptWhenBlank: ['kind', 'amountMax'],
    history: ['red_active_note'],
    shown: ['/admin/lottery/red/active/list', '/admin/lottery/red/active/info'],
  },
};
