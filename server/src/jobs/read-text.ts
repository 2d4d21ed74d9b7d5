import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { CsvError, parse } from 'csv-parse';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { refuse } from '../kit/refusal.ts';
import { bareCell } from '../kit/xlsx.ts';
import { cutText, longestCell, tooLong, unreadable, type SheetRow } from './sheet.ts';

/** A single quote that is never closed must not take the rest of the file into memory. */
const longestRecord = 32 * 1024 * 1024;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

/** Bytes that make a text: a mark at the beginning, else UTF-8 when all of it is, else GB18030. */
const encodingOf = async (path: string): Promise<Encoding> => {
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
      if ((chunk as Buffer).includes(0)) throw refuse(jobRefusals.wrongType);
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
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16 }))
    yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

const separators = ['\t', ',', ';'] as const;

/** The separator that the first line with any text uses most. */
const separatorOf = async (path: string, encoding: Encoding): Promise<string> => {
  let head = '';
  for await (const text of decoded(path, encoding)) {
    head += text;
    if (head.length > 1 << 16) break;
  }
  const line = head.split(/\r\n?|\n/).find((text) => text.trim() !== '') ?? '';
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};

const messageOf = (error: CsvError): string => {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') return '引号不成对';
  return '格式不正确';
};

/** Rows of a csv or txt file, in UTF-8, UTF-16 or GB18030, separated by commas, semicolons or tabs. Memory does not grow with the file. */
export async function* readText(path: string): AsyncGenerator<SheetRow> {
  const encoding = await encodingOf(path);
  const parser = parse({
    bom: true,
    delimiter: await separatorOf(path, encoding),
    relaxColumnCount: true,
    relaxQuotes: true,
    maxRecordSize: longestRecord,
  });
  const source = Readable.from(decoded(path, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let rowNo = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      rowNo += 1;
      yield checked(rowNo, record);
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`第${rowNo + 1}行${messageOf(error)}`);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const checked = (rowNo: number, record: string[]): SheetRow => {
  let faults: Map<number, string> | undefined;
  const cells = record.map((text, at) => {
    const fault = text.length > longestCell ? tooLong : text.includes('\ufffd') ? '含有无法识别的字符' : undefined;
    if (!fault) return bareCell(text.trim());
    (faults ??= new Map()).set(at, fault);
    return fault === tooLong ? cutText(text) : text.slice(0, 200);
  });
  return { rowNo, cells, faults };
};
