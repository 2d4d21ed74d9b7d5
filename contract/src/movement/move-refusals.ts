import type { RefusalText } from '../kit/codes.ts';

/** Refusals about shipping, signing and replenishment (61xxx), worded as the error catalogue has them. */
export const moveRefusals = {
  packed: [61063, '编码已装入{box}，请按箱发货或选择拆零发货'],
  notActive: [61064, '编码未启用，不能发货'],
  void: [61065, '已作废的码不能发货'],
  otherHolder: [61066, '货物不在发货方名下，当前持有方：{holder}'],
  alreadyThere: [61067, '编码已发往该收货方'],
  receiverGone: [61068, '收货方已停用或不存在'],
  notBelow: [61069, '收货方不在发货经销商的下级范围内'],
  boxNotFull: [61070, '箱未装满，不能发货'],
  overOrder: [61071, '超出订单数量{n}，请确认'],
  notShipped: [61072, '该码未处于已发货状态'],
  signedAlready: [61073, '已签收的货物不能撤销，请走退货'],
  movedSince: [61074, '该码已有后续流转记录，请先处理后续记录'],
  notYetShipped: [61076, '未发货，不能签收'],
  notReceiver: [61077, '不是收货方，不能签收'],
  cancelled: [61078, '发货已取消，不能签收'],
  sameEnds: [61079, '发货方与收货方不能相同'],
  applyState: [61130, '申请状态已变化，请刷新'],
  overApplied: [61131, '审核数量不能大于申请数量'],
  orderShipped: [61132, '订单已发货，不能取消'],
  noProduct: [61133, '请至少添加一种产品'],
  emptyBox: [61135, '空箱不能发货'],
  inBoxSign: [61136, '编码在箱{box}内，请扫箱码'],
  upstreamsDiffer: [61141, '货物来自不同的上游，请分开退货'],
  stoppedInside: [61142, '箱内有已冻结或召回的产品，不能发货'],
} as const satisfies Record<string, RefusalText>;
