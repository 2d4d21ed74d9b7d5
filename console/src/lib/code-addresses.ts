/** Addresses of codes that screens of several domains lead to. */
export const segmentList = '/identity/identityManager';
export const codeQuery = `${segmentList}?tab=query`;
/** 批量启用 of codes for a lot. */
export const lotActivation = (productId: number, lotId: number): string =>
  `/identity/batchManager/use?productId=${productId}&lotId=${lotId}`;
/** 新增生码任务 for a lot. */
export const lotTask = (productId: number, lotId: number): string =>
  `/identity/taskCreat?productId=${productId}&lotId=${lotId}`;
export const codePage = (code: string): string => `${segmentList}/code/${encodeURIComponent(code)}`;
