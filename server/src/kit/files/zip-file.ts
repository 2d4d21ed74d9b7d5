import { configure, Reader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { open, type FileHandle } from 'node:fs/promises';

configure({ useWebWorkers: false });

/** The library reads its pieces of 512 KB at most, but the whole directory at once. */
const longestRead = 8 * 1024 * 1024;

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
    if (length > longestRead) throw new TooManyEntries();
    const wanted = Math.max(0, Math.min(length, this.bytes - at));
    const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    return buffer.subarray(0, bytesRead);
  }
}

/** A zip that was opened: its files as its directory lists them, without folders. */
export interface ZipFile {
  entries: FileEntry[];
  close(): Promise<void>;
}

/** The zip holds more files than it may. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

/** Opens a zip and reads its directory. Throws TooManyEntries beyond `mostEntries`, and the library's error for what is no zip. */
export const openZip = async (path: string, mostEntries: number): Promise<ZipFile> => {
  const file = await open(path);
  try {
    const reader = new ZipReader(new HandleReader(file, (await file.stat()).size));
    const entries: FileEntry[] = [];
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.length >= mostEntries) throw new TooManyEntries();
      if (!entry.directory) entries.push(entry as FileEntry);
    }
    return {
      entries,
      close: async () => {
        await reader.close().catch(() => undefined);
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
};
