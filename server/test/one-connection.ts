import { TransactionBuilder, type Transaction } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { DB } from '../src/kit/db/database-types.gen.ts';
import type { Files } from '../src/kit/files/files.ts';

/** The transaction that the running code is part of; over once it has ended, although what it began may still run. */
const held = new AsyncLocalStorage<{ isOver: boolean }>();

const { execute } = TransactionBuilder.prototype;
TransactionBuilder.prototype.execute = function within<T>(
  this: TransactionBuilder<DB>,
  callback: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const mine = { isOver: false };
  return execute
    .call(this, (transaction) => held.run(mine, () => callback(transaction as Transaction<DB>)))
    .finally(() => (mine.isOver = true)) as Promise<T>;
} as typeof execute;

/** Runs as somebody else would, who holds no connection: for a test that looks on while its own transaction is open. */
export const asAnother = <T>(run: () => T): T => held.exit(run);

const refuseWithin = (what: string, violations: string[]): void => {
  const mine = held.getStore();
  if (!mine || mine.isOver) return;
  const error = new Error(`${what} while a transaction holds a connection`);
  violations.push(error.stack ?? error.message);
  throw error;
};

const throwFirst = (violations: readonly string[]): void => {
  if (violations.length > 0) throw new Error(violations[0]);
};

/** Refuses to lend a connection to code whose transaction holds one already; `check` throws where that was tried. */
export const guardPool = (pool: Pool): { check: () => void } => {
  const violations: string[] = [];
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  pool.connect = ((callback?: unknown) => {
    refuseWithin('a second connection is asked for', violations);
    return connect(callback);
  }) as typeof pool.connect;
  return { check: () => throwFirst(violations) };
};

/** The same store, which no transaction may wait for; `check` throws where one did. */
export const guardFiles = (files: Files): { files: Files; check: () => void } => {
  const violations: string[] = [];
  const guarded = Object.fromEntries(
    Object.entries(files).map(([name, act]: [string, (...given: never[]) => unknown]) => [
      name,
      (...given: never[]) => {
        refuseWithin(`the store of files is asked to ${name}`, violations);
        return act(...given);
      },
    ]),
  ) as unknown as Files;
  return { files: guarded, check: () => throwFirst(violations) };
};
