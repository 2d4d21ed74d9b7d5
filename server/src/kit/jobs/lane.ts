import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, isFull, isOverTime } from '../db/database-away.ts';
import type { Db } from '../db/database.ts';
import { endRun, markRun } from './take-over.ts';
import { within } from './within.ts';
import type { WorkerPlace } from './worker-place.ts';

export interface JobRun {
  id: string;
  /** Aborts when the process is about to stop, or the run has lasted as long as it may: give back what is begun. */
  signal: AbortSignal;
}

export interface LaneParts {
  boss: PgBoss;
  name: string;
  /** Answers how much there was to do, where it knows: nothing is no line in the log. */
  handle: (data: never, job: JobRun) => Promise<void | number>;
  /** Seconds after which a run counts as dead and is tried again, here or elsewhere. */
  expireInSeconds: number;
  /** Milliseconds after which a run's signal ends it, without a failure; it expires with it where there are none. */
  runMs?: number;
  signal: AbortSignal;
  db: Db;
  place: WorkerPlace;
  /** Resolves once the queue may have a job again, or at the stop. */
  untilWaiting: (name: string) => Promise<void>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Told about each failure to reach the queue, and with nothing when it was reached. */
  report: (error?: unknown) => void;
}

const pauseMs = 1_000;

/**
 * One lane of a queue: takes a job, runs it and tells the queue how it ended, until the signal. A database that is away
 * makes it wait: the outcome of a run is told when it is back, unless the job has expired and is no longer ours to end.
 */
export const openLane = (parts: LaneParts) => {
  const { boss, name, handle, expireInSeconds, runMs, signal, untilWaiting, db, place, log, report } = parts;
  let running: string | undefined;

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  const tell = async (say: () => Promise<unknown>, until: number): Promise<void> => {
    while (Date.now() < until) {
      try {
        await say();
        report();
        return;
      } catch (error) {
        report(error);
        // Anything else would be refused again; the queue takes the job for dead in time and tries it once more.
        if (!(isDatabaseAway(error) || isFull(error) || isOverTime(error)) || signal.aborted) return;
        await pause(pauseMs);
      }
    }
  };

  const runOne = async ({ id, data }: PgBoss.Job<object>): Promise<void> => {
    const startedAt = Date.now();
    const until = startedAt + expireInSeconds * 1000;
    const ours = { name, id, worker: place.number };
    let failure: unknown;
    try {
      const count = await orExpire(expireInSeconds, signal, place.held, (unexpired) =>
        runMs === undefined
          ? handle(data as never, { id, signal: unexpired })
          : within({ signal: unexpired, ms: runMs }, (shift) => handle(data as never, { id, signal: shift })),
      );
      if (count !== 0) log.info({ job: name, id, ms: Date.now() - startedAt }, 'job done');
    } catch (error) {
      failure = error;
      log.warn({ err: error, job: name, id }, 'job failed');
    }
    // The process gave it back in the meantime.
    if (running !== id) return;
    const end = (inIt: PgBoss.Db) =>
      failure === undefined
        ? boss.complete(name, id, {}, { db: inIt })
        : boss.fail(name, id, plain(failure), { db: inIt });
    await tell(() => endRun(db, ours, end), until);
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      if (place.held.aborted) {
        await pause(pauseMs);
        continue;
      }
      const job = await boss.fetch<object>(name).then(
        ([first]) => {
          report();
          return first;
        },
        async (error: unknown) => {
          report(error);
          await pause(pauseMs);
          return undefined;
        },
      );
      if (!job) {
        await untilWaiting(name);
        continue;
      }
      running = job.id;
      // Unmarked it still counts, and is tried again when it expires.
      await markRun(db, { name, id: job.id, worker: place.number }).catch(report);
      await runOne(job);
      running = undefined;
    }
  };

  const ended = work();
  return {
    ended,
    /** Lets another process take the job that is still running here; call it when there is no more time to wait. */
    async giveBack(): Promise<void> {
      const id = running;
      running = undefined;
      if (id) await boss.fail(name, id, { message: 'the process stopped' });
    },
  };
};

/** Runs something whose signal ends with the given ones, or when it expires; but at the stop nobody waits for its end any longer. */
const orExpire = <T>(
  seconds: number,
  stop: AbortSignal,
  held: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  within({ signal: stop, also: held, ms: seconds * 1000 }, (signal) => {
    const expired = new Promise<never>((_resolve, reject) => {
      const expire = () => {
        if (!stop.aborted) reject(held.aborted ? held.reason : new Error(`not done within ${seconds} s`));
      };
      signal.addEventListener('abort', expire, { once: true });
    });
    return Promise.race([run(signal), expired]);
  });

/** What the queue keeps of a failure: it is stored as JSON, which knows no NUL and no half letters. */
const plain = (failure: unknown): object => {
  const error = failure instanceof Error ? failure : new Error(String(failure));
  const clean = (text: string) => Buffer.from(text.slice(0, 4000).replaceAll('\0', '')).toString();
  return { name: error.name, message: clean(error.message), stack: clean(error.stack ?? '') };
};
