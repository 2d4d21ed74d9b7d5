import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCron } from './cron.ts';
import { isDatabaseAway, isFull } from '../db/database-away.ts';
import { openDatabase, type Database, type Db } from '../db/database.ts';
import { openLane, type LaneParts } from './lane.ts';
import { retrySeconds, usualPace, type JobPace } from './pace.ts';
import { takeOver } from './take-over.ts';
import { watchQueues } from './watch-queues.ts';
import { takePlace } from './worker-place.ts';

export interface JobOptions {
  /** Runs under one key at a time; a second send while one waits is dropped. */
  singletonKey?: string;
  startAfter?: Date | number;
  retryLimit?: number;
}

interface Worker extends Pick<LaneParts, 'handle' | 'expireInSeconds' | 'runMs'> {
  /** Jobs of this queue that one process works on at the same time. */
  parallel: number;
  cron?: string;
  isFirst: boolean;
}

/** Queue of the jobs that failed at their last try. */
export const deadLetter = 'dead-letter';
/** What the clock has sent and waits is as good as what it would send: more of a queue than its oldest are dropped, whatever had held it up. */
const leaveOldest = `
  with waiting as (
    select id, row_number() over (order by created_on, id) as place from pgboss.job
    where name = $1 and state = 'created' and data = '{}' and start_after <= now()
  ), dropped as (
    delete from pgboss.job where name = $1 and state = 'created' and id in (select id from waiting where place > 1)
  )
  select exists (select from waiting) as "isWaiting"`;

