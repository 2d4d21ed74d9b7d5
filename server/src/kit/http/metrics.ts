import { Code } from '@zhuiyuan/contract/kit/codes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, Db } from '../db/database.ts';
import type { Shares } from '../shares.ts';
import { watchBackups, watchMemory } from './watch-machine.ts';

/** Figures of this process, and what stands in the database as it sees it, in the form Prometheus reads. */
export interface Metrics {
  /** Queries of shoppers by verdict. */
  scans: Counter<'verdict'>;
  draws: Counter<'won'>;
  /** Calls that found no room on the disk of the database or of the files. */
  full: Counter;
  registry: Registry;
}

/** The code of an answer in the envelope; nothing for pages, files and machine calls. */
const envelopeCode = (payload: unknown): string | undefined =>
  typeof payload === 'string' ? /^\{"code":(\d+),"message":/.exec(payload)?.[1] : undefined;

/** How long a reading of the figures may wait for the database: Prometheus gives up after ten seconds. */
const patienceMs = 1500;

const countCalls = (registry: Registry, fastify: FastifyInstance): void => {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const calls = new Counter({
    name: 'zhuiyuan_calls_total',
    help: 'Calls by the code in the envelope of their answer',
    labelNames: ['code'],
    registers,
  });
  const faults = new Counter({
    name: 'zhuiyuan_faults_total',
    help: 'Calls answered with the code 500, by route',
    labelNames: ['route'],
    registers,
  });
  // Prometheus sees no increase of what begins at 1: every known value is there from the start.
  for (const code of Object.values(Code)) calls.inc({ code: String(code) }, 0);
  fastify.addHook('onSend', async (request, _reply, payload) => {
    const code = envelopeCode(payload);
    if (code === undefined) return;
    calls.inc({ code });
    if (code === String(Code.fault)) faults.inc({ route: request.routeOptions.url ?? 'unknown' });
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
};

const watchPools = (
  registry: Registry,
  { pool, shopperPool, strangerPool, noticePool, backgroundPool }: Database,
): void => {
  const connections = new Gauge({
    name: 'zhuiyuan_database_connections',
    help: 'Connections by pool (shoppers, calls without a session, callbacks of WeChat Pay and background work have their own) and state; `waiting` counts those who wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount, options }] of [
        ['main', pool],
        ['shopper', shopperPool],
        ['stranger', strangerPool],
        ['notice', noticePool],
        ['background', backgroundPool],
      ] as const) {
        connections.set({ pool: name, state: 'used' }, totalCount - idleCount);
        connections.set({ pool: name, state: 'idle' }, idleCount);
        connections.set({ pool: name, state: 'waiting' }, waitingCount);
        connections.set({ pool: name, state: 'limit' }, options.max);
      }
    },
  });
};

const watchShares = (registry: Registry, shares: Shares): void => {
  const places = new Gauge({
    name: 'zhuiyuan_share_calls',
    help: 'Calls by share of the process and state: working, waiting; `limit` is how many are worked on at once',
    labelNames: ['share', 'state'],
    registers: [registry],
    collect() {
      for (const [share, { count, running: limit }] of Object.entries(shares)) {
        const { running, waiting } = count();
        places.set({ share, state: 'working' }, running);
        places.set({ share, state: 'waiting' }, waiting);
        places.set({ share, state: 'limit' }, limit);
      }
    },
  });
};

/** Jobs of one name that are not done: how many in a state, and the age of the oldest in seconds. */
export interface Waiting {
  name: string;
  state: string;
  jobs: number;
  oldest: number;
}

