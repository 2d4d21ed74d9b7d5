import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { configure, Reader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { open, type FileHandle } from 'node:fs/promises';
import type { SaxesOptions, SaxesParser } from 'saxes';
import { refuse, Refusal } from '../kit/refusal.ts';
import { unreadable } from './sheet.ts';

configure({ useWebWorkers: false });

/** Reads a zip from a file by pieces; the whole of it is never in memory. */
class HandleReader extends Reader<FileHandle> {
  constructor(
    private readonly file: FileHandle,
    readonly bytes: number,
  ) {
    super(file);
    this.size = bytes;
  }

  override async readUint8Array(at: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.bytes - at));
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    return buffer.subarray(0, bytesRead);
  }
}

const mostEntries = 5000;
/** Bytes of XML without a tag: a spreadsheet's cell cannot be that long. */
const longestText = 24 * 1024 * 1024;

/** The parts of an xlsx file. */
export class XlsxZip {
  private constructor(
    private readonly file: FileHandle,
    private readonly reader: ZipReader<unknown>,
    private readonly entries: Map<string, FileEntry>,
  ) {}

  static async open(path: string): Promise<XlsxZip> {
    const file = await open(path);
    try {
      const reader = new ZipReader(new HandleReader(file, (await file.stat()).size));
      const entries = new Map<string, FileEntry>();
      for await (const entry of reader.getEntriesGenerator()) {
        if (entries.size >= mostEntries) throw unreadable('压缩包内文件过多');
        if (!entry.directory) entries.set(entry.filename.replace(/^\//, ''), entry as FileEntry);
      }
      return new XlsxZip(file, reader, entries);
    } catch (error) {
      await file.close();
      throw error instanceof Refusal ? error : refuse(jobRefusals.wrongType);
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

  async close(): Promise<void> {
    await this.reader.close().catch(() => undefined);
    await this.file.close();
  }
}
