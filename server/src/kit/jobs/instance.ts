import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../data-folder.ts';

/** Name of this installation, kept in its data folder: a process that starts again knows which leases were its own. */
export const instanceName = (dataDir: string): string => {
  const file = join(dataDir, 'instance');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    makeDataFolder(dataDir);
    const name = randomUUID();
    writeFileSync(file, `${name}\n`, { mode: 0o600 });
    return name;
  }
};
