import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from './database.ts';

export interface JobOptions {
  /** Runs under one key at a time; a second send while one waits is dropped. */
  singletonKey?: string;
  startAfter?: Date | number;
  retryLimit?: number;
}

export interface JobRun {
  id: string;
  /** Aborts when the process is about to stop: give back what is begun. */
  signal: AbortSignal;
}

interface Worker {
  handle: (data: never, job: JobRun) => Promise<void>;
  /** Seconds after which a silent run counts as dead and is tried again. */
  expireInSeconds: number;
  batchSize: number;
  /** Jobs of this queue that one process works on at the same time. */
  parallel: number;
  cron?: string;
}

const deadLetter = 'dead-letter';

/**
 * Background work on pg-boss. A job is inserted in the caller's transaction, so that it exists exactly when
 * the change it belongs to does; it is retried with back-off and ends in the dead letter queue.
 */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly workers = new Map<string, Worker>();
  private readonly beginnings: (() => Promise<void>)[] = [];
  private readonly stopping = new AbortController();
  private isStarted = false;
  lastErrorAt = 0;

  constructor(
    connectionString: string,
    private readonly log: Logger,
    private readonly canWork: boolean,
  ) {
    this.boss = new PgBoss({
      connectionString,
      application_name: 'zhuiyuan-jobs',
      max: 4,
      supervise: canWork,
      schedule: canWork,
      archiveFailedAfterSeconds: 7 * 86_400,
    });
    this.boss.on('error', (error) => {
      if (this.stopping.signal.aborted) return;
      this.lastErrorAt = Date.now();
      log.warn({ err: error }, 'job queue');
    });
  }

  /** Names the worker of a queue; call before {@link start}. */
  work<T extends object>(
    name: string,
    handle: (data: T, job: JobRun) => Promise<void>,
    options: { expireInSeconds?: number; cron?: string; parallel?: number } = {},
  ): void {
    this.workers.set(name, {
      handle: handle as Worker['handle'],
      expireInSeconds: options.expireInSeconds ?? 300,
      batchSize: 1,
      parallel: options.parallel ?? 1,
      cron: options.cron,
    });
  }

  /** Runs once when this process begins to work: takes back what a killed run of it had begun. */
  atStart(begin: () => Promise<void>): void {
    this.beginnings.push(begin);
  }

  async start(): Promise<void> {
    await this.boss.start();
    await this.boss.createQueue(deadLetter);
    for (const [name, worker] of this.workers) {
      await this.boss.createQueue(name, {
        name,
        policy: 'standard',
        retryLimit: 5,
        retryDelay: 2,
        retryBackoff: true,
        expireInSeconds: worker.expireInSeconds,
        deadLetter,
      });
      if (!this.canWork) continue;
      const work: PgBoss.WorkHandler<object> = async (jobs) => {
        for (const job of jobs) {
          const started = performance.now();
          await worker.handle(job.data as never, { id: job.id, signal: this.stopping.signal });
          this.log.info({ job: name, id: job.id, ms: Math.round(performance.now() - started) }, 'job done');
        }
      };
      for (let lane = 0; lane < worker.parallel; lane += 1)
        await this.boss.work<object>(name, { batchSize: worker.batchSize, pollingIntervalSeconds: 0.5 }, work);
      if (worker.cron) await this.boss.schedule(name, worker.cron, {}, { tz: 'Asia/Shanghai' });
    }
    this.isStarted = true;
    if (this.canWork) for (const begin of this.beginnings) await begin();
  }

  async stop(): Promise<void> {
    if (!this.isStarted) return;
    this.isStarted = false;
    this.stopping.abort(new Error('the process is stopping'));
    await this.boss.stop({ graceful: true, timeout: 10_000, wait: true });
  }

  /** Puts a job into the caller's transaction. */
  async send(db: Db, name: string, data: object, options: JobOptions = {}): Promise<string | null> {
    return this.boss.send(name, data, {
      ...options,
      db: { executeSql: (text: string, values: unknown[]) => executeIn(db, text, values) },
    } as PgBoss.SendOptions);
  }

  get isReady(): boolean {
    return this.isStarted;
  }
}

const executeIn = async (db: Kysely<never> | Db, text: string, values: unknown[]) => {
  const result = await (db as Db).executeQuery(CompiledQuery.raw(text, values));
  return { rows: result.rows };
};
