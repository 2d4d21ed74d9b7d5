import pg from 'pg';
import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { connectionOptions } from '../db/database.ts';
import { keepAlive } from './pace.ts';

/** First half of the number of the advisory lock of each worker; the other is the worker's own. */
export const placeLocks = 7_216_335;
const retryMs = 500;
const askEveryMs = 5_000;
const answerWithinMs = 3_000;

export interface WorkerPlace {
  readonly number: number;
  /** Ends when the place was lost for too long; there is another one once it is taken again. */
  readonly held: AbortSignal;
}

/**
 * The place of a worker among all: a lock on a connection of its own, which the database lets go of the moment the process dies. It is taken
 * again when the connection is lost.
 */
export const takePlace = (url: string, report: (error?: unknown) => void, lostMs: number) => {
  // A number of its own at each start: what a process before it had begun is not its own.
  const number = randomInt(1, 2 ** 31);
  /** Every run listens to it. */
  const hold = (): AbortController => {
    const one = new AbortController();
    setMaxListeners(0, one.signal);
    return one;
  };
  let holding = hold();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let losing: NodeJS.Timeout | undefined;
  let isStopped = false;

  const lose = (): void => holding.abort(new Error('the database did not hear of this worker for too long'));
  const take = async (): Promise<void> => {
    const mine = new pg.Client({ ...connectionOptions(url), query_timeout: answerWithinMs });
    const lost = (error?: Error): void => {
      if (client !== mine) return;
      client = undefined;
      clearTimeout(timer);
      mine.end().catch(() => undefined);
      if (isStopped) return;
      if (error) report(error);
      losing ??= setTimeout(lose, lostMs);
      timer = setTimeout(() => void take(), retryMs);
    };
    const askLater = (): void => {
      if (client === mine) timer = setTimeout(() => void mine.query('select 1').then(askLater, lost), askEveryMs);
    };
    client = mine;
    mine.on('error', lost);
    mine.on('end', () => lost());
    try {
      await mine.connect();
      const settings = Object.entries(keepAlive).map(([what, value]) => `set tcp_keepalives_${what} = ${value}`);
      await mine.query(settings.join('; '));
      // Shared: the connection before may still hold it where only this side knows that it is lost.
      await mine.query('select pg_advisory_lock_shared($1, $2)', [placeLocks, number]);
      if (client !== mine) return;
      clearTimeout(losing);
      losing = undefined;
      if (holding.signal.aborted) holding = hold();
      report();
      askLater();
    } catch (error) {
      lost(error as Error);
    }
  };

  return {
    number,
    get held() {
      return holding.signal;
    },
    take,
    async leave(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(losing);
      const mine = client;
      client = undefined;
      await mine?.end().catch(() => undefined);
    },
  };
};
