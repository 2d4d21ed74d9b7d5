/**
 * What stands before a code in its printed address, so that address = prefix + code: the link prefix it was imported with,
 * a short link, a GS1 Digital Link, or nothing.
 */
export const codeUrlPrefix = (
  task: { urlStyle: number; urlHost: string; urlPrefix?: string },
  gtin: string | null,
): string => {
  if (task.urlPrefix) return task.urlPrefix;
  if (task.urlStyle === 3) return '';
  return task.urlStyle === 2 && gtin ? `${task.urlHost}/01/${gtin}/21/` : `${task.urlHost}/c/`;
};
