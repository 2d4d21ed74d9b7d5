import { enumeration } from '../kit/enumeration.ts';

/** 兑换单状态. */
export const RedemptionStatus = enumeration({
  waiting: { value: 0, label: '审核中', tone: 'wait' },
  closed: { value: 1, label: '已关闭', tone: 'gone' },
  passed: { value: 2, label: '审核通过', tone: 'doing' },
  rejected: { value: 3, label: '已驳回', tone: 'bad' },
  finished: { value: 4, label: '核销完成', tone: 'good' },
});
export type RedemptionStatus = (typeof RedemptionStatus.options)[number]['value'];

/** Who carries parcels: what is chosen from when something is shipped. */
export const shipCompanies = [
  '顺丰速运',
  '中通快递',
  '圆通速递',
  '韵达快递',
  '申通快递',
  '极兔速递',
  '京东快递',
  '中国邮政',
  'EMS',
  '德邦快递',
  '菜鸟速递',
  '安能物流',
  '跨越速运',
  '其他快递',
] as const;

/** Days after shipping at which a parcel counts as received. */
export const finishDays = 15;
/** Days after which an order that nobody shipped is a warning. */
export const unshippedDays = 30;
