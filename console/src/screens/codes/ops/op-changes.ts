import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';

/** What is read again after an operation went on, ended or was taken back. */
export const opChanges = [codeOpApi.list, codeOpApi.info, identityApi.list, identityApi.info];
