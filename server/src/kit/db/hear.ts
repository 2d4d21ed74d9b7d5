import pg from 'pg';
import type { Logger } from 'pino';
import { connectionOptions } from './database.ts';

export interface Hearing {
  /** Whether announcements arrive at this moment: what is read now may be kept until one says otherwise. */
  readonly isHearing: boolean;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

const retryMs = 500;
/** A connection that the network swallowed says nothing; asking it shows whether announcements would still arrive. */
const askEveryMs = 5_000;
const answerWithinMs = 3_000;

/**
 * Hears one channel of announcements on a connection of its own until stopped. `miss` is called whenever some may have been
 * missed: when the connection is lost and when it is there again, so that all that was kept is forgotten.
 */
export const hear = (
  url: string,
  { channel, heard, miss, log }: { channel: string; heard: (payload: string) => void; miss: () => void; log: Log },
): Hearing => {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isHearing = false;
  let isStopped = false;

  const start = async (): Promise<void> => {
    if (isStopped) return;
    const mine = new pg.Client({ ...connectionOptions(url), query_timeout: answerWithinMs });
    const lost = (error?: Error): void => {
      if (client !== mine) return;
      clearTimeout(timer);
      client = undefined;
      if (isHearing) log.warn({ err: error, channel }, 'announcements lost, reconnecting');
      isHearing = false;
      miss();
      mine.end().catch(() => undefined);
      if (!isStopped) timer = setTimeout(() => void start(), retryMs);
    };
    const ask = (): void => void mine.query('select 1').then(() => askLater(), lost);
    const askLater = (): void => {
      if (client === mine) timer = setTimeout(ask, askEveryMs);
    };
    client = mine;
    mine.on('error', lost);
    mine.on('end', () => lost());
    mine.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (client !== mine) return;
      // What was read before this moment may have changed unheard.
      miss();
      isHearing = true;
      askLater();
    } catch (error) {
      lost(error as Error);
    }
  };

  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    const mine = client;
    client = undefined;
    isHearing = false;
    miss();
    await mine?.end().catch(() => undefined);
  };

  return {
    get isHearing() {
      return isHearing;
    },
    start,
    stop,
  };
};

type Log = Pick<Logger, 'warn'>;
