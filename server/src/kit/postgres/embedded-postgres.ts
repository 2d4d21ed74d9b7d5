import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstRoom, makeDataFolder } from '../data-folder.ts';
import { ensureOwnDatabase, ownRole } from './own-database.ts';
import { preparePostgresHome, type PostgresHome } from './postgres-home.ts';
import {
  clearRemains,
  createCluster,
  superuserName,
  startPostmaster,
  stopPostmaster,
  toClusterPath,
} from './postmaster.ts';
import { isMarkRunning, processMark } from './process-table.ts';

/** Where the supervisor tells what it does; a pino logger fits. */
export type Log = Record<'info' | 'warn' | 'error', (text: string) => void>;

/**
 * A running embedded database: its address for the product, and for the superuser who may create further databases beside it.
 * `stop` ends it in order and may be called more than once.
 */
export type EmbeddedPostgres = { url: string; superuserUrl: string; stop: () => Promise<void> };

/** What the data folder remembers: only its owner may read it, for it holds the passwords. */
type Memory = {
  password: string;
  ownPassword?: string;
  port: number;
  folder?: string;
  /** A database was made: one that is not there has been lost, and is not made anew. */
  isMade?: boolean;
};

const memoryFile = (dataDir: string): string => join(dataDir, 'postgres.json');

const recall = (dataDir: string): Memory | undefined => {
  if (!existsSync(memoryFile(dataDir))) return undefined;
  try {
    return JSON.parse(readFileSync(memoryFile(dataDir), 'utf8')) as Memory;
  } catch {
    throw new Error(`${memoryFile(dataDir)} with the password of the database is damaged: restore it`);
  }
};

const remember = (dataDir: string, memory: Memory): void => {
  const draft = `${memoryFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, memoryFile(dataDir));
};

/** Throws where the database that was made is not there, as when its disk is not mounted: an empty one in its place would look like the product. */
const requireCluster = (home: PostgresHome): void => {
  if (!existsSync(toClusterPath(home)))
    throw new Error(`the database ${toClusterPath(home)} is missing: mount or restore it, or name an empty DATA_DIR`);
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

const databaseName = 'zhuiyuan';

const superuserAddress = ({ password, port }: Memory, database = databaseName): string =>
  `postgres://${superuserName}:${password}@127.0.0.1:${port}/${database}`;

const toAddresses = (memory: Memory): { url: string; superuserUrl: string } => ({
  url: `postgres://${ownRole}:${memory.ownPassword}@127.0.0.1:${memory.port}/${databaseName}`,
  superuserUrl: superuserAddress(memory),
});

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

export interface EmbeddedOptions {
  /** For tests: trades safety for speed and leaves nothing. */
  throwaway?: boolean;
  /** It stays nevertheless, for a start that follows. */
  keeps?: boolean;
  /** How long a database that died is started again and again. */
  reviveWithinMs?: number;
  /** Megabytes that have to be free where there is no database yet. */
  room?: number;
  /** Told why when it could not be started again in that time. */
  lost?: (reason: string) => void;
}

/**
 * Runs PostgreSQL for this process on the loopback address, its cluster kept below `dataDir`. Recovers from any earlier
 * crash, and starts the database again when it dies alone.
 */
export const startEmbedded = async (
  dataDir: string,
  log: Log,
  {
    throwaway = false,
    keeps = false,
    reviveWithinMs = 600_000,
    room = firstRoom({ demo: false }),
    lost = () => {},
  }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> => {
  makeDataFolder(dataDir);
  const known = recall(dataDir);
  const home = await preparePostgresHome(dataDir, known?.folder, room);
  const lock = takeLock(home);
  let child: ChildProcess | undefined;
  let isStopping = false;
  let reviving: Promise<void> | undefined;
  try {
    if (!known) setAside(home, dataDir, log);
    if (known?.isMade) requireCluster(home);
    await clearRemains(home);
    const port = await freePort(known?.port ?? 0);
    const folder = home.isInside ? undefined : home.folder;
    const newPassword = () => randomBytes(24).toString('hex');
    const memory = {
      password: known?.password ?? newPassword(),
      ownPassword: known?.ownPassword ?? newPassword(),
      port,
      folder,
    };
    if (known?.port !== port || !known.ownPassword) remember(dataDir, memory);
    await createCluster(home, memory.password, throwaway);
    if (!throwaway) remember(dataDir, { ...memory, isMade: true });

    const supervise = (started: ChildProcess): void => {
      child = started;
      started.unref();
      started.once('exit', (code, name) => {
        if (isStopping) return;
        log.error(`the database ended (${name ?? code}); starting it again`);
        reviving = revive();
      });
    };
    const revive = async (): Promise<void> => {
      const until = Date.now() + reviveWithinMs;
      for (let pause = 100; !isStopping; pause = Math.min(pause * 2, 10_000)) {
        try {
          await clearRemains(home);
          if (isStopping) return;
          supervise(await startPostmaster(home, port, throwaway));
          log.info('the database runs again');
          return;
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          log.error(reason);
          if (Date.now() > until) return lost(reason);
          await sleep(pause);
        }
      }
    };

    supervise(await startPostmaster(home, port, throwaway));
    await ensureOwnDatabase((database) => superuserAddress(memory, database), databaseName, memory.ownPassword);

    let ending: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      isStopping = true;
      await reviving;
      if (child) await stopPostmaster(child);
      rmSync(throwaway && !keeps ? home.folder : lock, { recursive: true, force: true });
    };
    return { ...toAddresses(memory), stop: () => (ending ??= stop()) };
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
    return { ...toAddresses(known), stop: async () => {} };
  }
};
