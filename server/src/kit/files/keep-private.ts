import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps what this process writes from here on for its own account: files 0600, folders 0700, and closes folders that were made before.
 * Call it when the database runs, whose account has to reach its programs.
 */
export const keepPrivate = (dataDir: string): void => {
  process.umask(0o077);
  if (!existsSync(dataDir)) return;
  for (const entry of readdirSync(dataDir, { withFileTypes: true }))
    // The database closes its own.
    if (entry.isDirectory() && entry.name !== 'postgres') chmodSync(join(dataDir, entry.name), 0o700);
};
