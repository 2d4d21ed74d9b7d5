import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { findMoneyFaults } from '../src/checks/money-checks.ts';
import { guardChecks } from '../src/checks/money-guards.ts';
import type { Db } from '../src/kit/db/database.ts';
import type { TestApp } from './app.ts';
import { withDatabase } from './cluster-url.ts';

/** Statements of somebody who owns the whole database: no trigger and no key stops him. */
export const asInsider = async (
  { db }: Pick<TestApp, 'db'>,
  ...statements: readonly (string | RawBuilder<unknown>)[]
): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const client = new pg.Client({ connectionString: withDatabase(inject('superuserUrl'), rows[0]!.name) });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set timezone = 'Asia/Shanghai'`);
    for (const statement of statements) {
      if (typeof statement === 'string') await client.query(statement);
      else await client.query(statement.compile(db).sql, [...statement.compile(db).parameters]);
    }
  } finally {
    await client.end();
  }
};

/** What is said of a firm, but for what he did to the tables themselves: the rule, the row, the difference. */
export const faultsOf = async ({ db, config }: Pick<TestApp, 'db' | 'config'>, firmId: number) =>
  (await findMoneyFaults(db, config.masterKey, firmId))
    .filter(({ name }) => !guardChecks.some((check) => check.name === name))
    .map(({ name, detail, difference }) => [name, detail, difference] as const);

/** Which rules say that something of a firm is wrong, each once. */
export const brokenRules = async (
  { db, config }: Pick<TestApp, 'db' | 'config'>,
  firmId: number,
): Promise<string[]> => [...new Set((await findMoneyFaults(db, config.masterKey, firmId)).map(({ name }) => name))];

/** What tests of planted faults ask and do, about the firm of the test that runs. */
export const insiderOf = (now: () => { app: TestApp; firmId: number }) => {
  const faults = () => {
    const { app, firmId } = now();
    return faultsOf(app, firmId);
  };
  return {
    faults,
    /** Which rules break, each once. */
    broken: async () => [...new Set((await faults()).map(([name]) => name))],
    /** Where a rule breaks: the row, the difference. */
    found: async (name: string) => (await faults()).filter(([rule]) => rule === name).map(([, ...rest]) => rest),
    bend: (...statements: readonly (string | RawBuilder<unknown>)[]) => asInsider(now().app, ...statements),
    /** Does something in one transaction. */
    inOne: <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      now()
        .app.db.transaction()
        .execute((transaction) => work(transaction as Db)),
  };
};
