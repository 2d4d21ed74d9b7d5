import type { RefusalText } from '../kit/codes.ts';

export const fundRefusals = {
  budgetShort: [62108, '资金池余额不足，无法锁定活动预算'],
  poolShort: [62405, '资金池余额不足'],
  merchantIncomplete: [62407, '商户配置不完整'],
  merchantHasPool: [62411, '该商户已有资金池'],
  paused: [62412, '商户余额不足，发放已暂停'],
  ownReview: [62419, '须由另一人复核'],
  poolMoved: [62431, '资金池已有资金往来，不能删除，可以停用'],
  merchantUsed: [62432, '商户已有资金池，不能删除'],
  reviewed: [62433, '该申请已复核'],
  budgetClosed: [62434, '活动已结束，不能再划拨预算'],
  tooManyDays: [62011, '查询时间跨度不能超过{n}天'],
} as const satisfies Record<string, RefusalText>;
