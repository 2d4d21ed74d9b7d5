import Fastify, { type FastifyInstance } from 'fastify';
import type { App } from './kit/app-context.ts';

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
  const offer = (fastify: FastifyInstance): void => {
    const hidden = { schema: { hide: true } as object };
    fastify.get('/healthz', hidden, () => ({ status: 'ok' }));
    fastify.get('/metrics', hidden, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
    fastify.get('/readyz', hidden, async (_request, reply) => {
      const checks = {
        process: !app.stopping.aborted,
        database: await passes(() => app.database.pool.query('select 1')),
        migrations: await passes(() => app.database.pool.query('select 1 from schema_migration limit 1')),
        jobs: app.jobs.isReady,
        files: await passes(() => app.files.check()),
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

const passes = async (check: () => Promise<unknown>): Promise<boolean> => {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
};
