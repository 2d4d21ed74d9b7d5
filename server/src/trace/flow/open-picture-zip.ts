import { Code } from '@zhuiyuan/contract/kit/codes';
import { unreadable } from '../../kit/sheets/sheet.ts';
import { Refusal } from '../../kit/refusal.ts';
import { ChildLimit, startChild } from '../../kit/jobs/start-child.ts';
import type { Unpack, ZipEntry, ZipMessage, ZipWish } from './zip-worker.ts';

const mostEntries = 5000;
const childLimits = { heapMegabytes: 192, megabytes: 320, quietSeconds: 30 };

/** A zip that was opened in a process of its own. */
export interface OpenZip {
  entries: ZipEntry[];
  /** Unpacks the file at a place of the list into a new file; answers its bytes. Refuses one that is too large or broken, naming it. */
  unpack(at: number, to: string, name: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens an uploaded zip, whose files may unfold to so many bytes each. Refuses what is no zip or holds too many files. */
export const openPictureZip = async (path: string, mostBytes: number): Promise<OpenZip> => {
  const wish: ZipWish = { path, mostEntries, mostBytes };
  const child = await startChild<ZipMessage, Unpack>(new URL('./zip-worker.ts', import.meta.url), wish, childLimits);
  const next = async (): Promise<ZipMessage> => {
    try {
      return await child.next();
    } catch (error) {
      await child.close();
      throw error instanceof ChildLimit ? unreadable('压缩包过大或结构异常') : error;
    }
  };
  const first = await next();
  if (!('entries' in first)) {
    await child.close();
    const isMany = 'noZip' in first && first.noZip === 'too many';
    throw unreadable(isMany ? `压缩包内文件超过${mostEntries}个` : '不是有效的zip压缩包');
  }
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (at: number, to: string, name: string): Promise<number> => {
    child.tell({ at, to });
    const answer = await next();
    if ('size' in answer) return answer.size;
    const isLarge = 'noFile' in answer && answer.noFile === 'too large';
    throw new Refusal(Code.invalid, isLarge ? `“${name}”超过${mostBytes / 1024 / 1024} MB` : `“${name}”已损坏`);
  };
  return {
    entries: first.entries,
    unpack: (at, to, name) => {
      const mine = last.then(
        () => ask(at, to, name),
        () => ask(at, to, name),
      );
      last = mine;
      return mine;
    },
    close: () => child.close(),
  };
};
