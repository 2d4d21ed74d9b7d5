import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../src/kit/database.ts';
import { ownRole } from '../src/kit/own-database.ts';
import { withDatabase } from './cluster-url.ts';

/** A migrated, empty database for the calling test file and its address; `close` it in `afterAll`. */
export type TestDatabase = Database & { url: string };

/**
 * Gives this test file a fresh copy of the migrated template (tables, pg-boss schema, no rows), replacing the copy the
 * worker's previous file had. `name` tells several databases of one file apart; `template0` gives one without any table.
 */
export const openTestDatabase = async (name = 'main', template = 'template_ready'): Promise<TestDatabase> => {
  const database = `test_${process.env.VITEST_POOL_ID ?? '1'}_${name}`;
  const admin = new pg.Client({ connectionString: inject('superuserUrl') });
  await admin.connect();
  try {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.query(`create database ${database} owner ${ownRole} template ${template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  const url = withDatabase(inject('clusterUrl'), database);
  return { ...openDatabase(url), url };
};
