import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What below a folder other accounts could read, list or change if they came that far. */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0);
