import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { readConfig } from './kit/config.ts';
import { openDatabase } from './kit/database.ts';
import { startEmbedded } from './kit/embedded-postgres.ts';
import { keepHeapSmall } from './kit/heap.ts';
import { Jobs } from './kit/jobs.ts';
import { openLog } from './kit/open-log.ts';
import { migrate } from './kit/migrate.ts';
import { openFiles } from './kit/open-files.ts';
import { greet } from './greet.ts';
import { seed } from './seeds/seed.ts';

/** The bundle in server/dist and the source in server/src both lie two folders below the root. */
const root = fileURLToPath(new URL('../..', import.meta.url));

keepHeapSmall();
const config = readConfig(process.env);
const log = openLog(config.logLevel);

const stops: (() => Promise<unknown> | undefined)[] = [];
let isStopping = false;
/** Ends in the reverse order of the start: no new calls, jobs finished or given back, the database last. */
const stop = async (exitCode: number) => {
  if (isStopping) return;
  isStopping = true;
  const deadline = setTimeout(() => process.exit(exitCode || 1), 20_000);
  for (const step of stops.reverse())
    await Promise.resolve(step()).catch((error: unknown) => log.warn({ err: error }, 'while stopping'));
  clearTimeout(deadline);
  process.exit(exitCode);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  const embedded = config.databaseUrl ? undefined : startEmbedded(config.dataDir, log);
  // Also a signal that comes while the database starts has to end it.
  stops.push(async () => (await embedded?.catch(() => undefined))?.stop());
  const url = config.databaseUrl ?? (await embedded)!.url;
  await migrate(url, join(root, 'server/migrations'));
  const database = openDatabase(url, { poolSize: config.poolSize });
  stops.push(() => database.close());
  const files = openFiles(config);
  const firstPassword = await seed({ config, db: database.db, files });
  const jobs = new Jobs(url, log, config.role !== 'api');
  const app = await buildApp({ config, database, jobs, files, log, pagesRoot: root });
  await jobs.start();
  stops.push(() => jobs.stop());
  await app.sessions.listen(url);
  stops.push(() => app.sessions.close());
  if (config.role === 'worker') {
    log.info('worker started');
  } else {
    await app.fastify.listen({ port: config.port, host: config.host });
    stops.push(() => app.fastify.close());
    greet(config, app.fastify.server.address(), firstPassword);
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  if (!isStopping) process.stderr.write(`启动失败 / cannot start: ${reason}\n`);
  log.debug({ err: error }, 'start failed');
  await stop(1);
}
