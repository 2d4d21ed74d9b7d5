import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { xlsxStream } from '../../kit/sheets/xlsx.ts';
import { printLines, printRows, type PrintPart } from './print-part.ts';

/** One file to write: a zip with an AES-256 password, or the plain lines when there is no password. */
export interface PrintJob {
  part: PrintPart;
  /** Where the finished file appears. */
  file: string;
  /** Name of the file inside the zip. */
  entryName: string;
  password?: string;
}

export interface PrintResult {
  file: string;
  rows: number;
  /** Size of the finished file. */
  bytes: number;
  /** SHA-256 of the plain lines, in hex: the same at every rebuild, which the encrypted file is not. */
  sha256: string;
}

// Worker threads are ours already; a codec of its own per entry would only copy the bytes once more.
configure({ useWebWorkers: false });

/** Codes do not compress and addresses compress at any level: higher levels cost time and save a few percent. */
const compressionLevel = 1;

/** Removes what earlier attempts at this file left behind; one that still writes fails at its rename. */
export const clearAttempts = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const leftovers = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'),
  );
  await Promise.all(leftovers.map((name) => rm(join(dirname(file), name), { force: true })));
};

/** Lines on demand, none ahead: a queue of them would be most of a worker's memory. */
const toStream = (lines: AsyncIterator<Buffer>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );

/** A file that takes one chunk at a time: a Node stream in a web stream's clothes would take all of them into memory. */
const fileStream = (file: FileHandle): WritableStream<Uint8Array> =>
  new WritableStream({ write: (chunk) => file.writeFile(chunk) }, { highWaterMark: 1 });

const writeZip = async (
  lines: AsyncIterator<Buffer>,
  file: FileHandle,
  entryName: string,
  password: string,
): Promise<void> => {
  const zip = new ZipWriter(fileStream(file), { zip64: false });
  await zip.add(entryName, toStream(lines), { level: compressionLevel, password, encryptionStrength: 3 });
  await zip.close();
};

const writePlain = async (lines: AsyncIterable<Buffer>, file: FileHandle): Promise<void> => {
  for await (const bytes of lines) await file.writeFile(bytes);
};

/** Makes a file under a temporary name and gives it its own once it is whole and on disk. */
const writeWhole = async (file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> => {
  await clearAttempts(file);
  const temporary = `${file}.${randomUUID()}.tmp`;
  const handle = await open(temporary, 'wx');
  try {
    await write(handle);
    await handle.sync();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

/** The lines as a sheet. Its bytes follow from the part like theirs: the writer puts no time into them. */
const sheet = (part: PrintPart): AsyncIterable<Buffer> => {
  const rows = printRows(part);
  const titles = rows.next().value as string[];
  const columns = titles.map((title, at) => ({
    title,
    width: title.toLowerCase().endsWith('url') ? 48 : 22,
    cell: (row: string[]) => row[at]!,
  }));
  return xlsxStream('codes', columns, rows);
};

/** Writes a print file; under its own name it is always complete. `onRows` hears how many codes are done after every buffer. */
export const writePrintFile = async (
  { part, file, entryName, password }: PrintJob,
  onRows: (rows: number) => void = () => {},
): Promise<PrintResult> => {
  const hash = createHash('sha256');
  let rows = 0;
  const lines = async function* () {
    if (part.fileType === 'xlsx') {
      for await (const bytes of sheet(part)) {
        hash.update(bytes);
        yield bytes;
      }
      rows = part.serialTo - part.serialFrom + 1;
      return onRows(rows);
    }
    for (const next of printLines(part)) {
      hash.update(next.bytes);
      yield next.bytes;
      rows += next.rows;
      onRows(rows);
    }
  };
  await writeWhole(file, (handle) =>
    password ? writeZip(lines(), handle, entryName, password) : writePlain(lines(), handle),
  );
  return { file, rows, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};
