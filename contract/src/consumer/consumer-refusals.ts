import type { RefusalText } from '../kit/codes.ts';

export const consumerRefusals = {
  /** With the balance of now as `balance`. */
  pointsMoved: [62601, '积分余额已变化，请核对后重新提交'],
  notListed: [62602, '该消费者不在黑名单中'],
  handled: [62603, '该命中记录已处理'],
} as const satisfies Record<string, RefusalText>;
