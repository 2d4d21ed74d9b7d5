import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tellUntold } from './seeds/first/untold-password.ts';
import { buildApp } from './app.ts';
import { requireOwnKey } from './codes/cipher/require-own-key.ts';
import { closeServer } from './start/close-server.ts';
import { takeDoor } from './start/door.ts';
import { readConfig, type Config } from './kit/config.ts';
import { openDatabase } from './kit/db/database.ts';
import { startEmbedded } from './kit/postgres/embedded-postgres.ts';
import { keepHeapSmall } from './kit/heap.ts';
import { Jobs } from './kit/jobs/jobs.ts';
import { firstRoom } from './kit/data-folder.ts';
import { openLog } from './kit/open-log.ts';
import { findSlowSettings } from './kit/db/find-slow-settings.ts';
import { migrate } from './kit/db/migrate.ts';
import { keepPrivate } from './kit/files/keep-private.ts';
import { openFiles } from './kit/files/open-files.ts';
import { requireOwnSessions } from './start/require-own-sessions.ts';
import { setUpAlone } from './kit/db/set-up-alone.ts';
import { closePublicPictures } from './media/read-picture.ts';
import { greet, tellPassword } from './start/greet.ts';
import { awaitsDemo } from './settings/demo-state.ts';
import { layDemo } from './seeds/lay-demo.ts';
import { seedFirst } from './seeds/seed.ts';

/** The bundle in server/dist and the source in server/src both lie two folders below the root. */
const root = fileURLToPath(new URL('../..', import.meta.url));

const cannotStart = (error: unknown): string =>
  `启动失败 / cannot start: ${error instanceof Error ? error.message : String(error)}`;

/** Where nothing can be written down nothing is begun: the process ends with one line. */
const openOwnLog = (config: Config): ReturnType<typeof openLog> => {
  try {
    return openLog(config);
  } catch (error) {
    process.stderr.write(`${cannotStart(error)}\n`);
    process.exit(1);
  }
};

/** Starts the product. Until `pagesBuilt` resolves it answers that it is starting; a rejection ends it. */
export const start = async (pagesBuilt?: Promise<unknown>): Promise<void> => {
  keepHeapSmall();
  const config = readConfig(process.env);
  const { log, end: endLog } = openOwnLog(config);

  const stops: (() => Promise<unknown> | undefined)[] = [];
  const stopping = new AbortController();
  /** Ends in the reverse order of the start: no new calls, jobs finished or given back, the database last. */
  const stop = async (exitCode: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error('the process is stopping'));
    const deadline = setTimeout(() => process.exit(exitCode || 1), 20_000);
    for (const step of stops.reverse())
      await Promise.resolve(step()).catch((error: unknown) => log.warn({ err: error }, 'while stopping'));
    await endLog();
    clearTimeout(deadline);
    process.exit(exitCode);
  };
  /** Ends with one line for the operator. */
  const fail = async (reason: string) => {
    if (!stopping.signal.aborted) process.stderr.write(`${reason}\n`);
    await stop(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

  try {
    const door = config.role === 'worker' ? undefined : await takeDoor(config.host, config.port);
    stops.push(() => door?.close());
    const embedded = config.databaseUrl
      ? undefined
      : startEmbedded(config.dataDir, log, {
          room: firstRoom(config),
          lost: (reason) => void fail(`the database does not start again: ${reason}`),
        });
    // Also a signal that comes while the database starts has to end it.
    stops.push(async () => (await embedded?.catch(() => undefined))?.stop());
    const url = config.databaseUrl ?? (await embedded)!.url;
    keepPrivate(config.dataDir);
    const database = openDatabase(url, config);
    stops.push(() => database.close());
    if (config.databaseUrl) await requireOwnSessions(database);
    const files = openFiles(config);
    const jobs = new Jobs(url, log, config.role !== 'api');
    const app = await setUpAlone(url, log, async () => {
      await migrate(url, join(root, 'server/migrations'));
      await requireOwnKey(database.backgroundDb, config.masterKey);
      const built = await buildApp({
        config,
        database,
        jobs,
        files,
        log,
        pagesRoot: root,
        stopping: stopping.signal,
        door,
      });
      // From here on it hears of changes, and may remember what they are about.
      await built.fastify.ready();
      await seedFirst({ config, db: database.backgroundDb, files });
      await jobs.prepare();
      return built;
    });
    if (config.databaseUrl)
      for (const line of await findSlowSettings(database.db)) log.warn(`slow database setting: ${line}`);
    await app.sessions.listen(url);
    stops.push(() => app.sessions.close());
    const health = await app.health.listen();
    stops.push(() => health?.close());
    // Jobs are given back while the last answers are sent, so that neither waits for the other.
    stops.push(() => Promise.all([closeServer(app.fastify, log, { door }), jobs.stop()]));
    stops.push(() => closePublicPictures());
    await jobs.start();
    const isAwaited = await awaitsDemo(database.db);
    if (!isAwaited) await jobs.sendFirst(database.db);
    const laying = layDemo({ config, db: database.backgroundDb, files }, log, stopping.signal, (db) =>
      jobs.sendFirst(db),
    );
    stops.push(() => laying);
    await pagesBuilt;
    door?.open();
    await tellUntold(database.db, config.masterKey, (password) => {
      if (door) greet(config, door.server.address(), password, isAwaited);
      else if (password) tellPassword(password);
    });
    if (!door) log.info({ health: health?.server.address() }, 'worker started');
  } catch (error) {
    log.debug({ err: error }, 'start failed');
    await fail(cannotStart(error));
  }
};
