import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the product keeps in its data folder for itself; the database closes its own. */
const own = ['files', 'work', 'logs'];

/**
 * Keeps what this process writes from here on for its own account: files 0600, folders 0700, and closes folders that were made before.
 * Call it when the database runs, whose account has to reach its programs.
 */
export const keepPrivate = (dataDir: string): void => {
  process.umask(0o077);
  for (const folder of own.map((name) => join(dataDir, name))) if (existsSync(folder)) chmodSync(folder, 0o700);
};
