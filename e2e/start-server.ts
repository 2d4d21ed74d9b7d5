import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

/** Starts the built server as `npm start` does, on a free port and a data folder of its own, and ends it after the run. */
export default async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-e2e-'));
  // The database of a root user runs as another one, who must be able to pass.
  chmodSync(dataDir, 0o755);
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
  process.env.E2E_URL = `http://127.0.0.1:${port}`;
  process.env.E2E_DATA = dataDir;
  for (let tries = 0; ; tries += 1) {
    if (await isLaidOut(process.env.E2E_URL)) break;
    if (tries > 1800 || server.exitCode !== null) throw new Error('the server does not come up');
    await sleep(100);
  }
  await neverWaitForDisk(dataDir);
  return async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
};
