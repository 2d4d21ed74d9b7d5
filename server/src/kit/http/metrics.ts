import { Code } from '@zhuiyuan/contract/kit/codes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';

/** Figures of this process, and what stands in the database as it sees it, in the form Prometheus reads. */
export interface Metrics {
  /** Queries of shoppers by verdict. */
  scans: Counter<'verdict'>;
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
  calls.inc({ code: String(Code.fault) }, 0);
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

const watchPools = (registry: Registry, { pool, shopperPool, backgroundPool }: Database): void => {
  const connections = new Gauge({
    name: 'zhuiyuan_database_connections',
    help: 'Connections by pool (shoppers and background work have their own) and state; `waiting` counts those who wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, { totalCount, idleCount, waitingCount, options }] of [
        ['main', pool],
        ['shopper', shopperPool],
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

type Waiting = { kind: 'queue' | 'file'; name: string; state: string; jobs: number; oldest: number };

/** Jobs that are not done, of the queue and of the imports and exports people see. */
const readWaiting = async ({ db }: Database): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select 'queue' as kind, name, state::text as state, count(*)::int as jobs,
      extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as oldest
    from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%' group by name, state
    union all
    select 'file', case kind when 1 then 'export' else 'import' end, case when lease_until > now() then 'active' else 'created' end,
      count(*)::int, extract(epoch from now() - min(created_at))::float8
    from file_job where status = 1 and is_del = 0 group by kind, 3`.execute(db);
  return rows;
};

const watchJobs = (registry: Registry, database: Database): void => {
  let reading: Promise<Waiting[] | undefined> | undefined;
  /** One reading serves all figures that are asked for together; nothing when the database does not answer in time. */
  const waiting = () =>
    (reading ??= Promise.race([
      readWaiting(database).catch(() => undefined),
      sleep(patienceMs, undefined, { ref: false }),
    ]).finally(() => (reading = undefined)));

  const gauge = (
    name: string,
    help: string,
    labelNames: readonly ['queue' | 'kind', 'state'],
    [kind, value]: [Waiting['kind'], (row: Waiting) => number],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const rows = (await waiting()) ?? [];
        this.reset();
        for (const row of rows.filter((one) => one.kind === kind))
          this.set({ [labelNames[0]]: row.name, state: row.state }, value(row));
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

/** Begins to count what passes through a server and to watch its database; `jobs` figures are read when asked for. */
export const openMetrics = (fastify: FastifyInstance, database: Database): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countCalls(registry, fastify);
  watchPools(registry, database);
  watchJobs(registry, database);
  const scans = new Counter({
    name: 'zhuiyuan_scans_total',
    help: 'Queries of shoppers by verdict',
    labelNames: ['verdict'],
    registers: [registry],
  });
  return { scans, registry };
};
