import type { RefusalText } from './codes.ts';

/** Refusals of a spreadsheet or text as a whole (61xxx), before anything of it is used. */
export const sheetRefusals = {
  wrongHeader: [61081, '模板不正确，请下载最新模板'],
  emptyFile: [61082, '文件为空'],
  tooBig: [61083, '文件超过{rows}行或{mb}MB'],
  wrongType: [61084, '不支持的文件类型'],
  unreadable: [61086, '文件无法读取：{reason}'],
} as const satisfies Record<string, RefusalText>;
