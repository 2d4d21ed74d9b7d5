import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { refuse } from '../refusal.ts';

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

/** What a spreadsheet has at most, in any program. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;
/** Letters of one row, and of all rows: a small workbook can name one long text in every cell. */
export const mostRowLetters = 1024 * 1024;
export const mostLetters = 256 * 1024 * 1024;

/** The titles of a file and its rows below them; `close` when it is no longer read, read to its end or not. */
export interface OpenSheet {
  titles: string[];
  rows: AsyncGenerator<SheetRow>;
  close: () => Promise<void>;
}

/** Columns that an error file adds; they are passed over when it comes back. */
export const errorTitles = ['行号', '字段', '错误代码', '错误原因', '处理建议'] as const;

/** A spreadsheet shows no longer text than this; a longer one is a fault of its row. */
export const longestCell = 32_767;

export const tooLong = '内容超过32767个字符';

const keptLetters = 200;

/** What is kept of a text that is too long: enough to find it again, and it says that the rest is missing. */
export const cutText = (text: string): string => `${text.slice(0, keptLetters)}…（内容过长，已截断）`;

/** What a cell holds that a spreadsheet program has shortened, as `6.90123E+15`: the digits behind are lost. */
const shortenedNumber = /^[+-]?\d(?:\.\d+)?E\+\d{2,3}$|^[+-]?\d\.\d+E\d{2,3}$/i;

const lostDigits = '已被Excel缩短，后面的数字已丢失，请将该列设为文本格式后重新填写';

/** What is wrong with a text by itself, wherever it comes from. */
export const findFault = (text: string): string | undefined => {
  if (text.length > longestCell) return tooLong;
  return shortenedNumber.test(text) ? lostDigits : undefined;
};

export const tooWide = (rowNo: number) => unreadable(`第${rowNo}行超过${mostColumns}列`);
export const tooLongRow = (rowNo: number) => unreadable(`第${rowNo}行超过1MB，请检查引号是否成对`);

export const unreadable = (reason: string) => refuse(sheetRefusals.unreadable, { reason });

export const tooBig = ({ rows, bytes }: SheetLimits) =>
  refuse(sheetRefusals.tooBig, {
    rows: rows % 10_000 === 0 ? `${rows / 10_000}万` : rows,
    mb: Math.floor(bytes / 1024 / 1024),
  });

/** What a program could take for a formula: `= + - @`, their full-width forms, or a control character in front. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const startsFormula = /^[=+\-@\u0000-\u001f\u007f\uff1d\uff0b\uff0d\uff20]/;

/** What XML, and a text of the database, cannot hold. */
export const unwritable =
  // oxlint-disable-next-line no-control-regex -- XML has no place for these
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Takes off again what `safeCell` put before a text: a file that went out comes back with the texts it had. */
export const bareCell = (text: string): string => (text.startsWith("'") && isGuarded(text) ? text.slice(1) : text);

/** Whether an export puts an apostrophe in front: also of a text that begins as one that got it, so that each comes back as it was. */
export const isGuarded = (text: string): boolean => startsFormula.test(text.replace(/^'+/, ''));
