import type { Logger } from 'pino';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOptions } from './database.ts';

/** Number of the advisory lock under which one process at a time prepares a database. */
const setUpLock = 7_216_334_001;
const askAgainMs = 200;
/** Nobody waits for an answer yet, and a machine on which much starts at once is slow. */
export const patientMs = 30_000;

/**
 * Runs what prepares a database (migrations, seeds, queues) while no other process does. The lock lives on a connection of
 * its own and ends with it, so a process that dies leaves none behind; one that loses the connection refuses to go on.
 */
export const setUpAlone = async <T>(url: string, log: Pick<Logger, 'info'>, run: () => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: patientMs });
  const lost = new Promise<never>((_, reject) => {
    const lose = () => reject(new Error('the connection to the database was lost while it was being prepared'));
    client.on('error', lose);
    client.on('end', lose);
  });
  // It is raced below; whoever no longer waits must not hear of it.
  lost.catch(() => undefined);
  await client.connect();
  try {
    // The lock is held for as long as the work takes; a machine that vanishes gives it up within half a minute.
    await client.query(
      `select set_config(name, '0', false) from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_session_timeout')`,
    );
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    for (let tries = 0; !(await takes(client)); tries += 1) {
      if (tries === 0) log.info('another process prepares the database, waiting for it');
      // Asking again instead of waiting inside the database holds no snapshot that its migration would wait for.
      await sleep(askAgainMs);
    }
    return await Promise.race([run(), lost]);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const takes = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [setUpLock]);
  return rows[0]?.taken === true;
};
