import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresHome } from './postgres-home.ts';
import { isRunning, processesIn } from './process-table.ts';

const run = promisify(execFile);

/** Name of the superuser of an embedded cluster, whom only the supervisor and the tests connect as. */
export const superuserName = 'zhuiyuan';

export const toClusterPath = (home: PostgresHome): string => join(home.folder, 'cluster');
const toLogPath = (home: PostgresHome): string => join(home.folder, 'postgres.log');

/** Nothing of our environment may steer the database: PGDATA, PGPORT, LC_ALL and their kind stay out. */
const surroundings = (home: PostgresHome) => ({
  ...home.owner,
  cwd: home.folder,
  env: { PATH: process.env.PATH ?? '', SystemRoot: process.env.SystemRoot ?? '' },
  windowsHide: true,
});

/** Creates the cluster unless it exists. A run that was cut off leaves only a draft, which the next one removes. */
export const createCluster = async (home: PostgresHome, password: string, throwaway: boolean): Promise<void> => {
  const cluster = toClusterPath(home);
  if (existsSync(cluster)) return;
  const draft = join(home.folder, 'cluster.draft');
  const passwordFile = join(home.folder, 'password.draft');
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (home.owner) chownSync(passwordFile, home.owner.uid, home.owner.gid);
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const options = [
    '-D',
    draft,
    '-U',
    superuserName,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  // pg_trgm sees Chinese letters only under a UTF-8 locale; the builtin one sorts the same on every machine.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${locale}`, '--lc-messages=C');
  // Nobody guesses the password of what is thrown away.
  if (throwaway) options.push('--no-sync', '--set', 'scram_iterations=1');
  try {
    await run(join(home.programs, 'bin', 'initdb'), options, surroundings(home));
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`the database could not be created: ${stderr.trim().split('\n').at(-1) || message}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster);
};

const megabytes = (bytes: number, least: number, most: number): string =>
  `${Math.round(Math.min(Math.max(bytes / 2 ** 20, least), most))}MB`;

/** Modest on a small machine, where Node, the browser's files and the database share the memory. */
const tuning = (throwaway: boolean): Record<string, string> => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    shared_buffers: megabytes(memory / 8, 64, throwaway ? 128 : 1024),
    effective_cache_size: megabytes(memory / 2, 256, 16_384),
    maintenance_work_mem: megabytes(memory / 32, 64, 256),
    work_mem: '8MB',
    max_connections: throwaway ? '300' : '120',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    huge_pages: 'off',
    jit: 'off',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    log_min_messages: 'warning',
    ...(throwaway ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' } : {}),
  };
};

/** What postmaster.pid says: the process, and whether it takes connections. */
const readPidFile = (home: PostgresHome): { pid: number; isReady: boolean } | undefined => {
  try {
    const lines = readFileSync(join(toClusterPath(home), 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime, which is what the signal was for.
  }
};

const waitUntil = async (isDone: () => boolean, milliseconds: number): Promise<boolean> => {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) if (isDone()) return true;
  return isDone();
};

/**
 * Clears what an earlier run left behind: a database that still runs is shut down in order, its orphaned helpers are
 * ended, and only when nothing of it runs any more a pid file that would block the start is removed.
 */
export const clearRemains = async (home: PostgresHome): Promise<void> => {
  const found = readPidFile(home);
  if (!found) return;
  const { pid } = found;
  const cluster = realpathSync(toClusterPath(home));
  const others = (): number[] => processesIn(cluster, pid);
  if (others().includes(pid)) {
    signal(pid, 'SIGINT');
    if (!(await waitUntil(() => !isRunning(pid), 30_000))) signal(pid, 'SIGKILL');
  }
  // Helpers without their postmaster end by themselves, except one that is deep in a query.
  if (!(await waitUntil(() => others().length === 0, 2_000))) {
    for (const helper of others()) signal(helper, 'SIGKILL');
    if (!(await waitUntil(() => others().length === 0, 5_000)))
      throw new Error(`processes of an earlier database still run in ${cluster}`);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
};

const lastLogLine = (home: PostgresHome): string => {
  const lines = readFileSync(toLogPath(home), 'utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
};

/** Starts the database process and resolves when it takes connections; rejects with its own reason when it ends instead. */
export const startPostmaster = async (home: PostgresHome, port: number, throwaway: boolean): Promise<ChildProcess> => {
  const log = toLogPath(home);
  if (existsSync(log) && statSync(log).size > 10 * 2 ** 20) renameSync(log, `${log}.1`);
  mkdirSync(home.folder, { recursive: true });
  const output = openSync(log, 'a', 0o600);
  const settings = { listen_addresses: '127.0.0.1', ...tuning(throwaway) };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached, because a terminal's Ctrl-C reaches the whole group and the database has to end last.
  const child = spawn(
    join(home.programs, 'bin', 'postgres'),
    ['-D', toClusterPath(home), '-p', String(port), '-k', '', ...options],
    {
      ...surroundings(home),
      detached: true,
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const hasEnded = (): boolean => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  const isReady = (): boolean => {
    const found = readPidFile(home);
    return found?.pid === child.pid && found?.isReady === true;
  };
  // Replaying the journal after a crash may take minutes; the database says so itself when it gives up.
  while (!isReady()) {
    if (hasEnded()) throw new Error(`the database did not start: ${failure?.message ?? lastLogLine(home)}`);
    await sleep(15);
  }
  return child;
};

/** Ends the database in order, the impatient ways following when it does not come to an end. */
export const stopPostmaster = async (child: ChildProcess): Promise<void> => {
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  for (const [name, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (hasEnded()) return;
    child.kill(name);
    if (await waitUntil(hasEnded, patience)) return;
  }
};
