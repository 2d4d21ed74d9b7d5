import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './cluster-url.ts';
import type { TestApp } from './app.ts';

/** Runs statements on the database of a test as somebody who owns all of it: no trigger and no reference stops him. */
export const asInsider = async ({ database }: Pick<TestApp, 'database'>, ...statements: string[]): Promise<void> => {
  const name = new URL(database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), name) });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
