import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import pino from 'pino';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../src/app.ts';
import type { App } from '../src/kit/http/app-context.ts';
import { parseConfig } from '../src/kit/config.ts';
import { Jobs } from '../src/kit/jobs/jobs.ts';
import type { Limits } from '../src/kit/db/database.ts';
import type { Files } from '../src/kit/files/files.ts';
import { openFiles } from '../src/kit/files/open-files.ts';
import { guardedDatabase, openTestDatabase, type TestDatabase } from './database.ts';
import { guardFiles } from './one-connection.ts';

export interface Envelope<T = unknown> {
  code: number;
  message: string;
  data: T;
}

export interface TestApp extends App {
  database: TestDatabase;
  /** Sends one call through HTTP in process and answers its envelope. */
  call<E extends Endpoint>(
    token: string,
    endpoint: E,
    input?: QueryOf<E>,
    headers?: Record<string, string>,
  ): Promise<Envelope<DataOf<E>>>;
  /** The envelope's data; throws unless the code is 200. */
  data<E extends Endpoint>(token: string, endpoint: E, input?: QueryOf<E>): Promise<DataOf<E>>;
  close(): Promise<void>;
}

/**
 * The whole server on a database and a file folder of its own, without listening. `work` also runs its background jobs,
 * `further` mounts a domain of the test's own, `beside` makes it a second process on the database and files of another. `poolSize` is for tests of things that happen at
 * the same moment: one connection does for everything else. `store` and `limits` are for what happens when one does not answer,
 * `database` gives one that has rows already.
 */
export const openTestApp = async ({
  env = {},
  work = false,
  beside,
  further,
  pagesRoot,
  poolSize = 1,
  store,
  limits,
  database: given,
}: {
  env?: Record<string, string>;
  work?: boolean;
  beside?: TestApp;
  further?: (app: App) => void;
  pagesRoot?: string;
  poolSize?: number;
  store?: Files;
  limits?: Limits;
  database?: TestDatabase;
} = {}): Promise<TestApp> => {
  const database = beside
    ? guardedDatabase(beside.database.url, { poolSize, limits })
    : (given ?? (await openTestDatabase('main', { poolSize, limits })));
  const dataDir = beside?.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'zhuiyuan-')));
  const config = parseConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    CAPTCHA: 'off',
    DEMO: '0',
    ...env,
  });
  const log = pino({ level: config.logLevel });
  const jobs = new Jobs(database.url, log, work);
  const { files, check } = guardFiles(store ?? openFiles(config));
  const app = await buildApp({ config, database, jobs, files, log, pagesRoot, further: further && [further] });
  await jobs.start();
  await app.sessions.listen(database.url);
  await app.fastify.ready();
  // Number 1 is the super administrator's role: staff made by tests must not come into it.
  if (!beside) await sql`select setval(pg_get_serial_sequence('role', 'id'), 1000)`.execute(app.db);

  const call: TestApp['call'] = async (token, endpoint, input, headers = {}) => {
    const rest: Record<string, unknown> = { ...(input as object) };
    const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
      const value = String(rest[name]);
      delete rest[name];
      return encodeURIComponent(value);
    });
    const isGet = endpoint.method === 'GET';
    const query = Object.fromEntries(
      Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    );
    const answer = await app.fastify.inject({
      method: endpoint.method,
      url: `/api${path}`,
      headers: { ...(token ? { 'authori-zation': token } : {}), ...headers },
      ...(isGet ? { query } : { payload: rest }),
    });
    return answer.json() as never;
  };
  return {
    ...app,
    database,
    call,
    async data(token, endpoint, input) {
      const answer = await call(token, endpoint, input);
      if (answer.code !== 200) throw new Error(`${endpoint.path} answered ${answer.code} ${answer.message}`);
      return answer.data;
    },
    async close() {
      await app.fastify.close();
      await app.sessions.close();
      await jobs.stop();
      await database.close();
      if (!beside) await rm(dataDir, { recursive: true, force: true });
      check();
    },
  };
};
