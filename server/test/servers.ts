import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const servers: ChildProcess[] = [];

/** A program of the server as it is built for this run. */
export const builtProgram = (name: 'main' | 'backup' | 'restore' | 'dead-jobs'): string =>
  join(import.meta.dirname, '../dist', `${name}.js`);

/** Runs the server with nothing but these settings; `said` grows as it speaks. */
export const runServer = (settings: Record<string, string>) => {
  const server = spawn(process.execPath, [builtProgram('main')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DEMO: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  const said = { output: '', errors: '' };
  server.stdout.on('data', (chunk: Buffer) => (said.output += String(chunk)));
  server.stderr.on('data', (chunk: Buffer) => (said.errors += String(chunk)));
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve));
  return { server, said, exit };
};

export type RunningServer = ReturnType<typeof runServer> & { address: string };

/** Waits until a server has started, and answers where it can be reached: a worker on the port of its health. */
export const untilStarted = async (
  running: ReturnType<typeof runServer>,
  timeout = 120_000,
): Promise<RunningServer> => {
  const { server, said } = running;
  const address = (): string | undefined => {
    const port = /"port":(\d+).*worker started/.exec(said.output)?.[1];
    return port ? `http://127.0.0.1:${port}` : /Address +(http:\S+)\//.exec(said.output)?.[1];
  };
  await expect
    .poll(() => server.exitCode ?? address(), { timeout, message: 'the server does not start' })
    .toMatch(/^http/);
  return { ...running, address: address()! };
};

/** A real server process on the database and files of a test: it is killed, the test looks on. */
export const startServer = (app: TestApp, role: 'api' | 'worker'): Promise<RunningServer> =>
  untilStarted(
    runServer({
      DATABASE_URL: app.database.pool.options.connectionString ?? '',
      DATA_DIR: app.config.dataDir,
      MASTER_KEY: app.config.masterKey.toString('hex'),
      ROLE: role,
      LOG_LEVEL: 'info',
    }),
  );

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
