import type { RefusalText } from '../kit/codes.ts';

export const redRefusals = {
  budgetShort: [62404, '红包活动剩余预算不足'],
  overMerchant: [62406, '金额超出商户单笔限额'],
  groupStopped: [62408, '裂变红包接口已停用'],
  hasOpen: [62415, '存在未完结的红包，不能删除'],
  typeUsed: [62450, '该类型下存在红包活动，不能删除'],
  begun: [62451, '红包活动已发出红包，只能追加预算、延后结束时间、修改祝福语和备注'],
  ended: [62452, '红包活动已结束，不能修改'],
} as const satisfies Record<string, RefusalText>;
