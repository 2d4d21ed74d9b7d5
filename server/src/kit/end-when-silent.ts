import type { Socket } from 'node:net';
import pg from 'pg';
import { openProbe } from './probe.ts';

/** What is not answered for so long makes us ask whether the database still is there. */
export const askAfterMs = 3_000;

/** Whether the database takes a new connection, or says in its own words why it does not. */
const openIsThere = (options: pg.ClientConfig, thereMs: number): (() => Promise<boolean>) =>
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

/** What is known of whether the database is there: `ask` finds out, `isMissed` says whether nobody was answered when last asked. */
export interface Presence {
  ask: () => Promise<boolean>;
  isMissed: () => boolean;
}

/** So long after nobody was answered it is not asked again: what waits in a row does not wait for its own question each. */
const missedMs = 2_000;

/** Finds out of a database whether it is there, which has `thereMs` to say so, for all connections to it together. */
export const openPresence = (options: pg.ClientConfig, thereMs: number): Presence => {
  const isThere = openIsThere(options, thereMs);
  let missedAt: number | undefined;
  return {
    ask: async () => {
      if (missedAt !== undefined && Date.now() - missedAt < missedMs) return false;
      const is = await isThere();
      missedAt = is ? undefined : Date.now();
      return is;
    },
    isMissed: () => missedAt !== undefined,
  };
};

/** What a statement ends with that the database does not answer. */
export const saysNothing = (): Error => Object.assign(new Error('the database says nothing'), { code: 'ETIMEDOUT' });

/**
 * Ends a connection whose statement gets no answer, because its server hangs or the network between does: once the database does not
 * answer anybody, or has said nothing for longer than the statement may take.
 */
export const endWhenSilent = (client: pg.PoolClient, afterMs: number, presence: Presence): void => {
  const watched = client as unknown as { connection: pg.Connection; readyForQuery: boolean };
  const stream = watched.connection.stream as Socket;
  const everyMs = Math.min(askAfterMs, afterMs);
  let silentMs = 0;
  let bytes = 0;
  const look = async (): Promise<void> => {
    if (watched.readyForQuery) return;
    silentMs = bytes === stream.bytesRead + stream.bytesWritten ? silentMs + everyMs : everyMs;
    bytes = stream.bytesRead + stream.bytesWritten;
    const isOver = silentMs >= afterMs || !(await presence.ask());
    const hasSaid = bytes !== stream.bytesRead + stream.bytesWritten;
    if (isOver && !hasSaid && !watched.readyForQuery) stream.destroy(saysNothing());
    else if (!stream.destroyed) stream.setTimeout(everyMs);
  };
  // `setTimeout` would call what it is given once: a connection that had rested before would be watched no more.
  stream.on('timeout', () => void look());
  stream.setTimeout(everyMs);
};
