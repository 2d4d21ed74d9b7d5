import { mostRowLetters, tooLongRow, unreadable } from './sheet.ts';
import { toColumn, type OpenRow } from './xlsx-cell.ts';
import type { XlsxZip } from './xlsx-zip.ts';

/** Merged areas a sheet may have. */
const mostMerges = 500_000;
/** Letters of one element that names an area. */
const longestTag = 512;

/** The first column of a merged area, and its rows, both ends inclusive. */
interface Merge {
  column: number;
  first: number;
  last: number;
}

const mergeTag = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;

/**
 * The merged areas of a sheet that reach over several rows, in the order of their first ones. They stand behind the rows, which
 * are therefore read a second time.
 */
export const readMerges = async (zip: XlsxZip, sheet: string, mostBytes: number): Promise<Merge[]> => {
  const merges: Merge[] = [];
  let left = '';
  for await (const piece of zip.texts(sheet, mostBytes)) {
    const text = left + piece;
    let end = 0;
    for (const match of text.includes('mergeCell') ? text.matchAll(mergeTag) : []) {
      end = match.index + match[0].length;
      const [, letters = '', first, last] = match;
      if (first === last) continue;
      if (merges.length >= mostMerges) throw unreadable('合并单元格过多，请取消合并后上传');
      merges.push({ column: toColumn(letters), first: Number(first), last: Number(last) });
    }
    left = text.slice(Math.max(end, text.length - longestTag));
  }
  return merges.toSorted((a, b) => a.first - b.first);
};

interface Carried {
  last: number;
  text: string;
  fault: string | undefined;
}

/** Carries the value of merged cells down into the rows that have something of their own; rows without stay empty. */
export class MergeCarrier {
  private at = 0;
  private isFirst = true;
  private readonly open = new Map<number, Carried>();

  /** Areas that begin in the first row stay there where it is one of titles. */
  constructor(
    private readonly merges: readonly Merge[],
    private readonly hasTitles: boolean,
  ) {}

  /** Rows come in their order; `columns` are those that are wanted. Refuses a row that gets too long. */
  carry(row: OpenRow, columns: number): void {
    const isTitle = this.isFirst && this.hasTitles;
    this.isFirst = false;
    for (const [column, { last, text, fault }] of this.open)
      if (row.rowNo > last) this.open.delete(column);
      else putDown(row, column, text, fault);
    if (row.letters > mostRowLetters) throw tooLongRow(row.rowNo);
    for (let merge = this.merges[this.at]; merge && merge.first <= row.rowNo; merge = this.merges[(this.at += 1)]) {
      const { column, first, last } = merge;
      if (isTitle || first < row.rowNo || column >= columns) continue;
      this.open.set(column, { last, text: row.cells[column] ?? '', fault: row.faults?.get(column) });
    }
  }
}

/** What a merged cell shows is the upper one's value, whatever lies behind it. */
const putDown = (row: OpenRow, column: number, text: string, fault: string | undefined): void => {
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = text;
  row.letters += text.length;
  row.faults?.delete(column);
  if (fault) (row.faults ??= new Map()).set(column, fault);
};
