import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';

/** Where the data folder keeps when it was last copied. */
export const backupMark = (dataDir: string): string => join(dataDir, 'last-backup');

/** Tells how much memory this process may have at most: its container's, or the machine's. */
export const watchMemory = (registry: Registry): void => {
  const limit = new Gauge({
    name: 'zhuiyuan_memory_limit_bytes',
    help: 'Memory the process may have: of its container where that has a limit, of the machine otherwise',
    registers: [registry],
    collect() {
      const ofContainer = process.constrainedMemory();
      limit.set(ofContainer ? Math.min(ofContainer, totalmem()) : totalmem());
    },
  });
};

/** Tells how long ago `npm run backup` last ended well on this data folder; infinite when it never did. */
export const watchBackups = (registry: Registry, dataDir: string): void => {
  const age = new Gauge({
    name: 'zhuiyuan_backup_age_seconds',
    help: 'Time since `npm run backup` last ended well with this data folder; infinite where it never did',
    registers: [registry],
    async collect() {
      const at = Date.parse(
        await readFile(backupMark(dataDir), 'utf8').then(
          (text) => text.trim(),
          () => '',
        ),
      );
      age.set(Number.isNaN(at) ? Infinity : Math.max(0, (Date.now() - at) / 1000));
    },
  });
};
