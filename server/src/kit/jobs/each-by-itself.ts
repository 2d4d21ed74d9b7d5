import type { Logger } from 'pino';
import { isDatabaseAway, isFull } from '../db/database-away.ts';

/**
 * Works on some things one after the other, each by itself: an error of one is logged with its name and keeps none of the others from
 * being worked on. Stops at the signal, and where the database is away or full: then nothing else can be done either.
 */
export const eachByItself = async <T>(
  things: Iterable<T>,
  work: (thing: T) => Promise<void>,
  { log, toName, signal }: { log: Pick<Logger, 'error'>; toName: (thing: T) => object; signal?: AbortSignal },
): Promise<void> => {
  for (const thing of things) {
    if (signal?.aborted) return;
    await work(thing).catch((error: unknown) => {
      if (isDatabaseAway(error) || isFull(error)) throw error;
      log.error({ err: error, ...toName(thing) }, 'left out of background work');
    });
  }
};
