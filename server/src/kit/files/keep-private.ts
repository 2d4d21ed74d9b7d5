import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderMode } from '../data-folder.ts';

/** Takes from others what the mode does not leave them. A folder of somebody else, or one that all share as /tmp, is not ours to close. */
const close = (folder: string, mode: number): void => {
  const found = statSync(folder);
  if (found.uid === process.getuid?.() && (found.mode & 0o1000) === 0) chmodSync(folder, found.mode & mode);
};

/**
 * Keeps what this process writes from here on for its own account: files 0600, folders 0700, and closes the data folder and those in it that
 * were made before. Call it when the database runs, whose account has to reach its programs.
 */
export const keepPrivate = (dataDir: string): void => {
  process.umask(0o077);
  if (!existsSync(dataDir)) return;
  close(dataDir, dataFolderMode());
  for (const entry of readdirSync(dataDir, { withFileTypes: true }))
    // The database closes its own.
    if (entry.isDirectory() && entry.name !== 'postgres') close(join(dataDir, entry.name), 0o700);
};
