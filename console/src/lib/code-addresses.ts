/** Addresses of codes that screens of several domains lead to. */
export const segmentList = '/identity/identityManager';
export const codeQuery = `${segmentList}?tab=query`;
export const codePage = (code: string): string => `${segmentList}/code/${encodeURIComponent(code)}`;
