import type { DialectAdapter } from 'kysely';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database, Db } from './database.ts';
import { hear, type Hearing } from './hear.ts';

interface Memory {
  values: Map<string, unknown>;
  /** Grows with every forgetting, so that what was read before it is not kept after it. */
  round: number;
  /** What this process announced and has not heard yet: it reads its own changes at once, and keeps nothing meanwhile. */
  unheard: Map<string, { count: number; until: number }>;
  hearing?: Hearing;
}

/** Within this an announcement is heard; one that was rolled back never is. */
const heardWithinMs = 10_000;

const channel = 'remembered_changed';
/** One memory per open database; its transactions and firm-limited builders have the same adapter. */
const memories = new WeakMap<DialectAdapter, Memory>();

const openMemory = (db: Db): Memory => {
  const { adapter } = db.getExecutor();
  const known = memories.get(adapter);
  if (known) return known;
  const memory: Memory = { values: new Map(), unheard: new Map(), round: 0 };
  memories.set(adapter, memory);
  return memory;
};

const isUnheard = ({ unheard }: Memory, name: string): boolean => {
  const until = unheard.get(name)?.until;
  if (until !== undefined && until < Date.now()) unheard.delete(name);
  return unheard.has(name);
};

/** One announcement arrived, of this process or another. */
const hearOne = ({ unheard }: Memory, name: string): void => {
  const own = unheard.get(name);
  if (!own) return;
  own.count -= 1;
  if (own.count === 0) unheard.delete(name);
};

/**
 * A small table of the platform held in memory: read by its first user, forgotten in every process when a change is
 * announced. Nothing is kept while announcements cannot be heard. `load` must not depend on the firm. A transaction reads
 * the table itself, unless `inTransactions`: for what no transaction reads that has just changed it, and of which none has
 * to know the very last change.
 */
export const remember =
  <T>(name: string, load: (db: Db) => Promise<T>, { inTransactions = false } = {}) =>
  async (db: Db): Promise<T> => {
    const memory = openMemory(db);
    if (isUnheard(memory, name)) return load(db);
    if ((inTransactions || !db.isTransaction) && memory.values.has(name)) return memory.values.get(name) as T;
    const { round } = memory;
    const value = await load(db);
    // what a transaction sees may still be rolled back
    if (!db.isTransaction && memory.hearing?.isHearing && memory.round === round) memory.values.set(name, value);
    return value;
  };

/** The most rows of one kind that never change {@link rememberFixed} holds. */
const mostFixed = 500;

/**
 * Rows that never change once they are written, the last used ones held in memory by their key. What a transaction reads,
 * and what is not there, is not held.
 */
export const rememberFixed = <K extends readonly number[], T extends object>(
  load: (db: Db, key: K) => Promise<T | null>,
) => {
  const held = new WeakMap<DialectAdapter, LRUCache<string, T>>();
  return async (db: Db, key: K): Promise<T | null> => {
    const { adapter } = db.getExecutor();
    const rows = held.get(adapter) ?? new LRUCache<string, T>({ max: mostFixed });
    held.set(adapter, rows);
    const name = key.join(' ');
    const known = rows.get(name);
    if (known) return known;
    const value = await load(db, key);
    if (value && !db.isTransaction) rows.set(name, value);
    return value;
  };
};

/** Tells every process that a remembered table changed; in a transaction, when it commits. */
export const announceChange = async (db: Db, name: string): Promise<void> => {
  const { unheard } = openMemory(db);
  unheard.set(name, { count: (unheard.get(name)?.count ?? 0) + 1, until: Date.now() + heardWithinMs });
  await sql`select pg_notify(${channel}, ${name})`.execute(db);
};

/** Hears announcements until stopped; while it cannot, nothing is remembered. */
export const hearChanges = ({ database, log }: { database: Database; log: Pick<Logger, 'warn'> }): Hearing => {
  const memory = openMemory(database.db);
  const forget = (name?: string) => {
    memory.round += 1;
    if (name) {
      hearOne(memory, name);
      memory.values.delete(name);
    } else {
      memory.unheard.clear();
      memory.values.clear();
    }
  };
  const url = database.pool.options.connectionString ?? '';
  memory.hearing = hear(url, { channel, heard: forget, miss: forget, log });
  return memory.hearing;
};
