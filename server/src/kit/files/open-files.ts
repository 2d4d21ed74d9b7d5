import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Files } from './files.ts';
import { filesOnDisk } from './files-on-disk.ts';
import { filesOnS3 } from './files-on-s3.ts';

/** The file store the settings name: a bucket where S3 is set, else a folder. */
export const openFiles = (config: Config): Files =>
  config.s3 ? filesOnS3(config.s3) : filesOnDisk(join(config.dataDir, 'files'));
