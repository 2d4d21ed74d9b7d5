import type { FileEntry } from '@zip.js/zip.js';
import { open } from 'node:fs/promises';
import { progress } from '../../kit/progress.ts';
import { runChild } from '../../kit/jobs/run-child.ts';
import { openZip, TooManyEntries } from '../../kit/files/zip-file.ts';

/** A file of a zip as its directory tells it. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  size: number;
}

/** Which zip to open, and what a file of it may unfold to. */
export interface ZipWish {
  path: string;
  mostEntries: number;
  mostBytes: number;
}

/** Which file to unpack, and to where. */
export interface Unpack {
  at: number;
  to: string;
}

/** What a process that reads a zip says: its files or why there are none, then of each that it unpacked how large it is or why it is not. */
export type ZipMessage =
  | { entries: ZipEntry[] }
  | { noZip: 'too many' | 'broken' }
  | { size: number }
  | { noFile: 'too large' | 'broken' };

/** Names written by other programs: UTF-8 where the entry says so or its bytes are it, else as Chinese Windows writes them. */
const toName = ({ filename, filenameUTF8, rawFilename }: FileEntry): string => {
  if (filenameUTF8) return filename;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawFilename);
  } catch {
    return new TextDecoder('gb18030').decode(rawFilename);
  }
};

class TooLarge extends Error {}

/** Writes an entry into a new file; what turns out larger than it may be stops there. */
const unpack = async (entry: FileEntry, to: string, mostBytes: number): Promise<number> => {
  const file = await open(to, 'wx', 0o600);
  let size = 0;
  const collector = new WritableStream<Uint8Array>({
    write: async (chunk) => {
      progress.made += 1;
      size += chunk.length;
      if (size > mostBytes) throw new Error('too large');
      await file.writeFile(chunk);
    },
  });
  try {
    await entry.getData(collector, { checkSignature: true });
    return size;
  } catch (error) {
    throw size > mostBytes ? new TooLarge() : error;
  } finally {
    await file.close();
  }
};

runChild<ZipWish, Unpack>(async ({ path, mostEntries, mostBytes }, parent) => {
  const say = (message: ZipMessage) => parent.say(message);
  const zip = await openZip(path, mostEntries).catch((error: unknown) => error);
  if (!zip || !(typeof zip === 'object' && 'entries' in zip))
    return say({ noZip: zip instanceof TooManyEntries ? 'too many' : 'broken' });
  const { entries } = zip as Awaited<ReturnType<typeof openZip>>;
  await say({
    entries: entries.map((entry) => ({
      name: toName(entry),
      isEncrypted: entry.encrypted,
      size: entry.uncompressedSize,
    })),
  });
  for (;;) {
    const { at, to } = await parent.heard();
    try {
      await say({ size: await unpack(entries[at]!, to, mostBytes) });
    } catch (error) {
      await say({ noFile: error instanceof TooLarge ? 'too large' : 'broken' });
    }
  }
});
