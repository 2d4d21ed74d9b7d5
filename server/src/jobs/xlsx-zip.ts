import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import type { FileEntry } from '@zip.js/zip.js';
import type { SaxesOptions, SaxesParser } from 'saxes';
import { refuse, Refusal } from '../kit/refusal.ts';
import { openZip, TooManyEntries, type ZipFile } from '../kit/zip-file.ts';
import { unreadable } from './sheet.ts';

const mostEntries = 5000;
/** Bytes of XML without a tag: a spreadsheet's cell cannot be that long. */
const longestText = 24 * 1024 * 1024;

/** The parts of an xlsx file. */
export class XlsxZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, FileEntry>,
  ) {}

  static async open(path: string): Promise<XlsxZip> {
    try {
      const zip = await openZip(path, mostEntries);
      return new XlsxZip(zip, new Map(zip.entries.map((entry) => [entry.filename.replace(/^\//, ''), entry])));
    } catch (error) {
      throw error instanceof TooManyEntries ? unreadable('压缩包内文件过多') : refuse(jobRefusals.wrongType);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /**
   * Feeds a part to a parser piece by piece and yields after each, so that rows can be handed on. Refuses a part that
   * says or turns out to be larger than `mostBytes`: a small file may unfold into any size.
   */
  async *parse(name: string, parser: SaxesParser<SaxesOptions>, mostBytes: number): AsyncGenerator<void> {
    const entry = this.entries.get(name);
    if (!entry) throw unreadable('缺少工作表');
    if (entry.encrypted) throw unreadable('文件已加密，请取消密码后上传');
    const tooLarge = () => unreadable('解压后过大');
    if (entry.uncompressedSize > mostBytes) throw tooLarge();
    let fault: unknown;
    parser.on('error', (error) => (fault ??= error));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, { highWaterMark: 1 });
    const stop = new AbortController();
    const inflating = entry
      .getData(writable, { signal: stop.signal, checkSignature: false })
      .catch((error: unknown) => (fault ??= error));
    const decoder = new TextDecoder();
    let size = 0;
    let quiet = 0;
    const reader = readable.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw fault ?? error;
        });
        if (done) break;
        size += value.length;
        quiet = value.includes(0x3e) ? 0 : quiet + value.length;
        if (size > mostBytes || quiet > longestText) throw tooLarge();
        parser.write(decoder.decode(value, { stream: true }));
        if (fault) throw fault;
        yield;
      }
      parser.write(decoder.decode()).close();
      if (fault) throw fault;
      yield;
    } catch (error) {
      throw error instanceof Refusal ? error : unreadable('文件已损坏');
    } finally {
      stop.abort();
      await reader.cancel().catch(() => undefined);
      await inflating;
    }
  }

  close(): Promise<void> {
    return this.zip.close();
  }
}
