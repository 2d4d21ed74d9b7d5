import type { FullConfig } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

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
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
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
  end: () => Promise<void>;
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
    await sleep(100);
  }
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
  return { url, end };
};

/**
 * A server for each worker, on a data folder of its own: what one journey changes, no other meets. The demonstration is laid out once; the
 * others have copies of that folder.
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
    mkdirSync(dataOf(0));
    servers.push(await startServer(dataOf(0)));
    await neverWaitForDisk(dataOf(0));
    if (workers > 1) {
      await servers.pop()!.end();
      // With its owners, of whom the database's is another.
      for (let worker = 1; worker < workers; worker += 1) execFileSync('cp', ['-a', dataOf(0), dataOf(worker)]);
      for (let worker = 0; worker < workers; worker += 1) servers.push(await startServer(dataOf(worker)));
    }
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
