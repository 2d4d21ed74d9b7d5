import type { RefusalText } from '../kit/codes.ts';

export const payoutRefusals = {
  undecided: [62401, '上一笔发放状态未明确，不能重发'],
  notFailed: [62402, '只有发放失败的红包可以重发'],
  received: [62403, '用户已领取，不能撤销'],
  notHeld: [62436, '只有冻结的红包可以解冻或驳回'],
  merchantIncomplete: [62407, '商户配置不完整'],
  notAnswered: [62440, '微信支付没有给出结果（{reason}），请稍后再查'],
  merchantMoving: [62441, '该商户有发放未结束，暂不能修改商户号、AppID和接口地址'],
  handled: [62439, '该差异已处理'],
  notCancellable: [62438, '当前状态不能撤销'],
  notClosable: [62437, '只有发放失败或已退款的红包可以关闭'],
  stillUnknown: [62418, '发放结果未明，正在查询，暂不能撤销'],
} as const satisfies Record<string, RefusalText>;
