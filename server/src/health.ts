import type { App } from './kit/app-context.ts';

/** `/healthz` says the process lives, `/readyz` that it can work, `/metrics` how it does. */
export const mountHealth = (app: App): void => {
  const { fastify } = app;
  const { registry } = app.metrics;
  const hidden = { schema: { hide: true } as object };
  fastify.get('/healthz', hidden, () => ({ status: 'ok' }));
  fastify.get('/metrics', hidden, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  fastify.get('/readyz', hidden, async (_request, reply) => {
    const checks = {
      database: await passes(() => app.database.pool.query('select 1')),
      migrations: await passes(() => app.database.pool.query('select 1 from schema_migration limit 1')),
      jobs: app.jobs.isReady,
      files: await passes(() => app.files.check()),
    };
    const isReady = Object.values(checks).every(Boolean);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unready', checks });
  });
};

const passes = async (check: () => Promise<unknown>): Promise<boolean> => {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
};
