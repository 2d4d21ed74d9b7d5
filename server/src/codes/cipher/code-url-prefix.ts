import { Level, UrlStyle } from '@zhuiyuan/contract/codes/state/code-enums';

/** The barcodes in the printed links of a task, by level; null where a level's links name none. */
export interface PrintedGtins {
  gtin: string | null;
  gtinBox: string | null;
  gtinCase: string | null;
}

/** The columns of a task that say how its codes are printed, for {@link codeUrlPrefix}. */
export const printedColumns = [
  'task.urlStyle',
  'task.urlHost',
  'task.urlPrefix',
  'task.gtin',
  'task.gtinBox',
  'task.gtinCase',
] as const;

/** The barcode of a level. */
export const gtinOfLevel = ({ gtin, gtinBox, gtinCase }: PrintedGtins, level: number): string | null => {
  if (level === Level.item) return gtin;
  return level === Level.box ? gtinBox : gtinCase;
};

/**
 * What stands before a code in its printed address, so that address = prefix + code: the link prefix it was imported with,
 * a short link, a GS1 Digital Link, or nothing.
 */
export const codeUrlPrefix = (
  task: PrintedGtins & { urlStyle: number; urlHost: string; urlPrefix?: string },
  level: number,
): string => {
  if (task.urlPrefix) return task.urlPrefix;
  if (task.urlStyle === UrlStyle.code) return '';
  const gtin = task.urlStyle === UrlStyle.gs1 ? gtinOfLevel(task, level) : null;
  return gtin ? `${task.urlHost}/01/${gtin}/21/` : `${task.urlHost}/c/`;
};
