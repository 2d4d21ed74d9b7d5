import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isSafeName } from '../kit/files/files.ts';
import { hashing } from './save-database.ts';
import { sumsFile } from './manifest.ts';

export interface FileCopy {
  name: string;
  sha256: string;
  bytes: number;
}

/** Finished files below a folder; those still being written end in `.part`. */
const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
};

const copyFile = async (from: string, to: string): Promise<{ sha256: string; bytes: number }> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const { through, digest, bytes } = hashing();
  await pipeline(createReadStream(from), through, createWriteStream(to, { mode: 0o600 }));
  return { sha256: digest(), bytes: bytes() };
};

/**
 * Copies stored files that `saved` does not hold yet into `folder/files`. Called before and after the rows are copied, so
 * that a file which a row names is there whether it was made or removed in between.
 */
export const saveFiles = async (store: string, folder: string, saved: Map<string, FileCopy>): Promise<void> => {
  for (const name of await filesBelow(store)) {
    if (saved.has(name)) continue;
    try {
      saved.set(name, { name, ...(await copyFile(join(store, name), join(folder, 'files', name))) });
    } catch (error) {
      // Removed by the product between the listing and the copy: no row names it any more.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(join(folder, 'files', name), { force: true });
    }
  }
};

export const writeSums = (folder: string, saved: Iterable<FileCopy>): Promise<void> =>
  writeFile(join(folder, sumsFile), [...saved].map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''), {
    mode: 0o600,
  });

/** Copies the files of a backup into the store and compares every one with its sum. Throws at the first that differs, and where not all are named. */
export const loadFiles = async (
  folder: string,
  store: string,
  manifest: { count: number; bytes: number },
): Promise<number> => {
  const sums = await readFile(join(folder, sumsFile), 'utf8');
  let [count, bytes] = [0, 0];
  for (const line of sums.split('\n').filter(Boolean)) {
    const [sha256 = '', name = ''] = line.split(/ {2}(.*)/);
    if (!isSafeName(name)) throw new Error(`${sumsFile} names a file outside of the store: ${name}`);
    const copy = await copyFile(join(folder, 'files', name), join(store, name));
    if (copy.sha256 !== sha256) throw new Error(`files/${name} is not as it was backed up`);
    count += 1;
    bytes += copy.bytes;
  }
  if (count !== manifest.count || bytes !== manifest.bytes)
    throw new Error(
      `${sumsFile} names ${count} files of ${bytes} bytes instead of ${manifest.count} of ${manifest.bytes}`,
    );
  return count;
};
