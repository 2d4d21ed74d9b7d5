import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { posix } from 'node:path';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { refuse } from '../kit/refusal.ts';
import { longestCell, tooLong, unreadable, type SheetRow } from './sheet.ts';
import { dateText, isDateFormat } from './xlsx-dates.ts';
import { SharedTexts } from './xlsx-texts.ts';
import { XlsxZip } from './xlsx-zip.ts';

const megabyte = 1024 * 1024;
const mostSmall = 16 * megabyte;
const mostTexts = 384 * megabyte;
const mostSheet = 3072 * megabyte;

const bare = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads a small part to its end, with what to do at each tag. */
const readPart = async (
  zip: XlsxZip,
  name: string,
  onOpen: (tag: string, attributes: Record<string, string>) => void,
) => {
  const parser = new SaxesParser();
  parser.on('opentag', (tag: SaxesTagPlain) => onOpen(bare(tag.name), tag.attributes));
  for await (const _ of zip.parse(name, parser, mostSmall));
};

interface Book {
  sheet: string;
  is1904: boolean;
  texts: string | undefined;
  styles: string | undefined;
}

/** Where the first sheet people see is, and what it needs to be read. */
const readBook = async (zip: XlsxZip): Promise<Book> => {
  const root = 'xl/workbook.xml';
  if (!zip.has(root)) throw refuse(jobRefusals.wrongType);
  const sheets: { relation: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readPart(zip, root, (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    if (tag === 'sheet')
      sheets.push({
        relation: Object.entries(attributes).find(([name]) => bare(name) === 'id' && name !== 'id')?.[1] ?? '',
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      });
  });
  const targets = new Map<string, string>();
  let texts: string | undefined;
  let styles: string | undefined;
  const relations = 'xl/_rels/workbook.xml.rels';
  if (!zip.has(relations)) throw unreadable('缺少工作表');
  await readPart(zip, relations, (tag, { Id = '', Target = '', Type = '' }) => {
    if (tag !== 'Relationship') return;
    const target = posix.normalize(Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
    targets.set(Id, target);
    if (Type.endsWith('/sharedStrings')) texts = target;
    if (Type.endsWith('/styles')) styles = target;
  });
  const shown = sheets.find((sheet) => !sheet.isHidden && targets.get(sheet.relation)?.includes('worksheets/'));
  if (!shown) throw unreadable('没有可见的工作表');
  return { sheet: targets.get(shown.relation)!, is1904, texts, styles };
};

/** Which cell styles show a number as a day. */
const readDateStyles = async (zip: XlsxZip, name: string | undefined): Promise<boolean[]> => {
  const isDate: boolean[] = [];
  if (!name || !zip.has(name)) return isDate;
  const codes = new Map<number, string>();
  let isCells = false;
  await readPart(zip, name, (tag, attributes) => {
    if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    if (tag === 'cellXfs') isCells = true;
    else if (tag === 'cellStyles' || tag === 'dxfs') isCells = false;
    if (tag === 'xf' && isCells) {
      const id = Number(attributes.numFmtId ?? 0);
      isDate.push(isDateFormat(id, codes.get(id)));
    }
  });
  return isDate;
};

/** Text of runs (`t` elements) without what only says how to pronounce it; cut when it is longer than any cell. */
class TextOf {
  text = '';
  private depth = 0;
  private isSpoken = false;

  open(tag: string): void {
    if (tag === 'rPh') this.isSpoken = true;
    if (tag === 't') this.depth += 1;
  }

  add(text: string): void {
    if (this.depth > 0 && !this.isSpoken && this.text.length <= longestCell)
      this.text += text.slice(0, longestCell + 1);
  }

  close(tag: string): void {
    if (tag === 'rPh') this.isSpoken = false;
    if (tag === 't') this.depth -= 1;
  }
}

const readTexts = async (zip: XlsxZip, name: string | undefined): Promise<SharedTexts> => {
  const texts = new SharedTexts();
  if (!name || !zip.has(name)) return texts;
  const parser = new SaxesParser();
  let item = new TextOf();
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const at = bare(tag.name);
    if (at === 'si') item = new TextOf();
    item.open(at);
  });
  parser.on('text', (text) => item.add(text));
  parser.on('cdata', (text) => item.add(text));
  parser.on('closetag', (tag: SaxesTagPlain) => {
    const at = bare(tag.name);
    item.close(at);
    if (at === 'si') texts.add(item.text);
  });
  for await (const _ of zip.parse(name, parser, mostTexts));
  return texts;
};

