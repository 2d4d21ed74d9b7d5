import {
  bareCell,
  cutText,
  findFault,
  mostColumns,
  mostRowLetters,
  tooLong,
  tooLongRow,
  tooWide,
  type SheetRow,
} from './sheet.ts';
import { plainTime } from './plain-time.ts';
import { dateText } from './xlsx-dates.ts';
import { plainStyle, type CellStyle } from './xlsx-formats.ts';
import { unescaped, type SharedTexts, type RunText } from './xlsx-texts.ts';

/** `BC12` is column 54; -1 when it names none. */
export const toColumn = (reference: string): number => {
  let column = 0;
  // four letters are more columns than there are
  for (const letter of reference.slice(0, 4)) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
};

interface Shown {
  text: string;
  fault?: string;
}

/** What a cell needs to know of its workbook. */
export interface CellRules {
  texts: SharedTexts;
  styles: readonly CellStyle[];
  is1904: boolean;
}

/** Digits a number keeps in a spreadsheet; the rest is already lost when the file is saved. */
const exactDigits = 15;

/** As a spreadsheet program shows a number that is too long for it: digits it does not have are not made up. */
const shortenedText = (value: number): string =>
  value
    .toExponential(5)
    .replace(/\.?0*e/, 'E')
    .replace(/E([+-])(\d)$/, 'E$10$2');

/** A whole number has `digits` digits at least. */
const numberText = (raw: string, digits: number): Shown => {
  const value = Number(raw);
  if (!Number.isFinite(value)) return { text: raw, fault: '数值不正确' };
  if (!Number.isInteger(value)) return { text: String(value) };
  if (Math.abs(value) >= 10 ** exactDigits)
    return { text: shortenedText(value), fault: '超过15位的数字会丢失精度，请将该列设为文本格式后重新填写' };
  return { text: `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(digits, '0')}` };
};

/** A cell as far as it is read. */
export interface Cell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string;
  inline: RunText | undefined;
}

/** What a cell shows, and what is wrong with it. */
const toShownText = (done: Cell, { texts, styles, is1904 }: CellRules): Shown => {
  if (done.hasFormula && done.value === '' && done.type !== 'str') return { text: '', fault: '公式没有计算结果' };
  switch (done.type) {
    case 's': {
      const text = texts.at(Number(done.value));
      return text === undefined ? { text: '', fault: '内容已损坏' } : { text };
    }
    case 'inlineStr':
      return { text: unescaped(done.inline?.text ?? '') };
    case 'b':
      return { text: done.value === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { text: done.value, fault: `是错误值${done.value}` };
    case 'str':
      return { text: unescaped(done.value) };
    case 'd':
      return { text: plainTime(done.value) };
    default: {
      if (done.value === '') return { text: '' };
      const { isDate, digits } = styles[done.style] ?? plainStyle;
      return isDate ? { text: dateText(Number(done.value), is1904) } : numberText(done.value, digits);
    }
  }
};

/** A row that is being read, with the letters it has so far. */
export interface OpenRow extends SheetRow {
  letters: number;
  /** Where a cell goes that does not say it. */
  next: number;
}

/**
 * Puts a cell into its row; an empty one and one beyond `columns` leave no trace. Refuses one outside a sheet, and a row
 * that gets too long.
 */
export const putCell = (row: OpenRow, cell: Cell, rules: CellRules, columns: number): void => {
  const { column } = cell;
  if (column >= mostColumns) throw tooWide(row.rowNo);
  if (column < 0) return;
  row.next = column + 1;
  const { text, fault } = toShownText(cell, rules);
  const trimmed = text.trim();
  const found = fault ?? findFault(trimmed);
  if (trimmed === '' && !found) return;
  row.letters += trimmed.length;
  if (row.letters > mostRowLetters) throw tooLongRow(row.rowNo);
  if (column >= columns) return;
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = found === tooLong ? cutText(trimmed) : bareCell(trimmed);
  if (found) (row.faults ??= new Map()).set(column, found);
};
