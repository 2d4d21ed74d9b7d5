import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import type { FileEntry } from '@zip.js/zip.js';
import { SaxesParser } from 'saxes';
import { progress } from '../progress.ts';
import { refuse, Refusal } from '../refusal.ts';
import { openZip, TooManyEntries, type ZipFile } from '../files/zip-file.ts';
import { unreadable } from './sheet.ts';

const mostEntries = 5000;
/** Elements within each other; a workbook of any program has less than ten. */
const mostDepth = 32;
/** Letters between two tags, and of a tag. */
const longestPiece = 1024 * 1024;
/** A part may unfold to so many times its size once it is larger than this: rows of a real sheet differ from each other. */
const mostRatio = 250;
const freeBytes = 64 * 1024 * 1024;

/** What is parsed at once: a few letters of a sheet may name long texts. */
const pieceLetters = 16 * 1024;

/** What is to be done with the elements of a part, by their names without the namespace. */
export interface PartReader {
  open(tag: string, attributes: Record<string, string>): void;
  close?(tag: string): void;
  text?(text: string): void;
}

/** A tag's name without the namespace before it. */
export const bareName = (name: string) => name.slice(name.indexOf(':') + 1);

/** A parser that keeps neither many elements nor a long one in mind, and knows no document types. */
const openParser = (reader: PartReader) => {
  const parser = new SaxesParser();
  let depth = 0;
  /** Letters given since the last piece was whole. */
  let waiting = 0;
  let fault: unknown;
  const refused = (reason: string) => unreadable(reason);
  parser.on('error', (error) => (fault ??= error));
  parser.on('doctype', () => {
    throw refused('结构异常');
  });
  parser.on('opentag', ({ name, attributes }) => {
    waiting = 0;
    if ((depth += 1) > mostDepth) throw refused('结构嵌套过深');
    reader.open(bareName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    waiting = 0;
    depth -= 1;
    reader.close?.(bareName(name));
  });
  const onText = (text: string) => {
    waiting = 0;
    reader.text?.(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('comment', () => (waiting = 0));
  return {
    write: (text: string) => {
      waiting += text.length;
      parser.write(text);
      if (fault) throw fault;
      if (waiting > longestPiece) throw refused('单元格内容过长');
    },
    close: () => {
      parser.close();
      if (fault) throw fault;
    },
  };
};

/** Names of parts compare without case; some programs write `\` for `/`. */
const toPartName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The parts of an xlsx file. */
export class XlsxZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, FileEntry>,
  ) {}

  static async open(path: string): Promise<XlsxZip> {
    try {
      const zip = await openZip(path, mostEntries);
      const entries = new Map(zip.entries.map((entry) => [toPartName(entry.filename), entry]));
      if (entries.size === zip.entries.length) return new XlsxZip(zip, entries);
      await zip.close();
    } catch (error) {
      throw error instanceof TooManyEntries ? unreadable('压缩包内文件过多') : refuse(sheetRefusals.wrongType);
    }
    // programs do not agree which of them they read
    throw unreadable('压缩包内有重名文件');
  }

  has(name: string): boolean {
    return this.entries.has(toPartName(name));
  }

  /** Reads a part piece by piece and yields after each, so that rows can be handed on; refuses what {@link texts} refuses. */
  async *read(name: string, reader: PartReader, mostBytes: number): AsyncGenerator<void> {
    const parser = openParser(reader);
    try {
      for await (const text of this.texts(name, mostBytes))
        for (let at = 0; at < text.length; at += pieceLetters) {
          parser.write(text.slice(at, at + pieceLetters));
          yield;
        }
      parser.close();
      yield;
    } catch (error) {
      throw error instanceof Refusal ? error : unreadable('文件已损坏');
    }
  }

  /**
   * The letters of a part, piece by piece. Refuses a part that says or turns out to be larger than `mostBytes`, or than it says:
   * a small file may unfold into any size.
   */
  async *texts(name: string, mostBytes: number): AsyncGenerator<string> {
    const entry = this.entries.get(toPartName(name));
    if (!entry) throw unreadable('缺少工作表');
    if (entry.encrypted) throw unreadable('文件已加密，请取消密码后上传');
    const most = Math.min(mostBytes, Math.max(freeBytes, entry.compressedSize * mostRatio));
    const tooLarge = () => unreadable('解压后过大');
    if (entry.uncompressedSize > most) throw tooLarge();
    let fault: unknown;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, { highWaterMark: 1 });
    const stop = new AbortController();
    const inflating = entry
      .getData(writable, { signal: stop.signal, checkSignature: false })
      .catch((error: unknown) => (fault ??= error));
    const decoder = new TextDecoder();
    let size = 0;
    const pieces = readable.getReader();
    try {
      for (;;) {
        const { done, value } = await pieces.read().catch((error: unknown) => {
          throw fault ?? error;
        });
        if (done) break;
        progress.made += 1;
        size += value.length;
        if (size > most) throw tooLarge();
        if (size > entry.uncompressedSize) throw unreadable('文件已损坏');
        yield decoder.decode(value, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      throw error instanceof Refusal ? error : unreadable('文件已损坏');
    } finally {
      stop.abort();
      await pieces.cancel().catch(() => undefined);
      await inflating;
    }
  }

  close(): Promise<void> {
    return this.zip.close();
  }
}
