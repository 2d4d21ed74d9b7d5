import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { deliverLogApi } from '@zhuiyuan/contract/movement/document/deliver-log';
import { signListApi } from '@zhuiyuan/contract/movement/sign/sign-list';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';

/** What is read again when goods were shipped, taken back or signed for. */
export const deliverChanges = [
  deliverApi.list,
  deliverApi.info,
  deliverApi.lines,
  deliverApi.lineCodes,
  deliverApi.products,
  deliverApi.diffs,
  deliverApi.history,
  deliverApi.recentCancels,
  deliverLogApi.list,
  signListApi.list,
  signListApi.counts,
  identityApi.info,
  identityApi.timeline,
];
