import { blackApi, riskApi } from '@zhuiyuan/contract/consumer/black';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';

/** What is read again after something was done with a consumer. */
export const consumerChanges = [
  consumerApi.list,
  consumerApi.info,
  consumerApi.timeline,
  consumerApi.pointLog,
  consumerApi.risks,
  blackApi.list,
  riskApi.hits,
];

/** 期限 as forms offer it. */
export const terms = [
  { value: 1, label: '1 天' },
  { value: 7, label: '7 天' },
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
  { value: 0, label: '永久' },
];
