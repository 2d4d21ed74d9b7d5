import type { RefusalText } from '../../kit/codes.ts';

/** Why a shopper may not draw, in the words he reads. */
export const drawRefusals = {
  noCode: [62200, '未查询到该码信息，请核对后重试'],
  inactive: [62201, '该码尚未启用，无法参与活动'],
  used: [62202, '该码已被他人参与过抽奖'],
  void: [62203, '该码已作废'],
  noActivity: [62204, '该产品暂无可参与的活动'],
  otherRequest: [62205, '请求参数与首次提交不一致'],
  notStarted: [62206, '活动尚未开始'],
  ended: [62207, '活动已结束'],
  paused: [62208, '活动已暂停，请稍后再来'],
  offHours: [62209, '当前时段不在抽奖时间内'],
  dayLimit: [62210, '您今日的抽奖次数已用完'],
  totalLimit: [62211, '您的抽奖次数已达上限'],
  fewPoints: [62212, '积分不足'],
  noConsent: [62213, '请先阅读并同意活动规则与隐私政策'],
  newOnly: [62219, '本活动仅限新用户参与'],
  soldOut: [62220, '奖品已全部发放完毕'],
  ticketOver: [62221, '抽奖凭证已过期，请重新扫码'],
  badTicket: [62222, '抽奖凭证无效'],
  challenge: [62230, '请先完成安全验证'],
  risk: [62231, '当前操作存在风险，请稍后再试'],
  banned: [62232, '您的账号暂时无法参与活动'],
  frozen: [62234, '该产品正在召回或核查中，暂不能参与活动'],
  needsPin: [62235, '请先完成防伪验证再抽奖'],
  busy: [62299, '参与人数较多，请稍后再试'],
} as const satisfies Record<string, RefusalText>;
