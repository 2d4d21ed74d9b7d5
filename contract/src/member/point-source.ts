import { enumeration } from '../kit/enumeration.ts';

/** Why points moved. */
export const PointSource = enumeration({
  order: { label: '订单' },
  sign: { label: '签到' },
  system: { label: '后台操作' },
  scan: { label: '首扫' },
  draw: { label: '抽奖' },
  share: { label: '分享' },
  redeem: { label: '兑换' },
  expire: { label: '过期' },
});
export type PointSource = (typeof PointSource.options)[number]['value'];