/**
 * Background work on the tables of pg-boss. A job is inserted in the caller's transaction, so that it exists exactly when
 * the change it belongs to does; it is retried with back-off and ends in the dead letter queue.
 */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly workers = new Map<string, Worker>();
  private readonly beginnings: (() => Promise<void>)[] = [];
  private readonly stopping = new AbortController();
  private lanes: ReturnType<typeof openLane>[] = [];
  private clock: Promise<void> = Promise.resolve();
  private watch: Promise<void> = Promise.resolve();
  private takingOver: Promise<void> = Promise.resolve();
  private readonly place: ReturnType<typeof takePlace>;
  private isPrepared = false;
  private isStarted = false;
  private isAway = false;
  private readonly pace: JobPace;

  constructor(
    connectionString: string,
    private readonly log: Logger,
    private readonly canWork: boolean,
    pace: Partial<JobPace> = {},
  ) {
    this.pace = { ...usualPace, ...pace };
    this.database = openDatabase(connectionString, { poolSize: 4, role: 'worker' });
    const { backgroundPool: pool } = this.database;
    // Its own working loop and clock leave promises behind that end the process when the database goes away; ours do not.
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      supervise: canWork,
      schedule: false,
      archiveFailedAfterSeconds: 7 * 86_400,
    });
    this.boss.on('error', (error) => this.report(error));
    this.place = takePlace(connectionString, (error) => this.report(error), this.pace.lostAfterMs);
  }

  /**
   * Names the worker of a queue; call before {@link prepare}. A name stays, for jobs that wait or are dead in a kept database lie under it.
   * A run's signal ends at the stop, after `runMs`, and when the run expires.
   */
  work<T extends object>(
    name: string,
    handle: (data: T, job: { id: string; signal: AbortSignal }) => Promise<void | number>,
    options: { expireInSeconds?: number; runMs?: number; cron?: string; isFirst?: boolean; parallel?: number } = {},
  ): void {
    this.workers.set(name, {
      handle: handle as Worker['handle'],
      expireInSeconds: options.expireInSeconds ?? 300,
      runMs: options.runMs,
      parallel: options.parallel ?? 1,
      cron: options.cron,
      isFirst: options.isFirst ?? false,
    });
  }

  /** Runs once when this process begins to work, which waits for it: takes back what a killed run of it had begun. */
  atStart(begin: () => Promise<void>): void {
    this.beginnings.push(begin);
  }

  /** Creates the tables and queues that are missing; one process at a time, inside `setUpAlone`. */
  async prepare(): Promise<void> {
    await this.boss.start();
    await this.boss.createQueue(deadLetter);
    for (const [name, { expireInSeconds }] of this.workers)
      await this.boss.createQueue(name, {
        name,
        policy: 'standard',
        retryLimit: 5,
        retryDelay: retrySeconds,
        retryBackoff: true,
        expireInSeconds,
        deadLetter,
      });
    this.isPrepared = true;
  }

  /** Begins to work. */
  async start(): Promise<void> {
    if (!this.isPrepared) await this.prepare();
    this.isStarted = true;
    if (!this.canWork) return;
    const { boss, log, place } = this;
    const { backgroundDb: db } = this.database;
    await place.take();
    const { signal } = this.stopping;
    // Every lane waits with it.
    setMaxListeners(0, signal);
    const report = (error?: unknown) => this.report(error);
    const { ended, untilWaiting } = watchQueues({ pool: this.database.backgroundPool, signal, report });
    this.watch = ended;
    for (const [name, worker] of this.workers)
      for (let lane = 0; lane < worker.parallel; lane += 1)
        this.lanes.push(openLane({ boss, name, log, signal, db, place, untilWaiting, report, ...worker }));
    this.clock = this.keepTime();
    this.takingOver = takeOver({
      db,
      boss,
      signal,
      report,
      lookEveryMs: this.pace.lookEveryMs,
      goneMs: 2 * this.pace.lostAfterMs,
    });
    for (const begin of this.beginnings) await begin();
  }

  /** Ends the runs under way, gives back those that do not come to an end, and closes the connections. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.stopping.abort(new Error('the process is stopping'));
    const allEnded = Promise.all([this.clock, this.watch, this.takingOver, ...this.lanes.map(({ ended }) => ended)]);
    await Promise.race([allEnded, sleep(this.pace.patienceMs, undefined, { ref: false })]);
    for (const lane of this.lanes) await lane.giveBack().catch((error: unknown) => this.report(error));
    await this.boss.stop({ graceful: false });
    await this.place.leave();
    await this.database.close();
  }

  /** Puts a job into the caller's transaction. */
  async send(db: Db, name: string, data: object, options: JobOptions = {}): Promise<string | null> {
    return this.boss.send(name, data, {
      ...options,
      db: { executeSql: (text: string, values: unknown[]) => executeIn(db, text, values) },
    } as PgBoss.SendOptions);
  }

  /** Sends what is to run as soon as the rows of a start are there: each queue with `isFirst`. */
  async sendFirst(db: Db): Promise<void> {
    for (const [name, { isFirst }] of this.workers) if (isFirst) await this.send(db, name, {});
  }

  get isReady(): boolean {
    return this.isStarted;
  }

  private async keepTime(): Promise<void> {
    const lines = new Map<string, string>();
    for (const [name, { cron }] of this.workers) if (cron) lines.set(name, cron);
    const sendDue = openCron(lines, async (name, id) => {
      const { rows } = await this.database.backgroundPool.query<{ isWaiting: boolean }>(leaveOldest, [name]);
      if (!rows[0]!.isWaiting) await this.boss.send(name, {}, { id });
    });
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sendDue().catch((error: unknown) => this.report(error));
      await sleep(this.pace.cronEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** An outage fails every lane again and again: its begin and its end are told, once each. */
  private report(error?: unknown): void {
    if (error === undefined) {
      if (this.isAway) this.log.info('the job queue is reached again');
      this.isAway = false;
    } else if (!isDatabaseAway(error) && !isFull(error)) this.log.warn({ err: error }, 'job queue');
    else if (!this.isAway && !this.stopping.signal.aborted) {
      this.isAway = true;
      this.log.warn({ err: error }, 'the job queue cannot be reached, jobs wait');
    }
  }
}

/** Runs a statement of the queue in somebody's transaction. */
export const executeIn = async (db: Kysely<never> | Db, text: string, values: unknown[]) => {
  const result = await (db as Db).executeQuery(CompiledQuery.raw(text, values));
  return { rows: result.rows };
};
