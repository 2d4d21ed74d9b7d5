import type { RefusalText } from '../kit/codes.ts';

export const messageRefusals = {
  notResendable: [62680, '只有失败、已跳过或结果不明的消息可以重发'],
  unsure: [62681, '上次发送结果不明，重发可能重复送达，请确认'],
  notWaiting: [62682, '只有待发送的人工消息可以取消'],
  nobody: [62683, '没有符合条件的消费者'],
  tooMany: [62684, '一次最多发送给{n}人，请缩小范围'],
  noApp: [62685, '请先在商户配置中填写公众号 AppID 与 AppSecret'],
  syncFailed: [62686, '同步失败：{reason}'],
} as const satisfies Record<string, RefusalText>;
