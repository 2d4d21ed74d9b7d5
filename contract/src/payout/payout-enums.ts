import { enumeration } from '../kit/enumeration.ts';

/** State of one attempt. NEW and POSTING are ours, the rest follow WeChat Pay. */
export const BillState = enumeration({
  new: { value: 0, label: '待发送', tone: 'idle' },
  posting: { value: 1, label: '发送中', tone: 'doing' },
  accepted: { value: 2, label: '已受理', tone: 'doing' },
  wait: { value: 3, label: '待确认收款', tone: 'wait' },
  paying: { value: 4, label: '转账中', tone: 'doing' },
  success: { value: 5, label: '转账成功', tone: 'good' },
  fail: { value: 6, label: '转账失败', tone: 'bad' },
  canceling: { value: 7, label: '撤销中', tone: 'doing' },
  cancelled: { value: 8, label: '已撤销', tone: 'gone' },
  unknown: { value: 9, label: '结果未明', tone: 'wait' },
});

const deliveries = {
  SENDING: { label: '发放中', tone: 'doing' },
  SENT: { label: '已发放待领取', tone: 'wait' },
  RECEIVED: { label: '已领取', tone: 'good' },
  FAILED: { label: '发放失败', tone: 'bad' },
  RFUND_ING: { label: '退款中', tone: 'doing', glyph: 'half' },
  REFUND: { label: '已退款', tone: 'gone' },
} as const;

/** 红包发放状态. */
export const Delivery = enumeration(deliveries);

/**
 * What staff read of a payout: its 发放状态, and apart from failures those that were held and that a person took back: nothing of them was
 * ever sent.
 */
export const PayoutStatus = enumeration({
  ...deliveries,
  REJECTED: { label: '已驳回', tone: 'gone', glyph: 'cross' },
});
export type PayoutStatus = (typeof PayoutStatus.options)[number]['value'];

/** Why money goes out. */
export const PaySource = enumeration({
  draw: { value: 0, label: '抽奖' },
  code: { value: 1, label: '红包码' },
  hand: { value: 2, label: '手工' },
  upload: { value: 3, label: '上传' },
  unpack: { value: 4, label: '门店开箱' },
  remit: { value: 5, label: '打款' },
});

/** 发放通道. */
export const PayChannel = enumeration({
  API: { label: '接口' },
  UPLOAD: { label: '上传文件' },
  ACTIVITY: { label: '活动' },
});

/** What an event of an attempt came from. */
export const PayEventSource = enumeration({
  POST: { label: '发起转账' },
  QUERY: { label: '查询' },
  NOTIFY: { label: '回调' },
  CANCEL: { label: '撤销' },
  OP: { label: '人工' },
});

/** 对账差异类型. */
export const ReconDiffType = enumeration({
  oursMore: { value: 1, label: '平台多', tone: 'bad' },
  theirsMore: { value: 2, label: '商户多', tone: 'bad' },
  amount: { value: 3, label: '金额不符', tone: 'bad' },
  state: { value: 4, label: '状态不符', tone: 'bad' },
});

export const ReconState = enumeration({
  open: { value: 0, label: '待处理', tone: 'wait' },
  handled: { value: 1, label: '已处理', tone: 'good' },
});

/** Failures after which nothing is wrong with the receiver and the money is back: he did not confirm in time, or the firm withdrew it. */
export const returnedCodes = ['OVERDUE_CLOSE', 'MCH_CANCEL'] as const;
