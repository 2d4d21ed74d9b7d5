import { mkdirSync, rmSync, statfsSync, writeFileSync, type StatsFs } from 'node:fs';
import { dirname } from 'node:path';

/** What others may do with the data folder: nothing, but where we are root the account of the database passes through it. */
export const dataFolderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Makes the data folder where there is none. */
export const makeDataFolder = (dataDir: string): void =>
  void mkdirSync(dataDir, { recursive: true, mode: dataFolderMode() });

/** Writes the master key where there is none. On a full disk nothing is left: half a key would be taken for the key. */
export const writeKey = (file: string, key: string | Buffer): void => {
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw error;
  }
};

/** What a first start lays out, with some room to work: measured 85 MB, and 310 MB with the demonstration. */
const firstMegabytes = { database: 150, demonstration: 250 };

/** Megabytes that a first start has to find free. */
export const firstRoom = ({ demo }: { demo: boolean }): number =>
  firstMegabytes.database + (demo ? firstMegabytes.demonstration : 0);

/** Throws a line for the operator where the disk of a folder, which need not be there yet, has fewer megabytes free. */
export const requireRoom = (folder: string, megabytes: number): void => {
  const found = statfsOf(folder);
  // A file system that does not say how large it is cannot be asked.
  if (found.blocks === 0) return;
  const free = Math.floor((found.bavail * found.bsize) / 2 ** 20);
  if (free < megabytes)
    throw new Error(`not enough disk for ${folder}: ${free} MB are free, a new database needs ${megabytes} MB`);
};

const statfsOf = (folder: string): StatsFs => {
  try {
    return statfsSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return statfsOf(dirname(folder));
  }
};
