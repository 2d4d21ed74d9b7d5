import { isDateFormat } from './xlsx-dates.ts';

/** How the numbers of a cell style are shown. */
export interface CellStyle {
  isDate: boolean;
  /** Digits that a whole number has at least: 123 under `00000000` is 00000123. */
  digits: number;
}

export const plainStyle: CellStyle = { isDate: false, digits: 1 };

/** Digits of a format of zeros alone, for positive numbers; 1 for others. */
const digitsOf = (code: string): number => {
  const [positive = ''] = code.split(';');
  const bare = positive.replace(/\[[^\]]*\]|[_*]./g, '').trim();
  return /^0+$/.test(bare) ? bare.length : 1;
};

/** What a number format says, by its number and by its code where the workbook has one of its own. */
export const toStyle = (id: number, code: string | undefined): CellStyle => ({
  isDate: isDateFormat(id, code),
  digits: digitsOf(code ?? ''),
});
