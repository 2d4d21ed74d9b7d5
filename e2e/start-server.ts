import type { FullConfig } from '@playwright/test';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { copyData, keepData, placeOfKept } from './kept-data.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** The data are thrown away: a journey waits for the product, never for a disk that still writes a million codes of another one. */
const neverWaitForDisk = async (dataDir: string): Promise<void> => {
  const { password, port } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    password: string;
    port: number;
  };
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'zhuiyuan', password, database: 'zhuiyuan' });
  await client.connect();
  // Nor are journals kept to be written over, which would be half of what is copied.
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'wal_recycle', 'wal_init_zero'])
    await client.query(`alter system set ${name} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
};

/** Whether the server answers and its demonstration is there: what journeys begin with. */
const isLaidOut = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/api/public/site/config`);
    const { code, data } = (await answer.json()) as { code: number; data: { isPreparingDemo: boolean } | null };
    return code === 200 && !data?.isPreparingDemo && (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
};

interface Server {
  url: string;
  /** Resolves with its exit code: 0 when all has ended in order. */
  end: () => Promise<number | null>;
}

/** Starts the built server as `npm start` does, on a free port, and resolves when its demonstration is there. */
const startServer = async (dataDir: string): Promise<Server> => {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'e2e-password',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [fileURLToPath(new URL('../server/dist/main.js', import.meta.url))], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    if (await isLaidOut(url)) break;
    if (tries > 6000 || server.exitCode !== null) {
      server.kill('SIGTERM');
      throw new Error('the server does not come up');
    }
    // Until the server answers, which no page can tell.
    await sleep(100);
  }
  const end = async () => {
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    return ended;
  };
  return { url, end };
};

/** Lays the demonstration out in a data folder, and leaves it as a server that has ended in order does. */
const layOut = async (dataDir: string): Promise<void> => {
  mkdirSync(dataDir);
  const server = await startServer(dataDir);
  let code: number | null = null;
  try {
    await neverWaitForDisk(dataDir);
  } finally {
    code = await server.end();
  }
  if (code !== 0) throw new Error(`the server that laid out the demonstration ended with ${code}`);
};

/**
 * A server for each worker, on a data folder of its own: what one journey changes, no other meets. The demonstration is laid out once and kept for
 * the runs that come; each server has a copy of that folder.
 */
export default async ({ workers }: FullConfig) => {
  const folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-e2e-'));
  // The database of a root user runs as another one, who must be able to pass.
  chmodSync(folder, 0o755);
  const dataOf = (worker: number): string => join(folder, String(worker));
  const servers: Server[] = [];
  const end = async () => {
    await Promise.all(servers.splice(0).map((server) => server.end()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Named before anything is laid out: what changes meanwhile, the day too, has another name.
    const kept = placeOfKept();
    if (kept && existsSync(kept)) copyData(kept, dataOf(0));
    else {
      await layOut(dataOf(0));
      if (kept) keepData(dataOf(0), kept);
    }
    for (let worker = 1; worker < workers; worker += 1) copyData(dataOf(0), dataOf(worker));
    for (let worker = 0; worker < workers; worker += 1) servers.push(await startServer(dataOf(worker)));
  } catch (error) {
    await end();
    throw error;
  }
  servers.forEach(({ url }, worker) => {
    process.env[`E2E_URL_${worker}`] = url;
    process.env[`E2E_DATA_${worker}`] = dataOf(worker);
  });
  return end;
};
