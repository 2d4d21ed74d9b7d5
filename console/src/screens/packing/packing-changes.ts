import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { packingApi } from '@zhuiyuan/contract/packing/packing';

/** What is read again when something was packed or opened. */
export const packingChanges = [
  packingApi.list,
  packingApi.boxes,
  packingApi.cards,
  packingApi.recent,
  packLogApi.list,
  identityApi.children,
  identityApi.parents,
  identityApi.info,
];
