import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { longestCell, type SheetRow } from './sheet.ts';
import { bareName, readBook, readDateStyles } from './xlsx-book.ts';
import { columnOf, putCell, type Cell, type CellRules } from './xlsx-cell.ts';
import { readTexts, TextOf } from './xlsx-texts.ts';
import { XlsxZip } from './xlsx-zip.ts';

const mostBytes = 3072 * 1024 * 1024;

/**
 * Rows of the first visible sheet of an xlsx file, as spreadsheet programs number them. A formula counts with the value
 * it was saved with. Memory does not grow with the rows; the table of shared texts is bounded.
 */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const zip = await XlsxZip.open(path);
  try {
    const book = await readBook(zip);
    const rules: CellRules = {
      is1904: book.is1904,
      isDate: await readDateStyles(zip, book.styles),
      texts: await readTexts(zip, book.texts),
    };

    const parser = new SaxesParser();
    let ready: SheetRow[] = [];
    let row: SheetRow | undefined;
    let cell: Cell | undefined;
    let isValue = false;
    let rowNo = 0;

    parser.on('opentag', (tag: SaxesTagPlain) => {
      switch (bareName(tag.name)) {
        case 'row': {
          rowNo = Number(tag.attributes.r ?? rowNo + 1) || rowNo + 1;
          row = { rowNo, cells: [] };
          break;
        }
        case 'c': {
          const reference = tag.attributes.r;
          cell = {
            column: reference ? columnOf(reference) : (row?.cells.length ?? 0),
            type: tag.attributes.t ?? 'n',
            style: Number(tag.attributes.s ?? 0),
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
          if (cell) cell.inline = new TextOf();
          break;
        default:
          cell?.inline?.open(bareName(tag.name));
      }
    });
    const onText = (text: string) => {
      if (!cell) return;
      if (isValue) {
        if (cell.value.length <= longestCell) cell.value += text.slice(0, longestCell + 1);
      } else cell.inline?.add(text);
    };
    parser.on('text', onText);
    parser.on('cdata', onText);
    parser.on('closetag', (tag: SaxesTagPlain) => {
      const at = bareName(tag.name);
      if (at === 'v') isValue = false;
      else if (at === 'c') {
        if (row && cell) putCell(row, cell, rules);
        cell = undefined;
      } else if (at === 'row') {
        if (row && row.cells.length > 0) ready.push(row);
        row = undefined;
      } else cell?.inline?.close(at);
    });

    for await (const _ of zip.parse(book.sheet, parser, mostBytes)) {
      if (ready.length === 0) continue;
      const rows = ready;
      ready = [];
      yield* rows;
    }
  } finally {
    await zip.close();
  }
}
