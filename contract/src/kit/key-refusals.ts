import type { RefusalText } from './codes.ts';

/** Refusals of calls that make a row and bring a key. */
export const keyRefusals = {
  otherContent: [61199, '刚才的提交已经保存成功，内容与现在填写的不同。请关闭后刷新列表，再编辑保存的那一条'],
} as const satisfies Record<string, RefusalText>;
