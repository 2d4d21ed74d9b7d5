import type { RefusalText } from '../kit/codes.ts';

/** Refusals about firms and their partners (61xxx). */
export const partyRefusals = {
  reviewOver: [61100, '企业不在待审核状态，请刷新后重试'],
  quotaUnlimited: [61101, '该企业不限码额度，无需增加'],
} as const satisfies Record<string, RefusalText>;
