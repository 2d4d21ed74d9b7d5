import { enumeration } from '../../kit/enumeration.ts';

/** What figures are laid out by: time, or rows they are of. */
export const StatAxis = enumeration({
  /** Days; months where the whole time is asked for. */
  day: { label: '日期' },
  hour: { label: '时段' },
  /** The hours of the week, Monday first. */
  weekHour: { label: '星期与时段' },
  activity: { label: '活动' },
  product: { label: '产品' },
  lot: { label: '批次' },
  province: { label: '省份' },
  city: { label: '城市' },
  agent: { label: '经销商' },
  shop: { label: '门店' },
  channel: { label: '渠道' },
  salesman: { label: '业务员' },
  level: { label: '码级' },
  entry: { label: '扫码入口' },
  age: { label: '码龄' },
  mode: { label: '玩法' },
  depth: { label: '分享层级' },
  tier: { label: '奖级' },
  pointSource: { label: '来源' },
});
export type StatAxis = (typeof StatAxis.options)[number]['value'];
