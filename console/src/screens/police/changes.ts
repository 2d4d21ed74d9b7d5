import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { policeRuleApi } from '@zhuiyuan/contract/police/police-rule';

/** What an act on a warning changes. */
export const eventReads = [
  policeEventApi.list,
  policeEventApi.info,
  policeEventApi.stat,
  policeEventApi.hits,
  policeEventApi.compare,
  policeEventApi.map,
  policeRuleApi.list,
] as const;
