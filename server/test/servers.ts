import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const servers: ChildProcess[] = [];

/** A real server process on the database and files of a test: it is killed, the test looks on. */
export const startServer = async (
  app: TestApp,
  role: 'api' | 'worker',
): Promise<{ server: ChildProcess; address: string }> => {
  const server = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: app.database.pool.options.connectionString,
      DATA_DIR: app.config.dataDir,
      MASTER_KEY: app.config.masterKey.toString('hex'),
      ROLE: role,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  server.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
  await expect
    .poll(() => output, { timeout: 120_000 })
    .toMatch(role === 'api' ? /Address +http:\S+/ : /worker started/);
  return { server, address: /Address +(http:\S+)\//.exec(output)?.[1] ?? '' };
};

/** Ends a server as a power cut would. */
export const killServer = async (server: ChildProcess): Promise<void> => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

/** Ends all servers of a test that still run, in peace. */
export const stopServers = async (): Promise<void> => {
  for (const server of servers
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
};
