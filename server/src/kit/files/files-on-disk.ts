import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSafeName, type Files } from './files.ts';

/** Files below one folder. A file appears under its name only when it is complete. */
export const filesOnDisk = (root: string): Files => {
  const toPath = (name: string): string => {
    if (!isSafeName(name)) throw new Error(`unsafe file name ${JSON.stringify(name)}`);
    return join(root, name);
  };
  return {
    async put(name, content) {
      const path = toPath(name);
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
      // Open before the stream begins: one that breaks at once must not leave a file that is created after it was removed.
      const file = await inFolder(path, () => open(temporary, 'wx', 0o600));
      try {
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, file.createWriteStream());
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async adopt(path, name) {
      const to = toPath(name);
      await inFolder(to, () => rename(path, to));
    },
    async open(name, range) {
      if (!isSafeName(name)) return undefined;
      const size = await findSize(join(root, name));
      if (size === undefined) return undefined;
      return { stream: createReadStream(join(root, name), range), size };
    },
    size: async (name) => (isSafeName(name) ? findSize(join(root, name)) : undefined),
    async remove(name) {
      const path = toPath(name);
      await rm(path, { force: true });
      const folder = dirname(path);
      // A folder that holds something, or is gone, stays as it is.
      if (folder !== join(root)) await rmdir(folder).catch(() => undefined);
    },
    async check() {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
    },
  };
};

/** Works in the folder of a file, which may go with the last file in it at any moment. */
const inFolder = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      await mkdir(dirname(path), { recursive: true });
      return await work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 9) throw error;
    }
  }
};

const findSize = async (path: string): Promise<number | undefined> => {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};