/** Jobs that are not done of every queue in every state, those that have none too. */
const readQueue = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select queue.name, state.of::text as state, count(job.id)::int as jobs,
      coalesce(extract(epoch from now() - min(greatest(job.created_on, job.start_after))), 0)::float8 as oldest
    from pgboss.queue
    cross join unnest(enum_range('created'::pgboss.job_state, 'active')) as state (of)
    left join pgboss.job on job.name = queue.name and job.state = state.of and job.state < 'completed'
    where queue.name not like '\\_\\_pgboss%' group by queue.name, state.of`.execute(db);
  return rows;
};

const watchJobs = (registry: Registry, { db }: Database, readFiles: typeof readQueue): void => {
  let reading: Promise<{ queue: Waiting[]; file: Waiting[] } | undefined> | undefined;
  /** One reading serves all figures that are asked for together; nothing when the database does not answer in time. */
  const waiting = () =>
    (reading ??= Promise.race([
      Promise.all([readQueue(db), readFiles(db)]).then(
        ([queue, file]) => ({ queue, file }),
        () => undefined,
      ),
      sleep(patienceMs, undefined, { ref: false }),
    ]).finally(() => (reading = undefined)));

  const gauge = (
    name: string,
    help: string,
    labelNames: readonly ['queue' | 'kind', 'state'],
    [kind, value]: ['queue' | 'file', (row: Waiting) => number],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const rows = (await waiting())?.[kind] ?? [];
        this.reset();
        for (const row of rows) this.set({ [labelNames[0]]: row.name, state: row.state }, value(row));
      },
    });
  const count = (row: Waiting) => row.jobs;
  const age = (row: Waiting) => Math.max(0, row.oldest);
  gauge('zhuiyuan_jobs', 'Jobs not done, by queue and state', ['queue', 'state'], ['queue', count]);
  gauge('zhuiyuan_job_age_seconds', 'Age of the oldest job not done', ['queue', 'state'], ['queue', age]);
  gauge(
    'zhuiyuan_file_jobs',
    'Imports and exports under way (active) or waiting (created)',
    ['kind', 'state'],
    ['file', count],
  );
  const up = new Gauge({
    name: 'zhuiyuan_database_up',
    help: '1 where the database answered in time; figures on jobs are left out otherwise',
    registers: [registry],
    async collect() {
      up.set((await waiting()) ? 1 : 0);
    },
  });
};

/** Figures of Node itself, gathered once however many servers this process opens: what gathers them never ends, nor does what it holds. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** Tells how much room is left for the data folder: the embedded database's too, unless it lies elsewhere. */
const watchRoom = (registry: Registry, dataDir: string): void => {
  const size = new Gauge({
    name: 'zhuiyuan_data_bytes',
    help: 'Of the file system of the data folder: all (size) and what may still be written (free)',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const found = await statfs(dataDir).catch(() => undefined);
      size.reset();
      if (!found) return;
      size.set({ of: 'size' }, found.blocks * found.bsize);
      size.set({ of: 'free' }, found.bavail * found.bsize);
    },
  });
};

/** Begins to count what passes through a server, and to watch its database, shares and data folder; `jobs` figures are read when asked for. */
export const openMetrics = (
  fastify: FastifyInstance,
  {
    database,
    shares,
    dataDir,
    readFiles,
  }: { database: Database; shares: Shares; dataDir: string; readFiles: typeof readQueue },
): Metrics => {
  const registry = new Registry();
  countCalls(registry, fastify);
  watchPools(registry, database);
  watchShares(registry, shares);
  watchJobs(registry, database, readFiles);
  watchRoom(registry, dataDir);
  watchMemory(registry);
  watchBackups(registry, dataDir);
  const full = new Counter({
    name: 'zhuiyuan_full_total',
    help: 'Calls answered with 503 because the disk of the database or of the files is full',
    registers: [registry],
  });
  const scans = new Counter({
    name: 'zhuiyuan_scans_total',
    help: 'Queries of shoppers by verdict',
    labelNames: ['verdict'],
    registers: [registry],
  });
  const draws = new Counter({
    name: 'zhuiyuan_draws_total',
    help: 'Draws by whether a prize was won',
    labelNames: ['won'],
    registers: [registry],
  });
  for (const won of ['yes', 'no']) draws.inc({ won }, 0);
  return { scans, draws, full, registry: Registry.merge([ofProcess, registry]) };
};
