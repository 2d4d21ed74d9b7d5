import type { FullDraft } from '../full-drafts.ts';

/** Changes of risk rules and of what a firm says of its consumers. */
export const consumerDrafts: Record<string, FullDraft> = {
  '/admin/lottery/risk/rule/update': {
    draft: ({ riskRuleId }) => ({ id: riskRuleId, threshold: 77, action: 2, status: 1 }),
    shown: ['/admin/lottery/risk/rule/list'],
  },
  '/admin/lottery/customer/config': {
    draft: ({ firmId }) => ({
      firmId,
      scoreHold: 30,
      scoreBlock: 70,
      needPhone: true,
      geoMode: 2,
      privacyText: '我们只收集发放奖品所需的信息。',
      scanLimit: 90,
      drawLimit: 15,
      firstPoints: 5,
      sharePoints: 3,
      pointsMonths: 18,
      collectFields: [{ key: 'phone', required: true }],
      collectReason: '用于发放奖品',
      servicePhone: '400-800-1234',
      serviceHours: '9:00-18:00',
      serviceQr: '/media/service.png',
      followOn: true,
      followQr: '/media/account.png',
    }),
    keptWhenBlank: ['followQr'],
    history: ['consumer_config', 'consumer_config_note', 'point_rule'],
  },
};
