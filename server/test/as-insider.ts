import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestApp } from './app.ts';
import { withDatabase } from './cluster-url.ts';

/** Statements of whoever owns the database of a test, one after the other: no trigger stops him, nor a row that another one names. */
export const asInsider = async (app: TestApp, ...statements: readonly RawBuilder<unknown>[]): Promise<void> => {
  const name = new URL(app.database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), name) });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) {
      const { sql, parameters } = statement.compile(app.db);
      await client.query(sql, [...parameters]);
    }
  } finally {
    await client.end();
  }
};
