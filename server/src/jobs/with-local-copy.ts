import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import type { App } from '../kit/http/app-context.ts';
import { unreadable } from '../kit/sheets/sheet.ts';

/** Folder of files that jobs are reading or writing. */
export const jobFolder = (dataDir: string): string => join(dataDir, 'jobs');

/** Runs with a local copy of a stored file (a zip is read from its end); the copy goes afterwards. */
export const withLocalCopy = async <T>(
  { files, config }: Pick<App, 'files' | 'config'>,
  file: string,
  use: (path: string) => Promise<T>,
): Promise<T> => {
  const found = await files.open(file);
  if (!found) throw unreadable('文件已被清理');
  const folder = jobFolder(config.dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomBytes(12).toString('hex')}.in`);
  try {
    await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
};
