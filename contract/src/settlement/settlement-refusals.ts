import type { RefusalText } from '../kit/codes.ts';

export const settlementRefusals = {
  notAudited: [62501, '打款单尚未审核'],
  noAccount: [62502, '收款账户信息不完整'],
  sameHands: [62503, '审核人与打款人不能为同一人'],
  offsetAbove: [62510, '抵扣金额不能大于余额'],
  audited: [62521, '打款单已审核'],
  over: [62522, '打款单已打款或已驳回'],
  payingOut: [62523, '打款单正在微信打款中，不能执行该操作'],
  candidatesChanged: [62524, '可结算金额已变化，请重新预览'],
} as const satisfies Record<string, RefusalText>;
