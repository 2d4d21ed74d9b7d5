import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Files } from './files.ts';
import { filesOnDisk } from './files-on-disk.ts';

/** The file store the settings name. */
export const openFiles = (config: Config): Files => filesOnDisk(join(config.dataDir, 'files'));
