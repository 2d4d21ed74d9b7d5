import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { CsvError, parse, type Info } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { refuse } from '../refusal.ts';
import { progress } from '../progress.ts';
import {
  bareCell,
  cutText,
  findFault,
  longestCell,
  mostColumns,
  mostRowLetters,
  mostRows,
  tooLong,
  tooLongRow,
  tooWide,
  unreadable,
  type SheetRow,
} from './sheet.ts';

/** What the parser takes at once. */
const pieceBytes = 1 << 16;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Bytes that make a text: a mark at the beginning, else UTF-8 when all of it is, else GB18030. */
const findEncoding = async (path: string): Promise<Encoding> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
    if (buffer[0] === 0xfe && buffer[1] === 0xff) return 'utf-16be';
  } finally {
    await file.close();
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
      // a text has no zero byte in either of the encodings that are left
      if ((chunk as Buffer).includes(0)) throw refuse(sheetRefusals.wrongType);
      progress.made += 1;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030';
    throw error;
  }
};

async function* decoded(path: string, encoding: Encoding) {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: pieceBytes })) {
    progress.made += 1;
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/** A line that holds something, and how many came before it, it among them. */
interface Line {
  record: string[];
  info: Pick<Info, 'records' | 'empty_lines'>;
}

const separators = ['\t', ',', ';'] as const;

/** The separator that the first line with any text uses most. */
const findSeparator = async (path: string, encoding: Encoding): Promise<string> => {
  let head = '';
  for await (const text of decoded(path, encoding)) {
    head += text;
    if (head.length > 1 << 16) break;
  }
  const line = head.split(/\r\n?|\n/).find((text) => text.trim() !== '') ?? '';
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};

/** Lines without content that may have other columns than the titles: each costs the parser as much as ten that have the same. */
const mostUnevenBlanks = 50_000;

/** Rows of a csv or txt file, in UTF-8, UTF-16 or GB18030, separated by commas, semicolons or tabs. Memory does not grow with the file. */
export async function* readText(path: string, rows: number): AsyncGenerator<SheetRow> {
  const mostLines = rows + mostRows;
  const encoding = await findEncoding(path);
  const parser = parse({
    bom: true,
    delimiter: await findSeparator(path, encoding),
    relaxColumnCount: true,
    relaxQuotes: true,
    maxRecordSize: mostRowLetters,
    skipEmptyLines: true,
    info: true,
  });
  let rowNo = 0;
  /** The parser counts the letters of a record's cells but not the cells: no record may take longer than it may be long. */
  const fed = async function* fed() {
    let lines = 0;
    let letters = 0;
    for await (const text of decoded(path, encoding)) {
      const { records, empty_lines: empty, invalid_field_length: uneven } = parser.info;
      if (records + empty > lines) letters = 0;
      lines = records + empty;
      if (lines > mostLines) throw unreadable(`超过${mostLines}行`);
      if (uneven > rows + mostUnevenBlanks) throw unreadable('空行过多，请删除空行后上传');
      if (letters > mostRowLetters) throw tooLongRow(lines + 1);
      letters += text.length;
      yield text;
    }
  };
  const source = Readable.from(fed(), { highWaterMark: 1 });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<Line>) {
      rowNo = info.records + info.empty_lines;
      if (rowNo > mostLines) throw unreadable(`超过${mostLines}行`);
      if (record.length > mostColumns) throw tooWide(rowNo);
      yield checked(rowNo, record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLongRow(rowNo + 1);
    throw unreadable(`第${rowNo + 1}行${error.code === 'CSV_QUOTE_NOT_CLOSED' ? '引号不成对' : '格式不正确'}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** `="007"` keeps a spreadsheet program from reading a number. */
const quoted = /^="([^"]*)"$/;

const checked = (rowNo: number, record: string[]): SheetRow => {
  let faults: Map<number, string> | undefined;
  const cells = record.map((whole, at) => {
    const trimmed = whole.length > longestCell ? whole : whole.trim();
    const text = quoted.exec(trimmed)?.[1] ?? trimmed;
    const fault = findFault(text) ?? (text.includes('\ufffd') ? '含有无法识别的字符' : undefined);
    if (!fault) return bareCell(text);
    (faults ??= new Map()).set(at, fault);
    return fault === tooLong ? cutText(text) : text.slice(0, 200);
  });
  return { rowNo, cells, faults };
};
