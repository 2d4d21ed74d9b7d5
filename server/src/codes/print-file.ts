import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { printLines, type PrintPart } from './print-part.ts';

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

const temporaryOf = (file: string): string => `${file}.${randomUUID()}.tmp`;

/** Removes what earlier attempts at this file left behind; one that still writes fails at its rename. */
export const clearAttempts = async (file: string): Promise<void> => {
  const leftovers = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'),
  );
  await Promise.all(leftovers.map((name) => rm(join(dirname(file), name), { force: true })));
};

const writeZip = async (
  lines: AsyncIterable<Buffer>,
  temporary: string,
  entryName: string,
  password: string,
): Promise<void> => {
  const output = Writable.toWeb(createWriteStream(temporary, { flush: true })) as WritableStream<Uint8Array>;
  const zip = new ZipWriter(output, { zip64: false });
  await zip.add(entryName, Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>, {
    level: compressionLevel,
    password,
    encryptionStrength: 3,
  });
  await zip.close();
};

/**
 * Writes a print file: under a temporary name first, renamed when it is whole and on disk, so a file under its own name is
 * always complete. `onRows` hears how many codes are done after every buffer.
 */
export const writePrintFile = async (
  { part, file, entryName, password }: PrintJob,
  onRows: (rows: number) => void = () => {},
): Promise<PrintResult> => {
  const hash = createHash('sha256');
  let rows = 0;
  const lines = async function* () {
    for (const next of printLines(part)) {
      hash.update(next.bytes);
      yield next.bytes;
      rows += next.rows;
      onRows(rows);
    }
  };
  await mkdir(dirname(file), { recursive: true });
  await clearAttempts(file);
  const temporary = temporaryOf(file);
  try {
    if (password) await writeZip(lines(), temporary, entryName, password);
    else await pipeline(lines, createWriteStream(temporary, { flush: true }));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { file, rows, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};
