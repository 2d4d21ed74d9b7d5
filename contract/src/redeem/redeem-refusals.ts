import { claimRefusals } from '../campaign/draw/claim-refusals.ts';
import type { RefusalText } from '../kit/codes.ts';

/** Why a prize is not handed out in a shop, or not taken back (623xx). */
export const redeemRefusals = {
  onHold: claimRefusals.held,
  noCode: [62305, '核销码不存在'],
  used: [62306, '该核销码已使用'],
  expired: [62307, '该核销码已过期'],
  notBound: [62308, '本门店未参与该活动，不能核销'],
  shopStopped: [62309, '门店已停用'],
  tooLate: [62310, '只能冲正24小时内未结算的核销'],
  settled: [62315, '已结算的核销不能冲正'],
  posted: [62318, '该奖品已改为邮寄，核销码已失效'],
  closed: [62323, '该奖品已关闭，核销码已失效'],
  reversed: [62324, '该核销已冲正'],
  tooManyMisses: [62346, '输错核销码次数过多，请10分钟后再试'],
  lastShop: [62340, '活动的到店奖品只剩这家门店核销，请先绑定其他门店'],
} as const satisfies Record<string, RefusalText>;
