import { longestCell, mostColumns, mostRows, unreadable, type SheetRow } from './sheet.ts';
import { readBook, readStyles } from './xlsx-book.ts';
import { toColumn, putCell, type Cell, type CellRules, type OpenRow } from './xlsx-cell.ts';
import { readTexts, RunText } from './xlsx-texts.ts';
import { MergeCarrier, readMerges } from './xlsx-merges.ts';
import { XlsxZip } from './xlsx-zip.ts';

const mostBytes = 3072 * 1024 * 1024;

/**
 * Rows of the first visible sheet of an xlsx file, as spreadsheet programs number them. A formula counts with the value
 * it was saved with. Memory does not grow with the rows; the table of shared texts is bounded. A merged cell carries its
 * value down. Cells beyond `columns` are left out, or beyond the first row's when it is absent: one far cell a row would make
 * each as wide as a sheet can be.
 */
export async function* readXlsx(path: string, columns?: number): AsyncGenerator<SheetRow> {
  const zip = await XlsxZip.open(path);
  try {
    const book = await readBook(zip);
    const rules: CellRules = {
      is1904: book.is1904,
      styles: await readStyles(zip, book.styles),
      texts: await readTexts(zip, book.texts),
    };

    const merges = new MergeCarrier(await readMerges(zip, book.sheet, mostBytes), columns === undefined);

    let ready: SheetRow[] = [];
    let row: OpenRow | undefined;
    let cell: Cell | undefined;
    let isValue = false;
    let rowNo = 0;

    const open = (tag: string, attributes: Record<string, string>) => {
      switch (tag) {
        case 'row': {
          rowNo = toRowNumber(attributes.r, rowNo);
          row = { rowNo, cells: [], letters: 0, next: 0 };
          break;
        }
        case 'c': {
          const reference = attributes.r;
          cell = {
            column: reference ? toColumn(reference) : (row?.next ?? 0),
            type: attributes.t ?? 'n',
            style: Number(attributes.s ?? 0),
            hasFormula: false,
            value: '',
            inline: undefined,
          };
          break;
        }
        case 'v':
          isValue = true;
          break;
        case 'f':
          if (cell) cell.hasFormula = true;
          break;
        case 'is':
          if (cell) cell.inline = new RunText();
          break;
        default:
          cell?.inline?.open(tag);
      }
    };
    const text = (letters: string) => {
      if (!cell) return;
      if (isValue) {
        if (cell.value.length <= longestCell) cell.value += letters.slice(0, longestCell + 1);
      } else cell.inline?.add(letters);
    };
    const close = (tag: string) => {
      if (tag === 'v') isValue = false;
      else if (tag === 'c') {
        if (row && cell) putCell(row, cell, rules, columns ?? mostColumns);
        cell = undefined;
      } else if (tag === 'row') {
        if (row && row.cells.length > 0) {
          columns ??= row.cells.length;
          merges.carry(row, columns);
          ready.push({ rowNo: row.rowNo, cells: row.cells, faults: row.faults });
        }
        row = undefined;
      } else cell?.inline?.close(tag);
    };

    for await (const _ of zip.read(book.sheet, { open, text, close }, mostBytes)) {
      if (ready.length === 0) continue;
      const rows = ready;
      ready = [];
      yield* rows;
    }
  } finally {
    await zip.close();
  }
}

/** The number of a row, by itself or behind the former one. Refuses rows beyond a sheet's end and in a wrong order. */
const toRowNumber = (said: string | undefined, former: number): number => {
  const rowNo = said === undefined ? former + 1 : Number(said);
  if (rowNo > mostRows) throw unreadable(`超过${mostRows}行`);
  if (!Number.isInteger(rowNo) || rowNo <= former) throw unreadable('行号不正确');
  return rowNo;
};