/** `BC12` is column 54. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
};

const mostColumns = 16_384;

/** Digits a number keeps in a spreadsheet; the rest is already lost when the file is saved. */
const exactDigits = 15;

const numberText = (raw: string): { text: string; fault?: string } => {
  const value = Number(raw);
  if (!Number.isFinite(value)) return { text: raw, fault: '数值不正确' };
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  if (Number.isInteger(value) && text.replace('-', '').length > exactDigits)
    return { text, fault: '超过15位的数字会丢失精度，请将该列设为文本格式后重新填写' };
  return { text };
};

interface Cell {
  column: number;
  type: string;
  style: number;
  hasFormula: boolean;
  value: string;
  inline: TextOf | undefined;
}

/**
 * Rows of the first visible sheet of an xlsx file, as spreadsheet programs number them. A formula counts with the value
 * it was saved with. Memory does not grow with the rows; the table of shared texts is bounded.
 */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const zip = await XlsxZip.open(path);
  try {
    const book = await readBook(zip);
    const isDate = await readDateStyles(zip, book.styles);
    const texts = await readTexts(zip, book.texts);

    const parser = new SaxesParser();
    let ready: SheetRow[] = [];
    let row: SheetRow | undefined;
    let cell: Cell | undefined;
    let isValue = false;
    let rowNo = 0;

    const textOf = (done: Cell): { text: string; fault?: string } => {
      if (done.hasFormula && done.value === '' && done.type !== 'str') return { text: '', fault: '公式没有计算结果' };
      switch (done.type) {
        case 's': {
          const text = texts.at(Number(done.value));
          return text === undefined ? { text: '', fault: '内容已损坏' } : { text };
        }
        case 'inlineStr':
          return { text: done.inline?.text ?? '' };
        case 'b':
          return { text: done.value === '1' ? 'TRUE' : 'FALSE' };
        case 'e':
          return { text: done.value, fault: `是错误值${done.value}` };
        case 'str':
        case 'd':
          return { text: done.value };
        default:
          if (done.value === '') return { text: '' };
          if (isDate[done.style]) return { text: dateText(Number(done.value), book.is1904) };
          return numberText(done.value);
      }
    };

    parser.on('opentag', (tag: SaxesTagPlain) => {
      switch (bare(tag.name)) {
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
          cell?.inline?.open(bare(tag.name));
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
      const at = bare(tag.name);
      if (at === 'v') isValue = false;
      else if (at === 'c') {
        if (row && cell && cell.column >= 0 && cell.column < mostColumns) put(row, cell.column, textOf(cell));
        cell = undefined;
      } else if (at === 'row') {
        if (row && row.cells.length > 0) ready.push(row);
        row = undefined;
      } else cell?.inline?.close(at);
    });

    for await (const _ of zip.parse(book.sheet, parser, mostSheet)) {
      if (ready.length === 0) continue;
      const rows = ready;
      ready = [];
      yield* rows;
    }
  } finally {
    await zip.close();
  }
}

const put = (row: SheetRow, column: number, { text, fault }: { text: string; fault?: string }): void => {
  const trimmed = text.trim();
  const found = fault ?? (trimmed.length > longestCell ? tooLong : undefined);
  if (trimmed === '' && !found) return;
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = found === tooLong ? trimmed.slice(0, 200) : trimmed;
  if (found) (row.faults ??= new Map()).set(column, found);
};
