import type { Socket } from 'node:net';
import pg from 'pg';
import { openProbe } from './probe.ts';

/** A statement that was not answered for so long makes us ask whether the database still is there, which has so long to say so. */
const askAfterMs = 3_000;
const thereMs = 4_000;

/** Whether the database takes a new connection, or says in its own words why it does not. */
export const openIsThere = (options: pg.ClientConfig): (() => Promise<boolean>) =>
  openProbe(async () => {
    const client = new pg.Client({ ...options, connectionTimeoutMillis: thereMs });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
    } finally {
      void client.end().catch(() => undefined);
    }
  }, thereMs);

/**
 * Ends a connection whose statement gets no answer, because its server hangs or the network between does: once the database does not
 * answer anybody, or has said nothing for longer than the statement may take.
 */
export const endWhenSilent = (client: pg.PoolClient, afterMs: number, isThere: () => Promise<boolean>): void => {
  const watched = client as unknown as { connection: pg.Connection; readyForQuery: boolean };
  const stream = watched.connection.stream as Socket;
  const everyMs = Math.min(askAfterMs, afterMs);
  let silentMs = 0;
  let bytes = 0;
  const look = async (): Promise<void> => {
    if (watched.readyForQuery) return;
    silentMs = bytes === stream.bytesRead + stream.bytesWritten ? silentMs + everyMs : everyMs;
    bytes = stream.bytesRead + stream.bytesWritten;
    const isOver = silentMs >= afterMs || !(await isThere());
    const hasSaid = bytes !== stream.bytesRead + stream.bytesWritten;
    if (isOver && !hasSaid && !watched.readyForQuery)
      stream.destroy(Object.assign(new Error('the database says nothing'), { code: 'ETIMEDOUT' }));
    else if (!stream.destroyed) stream.setTimeout(everyMs);
  };
  // `setTimeout` would call what it is given once: a connection that had rested before would be watched no more.
  stream.on('timeout', () => void look());
  stream.setTimeout(everyMs);
};
