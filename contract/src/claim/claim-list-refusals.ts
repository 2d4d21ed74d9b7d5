import type { RefusalText } from '../kit/codes.ts';

/** Why a posting or a claim is not changed (623xx). */
export const claimListRefusals = {
  turned: [62311, '兑换单状态已变化，请刷新'],
  tooLong: [62317, '领取有效期最长延至中奖后365天'],
  notByPost: [62330, '该奖品不支持邮寄，请到店领取'],
  filed: [62331, '收货信息已提交，如需修改请先取消'],
  onItsWay: [62332, '奖品已发货，不能取消'],
  notShipped: [62333, '兑换单尚未发货，不能完成'],
  notOpen: [62334, '只有未领取的奖品可以延期或关闭'],
  held: [62335, '奖品正在发放或邮寄中，不能关闭'],
  inReview: [62336, '奖品正在审核中，请先处理审核'],
  notLater: [62337, '新的有效期须晚于当前有效期'],
} as const satisfies Record<string, RefusalText>;
