import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of this installation, kept in its data folder: a process that starts again knows which leases were its own. */
export const instanceName = (dataDir: string): string => {
  const file = join(dataDir, 'instance');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const name = randomUUID();
    writeFileSync(file, `${name}\n`, { mode: 0o600 });
    return name;
  }
};
