import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { refuse } from '../kit/refusal.ts';

/** A row of an uploaded file. */
export interface SheetRow {
  /** As a spreadsheet program numbers it; the titles are in the first row that has any. */
  rowNo: number;
  /** Texts as shown: days as `yyyy-MM-dd`, numbers without grouping. Trailing empty cells may be missing. */
  cells: string[];
  /** What is wrong with a cell by itself, by its place. */
  faults?: Map<number, string>;
}

/** What a file may weigh. */
export interface SheetLimits {
  /** Data rows, without the titles and without empty rows. */
  rows: number;
  bytes: number;
}

/** A spreadsheet shows no longer text than this; a longer one is a fault of its row. */
export const longestCell = 32_767;

export const tooLong = '内容超过32767个字符';

export const unreadable = (reason: string) => refuse(jobRefusals.unreadable, { reason });
