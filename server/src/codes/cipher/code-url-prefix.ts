import { UrlStyle } from '@zhuiyuan/contract/codes/state/code-enums';
/**
 * What stands before a code in its printed address, so that address = prefix + code: the link prefix it was imported with,
 * a short link, a GS1 Digital Link, or nothing.
 */
export const codeUrlPrefix = (
  task: { urlStyle: number; urlHost: string; urlPrefix?: string },
  gtin: string | null,
): string => {
  if (task.urlPrefix) return task.urlPrefix;
  if (task.urlStyle === UrlStyle.code) return '';
  return task.urlStyle === UrlStyle.gs1 && gtin ? `${task.urlHost}/01/${gtin}/21/` : `${task.urlHost}/c/`;
};
