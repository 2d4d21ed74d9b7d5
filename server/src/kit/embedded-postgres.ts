import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { preparePostgresHome, type PostgresHome } from './postgres-home.ts';
import { clearRemains, createCluster, roleName, startPostmaster, stopPostmaster } from './postmaster.ts';
import { isMarkRunning, processMark } from './process-table.ts';

/** Where the supervisor tells what it does; a pino logger fits. */
export type Log = Record<'info' | 'warn' | 'error', (text: string) => void>;

/** A running embedded database. `stop` ends it in order and may be called more than once. */
export type EmbeddedPostgres = { url: string; stop: () => Promise<void> };

/** What the data folder remembers: only its owner may read it, for it holds the password. */
type Memory = { password: string; port: number; folder?: string };

const memoryFile = (dataDir: string): string => join(dataDir, 'postgres.json');

const recall = (dataDir: string): Memory | undefined =>
  existsSync(memoryFile(dataDir)) ? (JSON.parse(readFileSync(memoryFile(dataDir), 'utf8')) as Memory) : undefined;

const remember = (dataDir: string, memory: Memory): void => {
  const draft = `${memoryFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, memoryFile(dataDir));
};

/** Another process runs the database of this data folder. */
class DatabaseTaken extends Error {
  override name = 'DatabaseTaken';
}

/** One server per database: a second one would end the database of the first as a leftover. */
const takeLock = (home: PostgresHome): string => {
  const file = join(home.folder, 'server.lock');
  const mark = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (isMarkRunning(mark)) {
    throw new DatabaseTaken(`another server (process ${mark.split(' ')[0]}) already uses this data folder`);
  }
  rmSync(file, { force: true });
  writeFileSync(file, processMark(process.pid), { flag: 'wx', mode: 0o600 });
  return file;
};

const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) freePort(0).then(resolve, reject);
      else reject(error);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });

const addressOf = ({ password, port }: Memory, database = roleName): string =>
  `postgres://${roleName}:${password}@127.0.0.1:${port}/${database}`;

/** A database under /var/lib whose data folder was deleted is not ours any more, yet nobody's data is thrown away. */
const setAside = (home: PostgresHome, dataDir: string, log: Log): void => {
  if (!existsSync(join(home.folder, 'cluster'))) return;
  if (home.isInside) {
    throw new Error(
      `${memoryFile(dataDir)} with the password of the database is missing: restore it, or move ${home.folder} away`,
    );
  }
  const aside = `${home.folder}.${Date.now()}`;
  renameSync(join(home.folder, 'cluster'), aside);
  log.warn(`the data folder is new; the database that an earlier one had is kept in ${aside}`);
};

const createDatabase = async (address: (database: string) => string): Promise<void> => {
  const client = new pg.Client({ connectionString: address('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [roleName]);
    if (rowCount === 0) await client.query(`create database ${roleName}`);
  } finally {
    await client.end();
  }
};

/**
 * Runs PostgreSQL for this process on the loopback address, its cluster kept below `dataDir`. Recovers from any earlier
 * crash, and starts the database again when it dies alone. `throwaway`, for tests, trades safety for speed and leaves nothing.
 */
export const startEmbedded = async (
  dataDir: string,
  log: Log,
  { throwaway = false } = {},
): Promise<EmbeddedPostgres> => {
  mkdirSync(dataDir, { recursive: true });
  const known = recall(dataDir);
  const home = await preparePostgresHome(dataDir, known?.folder);
  const lock = takeLock(home);
  let child: ChildProcess | undefined;
  let isStopping = false;
  try {
    if (!known) setAside(home, dataDir, log);
    await clearRemains(home);
    const port = await freePort(known?.port ?? 0);
    const folder = home.isInside ? undefined : home.folder;
    const memory: Memory = { password: known?.password ?? randomBytes(24).toString('hex'), port, folder };
    if (known?.port !== port) remember(dataDir, memory);
    await createCluster(home, memory.password, throwaway);

    const supervise = (started: ChildProcess): void => {
      child = started;
      started.unref();
      started.once('exit', (code, name) => {
        if (isStopping) return;
        log.error(`the database ended (${name ?? code}); starting it again`);
        void revive();
      });
    };
    const revive = async (): Promise<void> => {
      for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 10_000)) {
        try {
          await clearRemains(home);
          if (isStopping) return;
          supervise(await startPostmaster(home, port, throwaway));
          log.info('the database runs again');
          return;
        } catch (error) {
          log.error(error instanceof Error ? error.message : String(error));
          await sleep(pause);
        }
      }
    };

    supervise(await startPostmaster(home, port, throwaway));
    await createDatabase((database) => addressOf(memory, database));

    let ending: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      isStopping = true;
      if (child) await stopPostmaster(child);
      rmSync(throwaway ? home.folder : lock, { recursive: true, force: true });
    };
    return { url: addressOf(memory), stop: () => (ending ??= stop()) };
  } catch (error) {
    isStopping = true;
    if (child) await stopPostmaster(child);
    rmSync(lock, { force: true });
    throw error;
  }
};

/** The database of a data folder for a short errand: that of the server that runs it, or started until `stop`. */
export const borrowEmbedded = async (dataDir: string, log: Log): Promise<EmbeddedPostgres> => {
  try {
    return await startEmbedded(dataDir, log);
  } catch (error) {
    const known = recall(dataDir);
    if (!(error instanceof DatabaseTaken) || !known) throw error;
    return { url: addressOf(known), stop: async () => {} };
  }
};
