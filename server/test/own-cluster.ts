import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { preparePostgresHome } from '../src/kit/postgres/postgres-home.ts';
import {
  clearRemains,
  createCluster,
  superuserName,
  startPostmaster,
  stopPostmaster,
} from '../src/kit/postgres/postmaster.ts';
import { processesIn } from '../src/kit/postgres/process-table.ts';

/** A port nobody uses at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** A PostgreSQL of its own on a fixed port, with an empty database, that nobody starts again: it can be away for a while. */
export const openCluster = async ({ isSafe = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-cluster-'));
  chmodSync(folder, 0o755);
  const home = await preparePostgresHome(folder);
  const password = 'cluster';
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    await clearRemains(home);
    child = await startPostmaster(home, port, !isSafe);
    child.unref();
  };
  const stop = async (): Promise<void> => {
    if (child) await stopPostmaster(child);
    child = undefined;
  };
  /** Ends it and its helpers as a power cut would: nothing is told to anybody, what was not on disk is gone. */
  const kill = async (): Promise<void> => {
    if (!child) return;
    const ended = once(child, 'exit');
    const cluster = realpathSync(join(home.folder, 'cluster'));
    for (const pid of new Set([child.pid!, ...processesIn(cluster, child.pid!)])) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // A helper that ended in the meantime.
      }
    }
    await ended;
    child = undefined;
  };
  const address = (database: string) => `postgres://${superuserName}:${password}@127.0.0.1:${port}/${database}`;
  await createCluster(home, password, !isSafe);
  await start();
  const client = new pg.Client({ connectionString: address('postgres') });
  await client.connect();
  await client.query('create database life');
  await client.end();
  return {
    url: address('life'),
    start,
    /** Ends it as `systemctl stop` does: connections are cut, what was committed stays. */
    stop,
    kill,
    async close() {
      await stop();
      rmSync(home.folder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Cluster = Awaited<ReturnType<typeof openCluster>>;
