/** What stands before a code in its printed address, so that address = prefix + code: a short link, a GS1 Digital Link, or nothing. */
export const codeUrlPrefix = (task: { urlStyle: number; urlHost: string }, gtin: string | null): string => {
  if (task.urlStyle === 3) return '';
  return task.urlStyle === 2 && gtin ? `${task.urlHost}/01/${gtin}/21/` : `${task.urlHost}/c/`;
};
