import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';

/** What is read again when something was packed or opened. */
export const packingChanges = [
  packingApi.list,
  packingApi.cards,
  packingApi.recent,
  identityApi.children,
  identityApi.parents,
  identityApi.info,
];
