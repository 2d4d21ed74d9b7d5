import { enumeration } from '../kit/enumeration.ts';

/** 触发事件: what consumers are told of by itself. */
const events = {
  WIN: { label: '中奖' },
  PAY_SENT: { label: '红包已发放' },
  PAY_RECEIVED: { label: '红包已到账' },
  PAY_FAILED: { label: '红包发放失败' },
  CLAIM_EXPIRE_SOON: { label: '奖品即将到期' },
  VERIFIED: { label: '奖品已核销' },
  REDEEM_APPROVED: { label: '兑换已通过' },
  REDEEM_REJECTED: { label: '兑换未通过' },
  REDEEM_SHIPPED: { label: '奖品已发货' },
} as const;

export const MessageEvent = enumeration(events);
export type MessageEvent = (typeof MessageEvent.options)[number]['value'];

/** What a message is about: an event, or what staff wrote. */
export const MessageKind = enumeration({ ...events, NOTICE: { label: '人工消息' } });
export type MessageKind = (typeof MessageKind.options)[number]['value'];

/** 渠道. */
export const MessageChannel = enumeration({
  inner: { value: 0, label: '站内', tone: 'kind' },
  wechat: { value: 1, label: '公众号', tone: 'kind' },
});

/** 发送状态. What is unknown is never sent again by itself. */
export const MessageStatus = enumeration({
  waiting: { value: 0, label: '待发送', tone: 'idle' },
  sending: { value: 3, label: '发送中', tone: 'doing' },
  sent: { value: 1, label: '已发送', tone: 'good' },
  failed: { value: 2, label: '失败', tone: 'bad' },
  unknown: { value: 4, label: '结果不明', tone: 'wait' },
  skipped: { value: 5, label: '已跳过', tone: 'gone' },
});
export type MessageStatus = (typeof MessageStatus.options)[number]['value'];

/** Why a message was left out, as its row says it. */
export const skipReasons = {
  notFollowing: '未关注',
  notSubscribed: '未订阅',
  overQuota: '超出当日限额',
  withdrawn: '已取消',
} as const;

/** Nobody is woken by a message of WeChat's from this hour on until that one, Asia/Shanghai. */
export const quietFrom = 22;
export const quietUntil = 8;
