import type { RefusalText } from '../../kit/codes.ts';

/** Why a prize is not handed out, in the words its winner reads. */
export const claimRefusals = {
  void: [62342, '该中奖记录经核实存在异常，已取消'],
  outsideWechat: [62233, '请在微信中打开'],
  claimed: [62301, '奖品已领取'],
  expired: [62302, '奖品已过期'],
  held: [62303, '奖品正在审核中，请耐心等待'],
  incomplete: [62304, '领取信息不完整：{field}'],
  noAddress: [62314, '请先填写收货信息'],
  closed: [62319, '该奖品已关闭，不能领取'],
  notCash: [62320, '该奖品不通过微信发放，请按奖品页的说明领取'],
  notAuthorized: [62322, '微信授权未成功，请重试'],
  tooOften: [62321, '重新领取次数已达上限，请联系客服'],
} as const satisfies Record<string, RefusalText>;
