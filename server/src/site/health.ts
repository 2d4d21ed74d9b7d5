import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import type { App } from '../kit/http/app-context.ts';
import { connectionOptions } from '../kit/db/database.ts';
import { openProbe } from '../kit/probe.ts';

const answerMs = 1_000;

const openProbePool = (url: string): pg.Pool => {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: 2,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    idleTimeoutMillis: 10_000,
  });
  pool.on('error', () => {});
  return pool;
};

export interface Health {
  /** Opens the port of their own, if the settings name one. */
  listen: () => Promise<FastifyInstance | undefined>;
}

/**
 * `/healthz` says the process lives, `/readyz` that it can work, `/metrics` how it does. Answers the same on the port of the
 * product and, where `healthPort` is set, on one of their own that is open until the end of the process.
 */
export const mountHealth = (app: App): Health => {
  const { registry } = app.metrics;
  // A connection of its own: to be asked how it is takes nothing away from the calls of a process that has none left.
  const pool = openProbePool(app.database.pool.options.connectionString ?? '');
  app.fastify.addHook('onClose', () => pool.end());
  const hasDatabase = openProbe(() => pool.query('select 1'));
  const hasTables = openProbe(() => pool.query('select 1 from schema_migration limit 1'));
  const hasFiles = openProbe(() => app.files.check());
  const offer = (fastify: FastifyInstance): void => {
    const hidden = { schema: { hide: true } as object };
    fastify.get('/healthz', hidden, () => ({ status: 'ok' }));
    fastify.get('/metrics', hidden, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
    fastify.get('/readyz', hidden, async (_request, reply) => {
      const [database, migrations, files] = await Promise.all([hasDatabase(), hasTables(), hasFiles()]);
      const checks = {
        process: !app.stopping.aborted,
        database,
        migrations,
        jobs: app.jobs.isReady,
        files,
      };
      const isReady = Object.values(checks).every(Boolean);
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unready', checks });
    });
  };
  offer(app.fastify);

  return {
    async listen() {
      const { healthPort: port, host } = app.config;
      if (port === undefined) return undefined;
      const fastify = Fastify({ forceCloseConnections: true });
      offer(fastify);
      await fastify.listen({ port, host });
      return fastify;
    },
  };
};
