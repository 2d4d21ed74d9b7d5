import { on } from 'node:events';
import { stat } from 'node:fs/promises';
import { Refusal } from '../kit/refusal.ts';
import { startThread } from '../kit/start-thread.ts';
import { readSheet } from './read-sheet.ts';
import type { SheetMessage } from './sheet-worker.ts';
import { unreadable, type OpenSheet, type SheetLimits, type SheetRow } from './sheet.ts';

/** A file up to this size is read before a thread would have started. */
const smallBytes = 512 * 1024;

/**
 * Heap of a thread that reads a large file, in MB. Reading makes much that is used once: a small young generation clears it
 * away soon, and none of it ever fills the heap of the server.
 */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 6 };

/**
 * Opens an uploaded xlsx, csv or txt file, whatever its name says, and reads its titles. Refuses 61082, 61083, 61084;
 * `rows` refuses 61083 once there are too many. Empty rows are left out.
 */
export const openSheet = async (path: string, limits: SheetLimits): Promise<OpenSheet> =>
  (await stat(path)).size > smallBytes ? openInThread(path, limits) : readSheet(path, limits);

/** As `openSheet`, in a thread of its own, which ends with the reading. */
export const openInThread = async (path: string, limits: SheetLimits): Promise<OpenSheet> => {
  const thread = startThread(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path, limits },
    resourceLimits,
  });
  const inbox = on(thread, 'message', { close: ['exit'] }) as AsyncIterator<[SheetMessage]>;
  const close = async () => void (await thread.terminate());
  const next = async (): Promise<SheetMessage> => {
    try {
      const { value, done } = await inbox.next();
      if (done) throw new Error('the thread that reads a file ended early');
      const [message] = value;
      if ('refusal' in message) throw new Refusal(message.refusal.code, message.refusal.message, message.refusal.data);
      return message;
    } catch (error) {
      await close();
      throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? unreadable('内容过大，请拆分后上传')
        : error;
    }
  };
  const rows = async function* rows(): AsyncGenerator<SheetRow> {
    try {
      for (let message = await next(); 'rows' in message; message = await next()) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
        thread.postMessage('more');
        yield* message.rows;
      }
    } finally {
      await close();
    }
  };
  const first = await next();
  return { titles: 'titles' in first ? first.titles : [], rows: rows(), close };
};
