import { sql, type KyselyPlugin } from 'kysely';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../kit/db/database.ts';
import { drawLibrary, type Drawn } from './demo/seed-media.ts';
import type { SeedParts } from './first/seed-parts.ts';
import { seedDemo } from './seed.ts';

/** Number of the advisory lock of the transaction that lays out the demonstration. */
const demoLock = 7_216_334_002;
const askAgainMs = 300;
const tryAgainMs = 10_000;

/** Its next statement ends whatever goes through it. */
const endingAt = (signal: AbortSignal): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    signal.throwIfAborted();
    return node;
  },
  transformResult: async ({ result }) => result,
});

/**
 * Lays out the demonstration behind a server that answers already: in one transaction, so that whatever cuts it off leaves
 * nothing and the next start begins again, and by one process at a time. A stop ends it. `after` runs in that transaction.
 */
export const layDemo = async (
  parts: SeedParts,
  log: Pick<Logger, 'info' | 'error'>,
  signal: AbortSignal,
  after: (db: Db) => Promise<unknown> = async () => {},
): Promise<void> => {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  while (parts.config.demo && !signal.aborted) {
    try {
      const drawn = await drawLibrary(parts);
      while (!(await layAlone({ parts, drawn, signal, after }))) await sleep(askAgainMs, undefined, { signal });
      log.info('the demonstration is there');
      return;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the demonstration could not be laid out; trying again');
      await pause(tryAgainMs);
    }
  }
};

interface Laying {
  parts: SeedParts;
  drawn: Drawn;
  signal: AbortSignal;
  after: (db: Db) => Promise<unknown>;
}

const layAlone = ({ parts, drawn, signal, after }: Laying) =>
  parts.db.transaction().execute(async (transaction) => {
    const db = transaction.withPlugin(endingAt(signal)) as Db;
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${demoLock}) as taken`.execute(db);
    if (rows[0]!.taken && (await seedDemo({ ...parts, db }, drawn))) await after(db);
    return rows[0]!.taken;
  });
