import pg from 'pg';
import { inject } from 'vitest';
import { callLimits, openDatabase, type Database, type Limits } from '../src/kit/db/database.ts';
import { ownRole } from '../src/kit/postgres/own-database.ts';
import { withDatabase } from './cluster-url.ts';
import { goBack, rememberOrigin } from './lasting-database.ts';
import { guardPool } from './one-connection.ts';
import { dropConnections, keepConnections } from './recycle-connections.ts';

/** A migrated, empty database for the calling test file and its address; `close` it in `afterAll`. */
export type TestDatabase = Database & { url: string };

/**
 * Gives this test file a fresh copy of the migrated template (tables, pg-boss schema, no rows), replacing the copy the
 * worker's previous file had. `name` tells several databases of one file apart; `template0` gives one without any table.
 * Its pool has one connection, so that nothing can work that asks for a second one while it holds the first; a test that
 * needs several at once says why.
 */
export const openTestDatabase = async (
  name = 'main',
  { template = 'template_ready', poolSize = 1, limits }: { template?: string; poolSize?: number; limits?: Limits } = {},
): Promise<TestDatabase> => {
  const database = `test_${process.env.VITEST_POOL_ID ?? '1'}_${name}`;
  if (!(await isBack(database, template))) await make(database, template);
  return guardedDatabase(withDatabase(inject('clusterUrl'), database), { poolSize, limits });
};

/** Databases of this worker that go from file to file. */
const made = new Set<string>();

const inDatabase = async <T>(database: string, act: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), database) });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};

const isBack = async (database: string, template: string): Promise<boolean> => {
  if (!made.has(database) || template !== 'template_ready') return false;
  try {
    return await inDatabase(database, (client) => goBack(client, template));
  } catch {
    // Somebody still holds it, or it is gone.
    return false;
  }
};

const make = async (database: string, template: string): Promise<void> => {
  dropConnections(database);
  made.delete(database);
  await asSuperuser(
    `drop database if exists ${database} with (force)`,
    `create database ${database} owner ${ownRole} template ${template} strategy file_copy`,
  );
  if (template !== 'template_ready') return;
  await inDatabase(database, (client) => rememberOrigin(client, template));
  made.add(database);
  keepConnections(database);
};

/** Runs statements that the product's own role may not run, one after the other. */
export const asSuperuser = async (...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('superuserUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** As in use, but a call waits for a connection, an old one and a new one, as long as a test lasts: their pools have one, and the machine is busy. */
const patientLimits: Limits = { ...callLimits, connect: 50_000, wait: 55_000 };

/** Opens a database as {@link openTestDatabase} does, without making it. */
export const guardedDatabase = (
  url: string,
  { poolSize, limits }: { poolSize: number; limits?: Limits },
): TestDatabase => {
  const opened = openDatabase(url, { poolSize, limits: limits ?? patientLimits, background: limits });
  const guards = [opened.pool, opened.shopperPool, opened.strangerPool, opened.noticePool, opened.backgroundPool].map(
    guardPool,
  );
  return {
    ...opened,
    url,
    close: async () => {
      await opened.close();
      for (const { check } of guards) check();
    },
  };
};
