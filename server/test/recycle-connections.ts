// What is of `pg` itself begins with an underscore.
/* oxlint-disable no-underscore-dangle */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What of a client of `pg` is used here beside what its types tell. */
interface Inside {
  connection: EventEmitter & { stream: Socket; query: (text: string) => void; _ending: boolean };
  database: string;
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  readyForQuery: boolean;
  _connected: boolean;
  _connecting: boolean;
  _ending: boolean;
  _ended: boolean;
  _queryable: boolean;
  _txStatus: string | null;
  _queryQueue: unknown[];
  _attachListeners: (connection: Inside['connection']) => void;
  _errorAllQueries: (error: Error) => void;
  _handleErrorEvent: (error: Error) => void;
  getStartupConf: () => object;
  emit: (event: string, ...given: unknown[]) => boolean;
  once: (event: string, listener: () => void) => void;
}

interface Rested {
  connection: Inside['connection'];
  processID: number;
  secretKey: number;
}

/** Connections whose client has ended, by what they were begun with. */
const resting = new Map<string, Rested[]>();
/** Databases whose connections are worth keeping. */
const lasting = new Set<string>();

/** From now on what is connected to this database and ends goes on for the next client that asks for the same. */
export const keepConnections = (database: string): void => void lasting.add(database);

/** Ends what rests of a database that is about to be removed. */
export const dropConnections = (database: string): void => {
  lasting.delete(database);
  for (const [key, kept] of resting) {
    if ((JSON.parse(key) as string[])[0] !== database) continue;
    resting.delete(key);
    for (const { connection } of kept) connection.stream.destroy();
  }
};

/** Ends all that rests: a setting was changed that connections take at their beginning. */
export const dropRested = (): void => {
  for (const kept of resting.values()) for (const { connection } of kept) connection.stream.destroy();
  resting.clear();
};

const keyOf = (client: Inside): string =>
  JSON.stringify([client.database, client.host, client.port, client.getStartupConf()]);

const forgetSession =
  'reset session authorization; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard sequences';

const { connect, end } = pg.Client.prototype as unknown as {
  connect: (this: Inside, callback?: (error: Error | null, client?: unknown) => void) => unknown;
  end: (this: Inside, callback?: () => void) => unknown;
};

const isQuiet = (client: Inside): boolean =>
  client._connected &&
  !client._ending &&
  !client._ended &&
  client._queryable &&
  client.readyForQuery &&
  client._txStatus === 'I' &&
  client._queryQueue.length === 0 &&
  !client.connection.stream.destroyed;

/** Takes a connection from its client, which is over, and lays it by once it has forgotten what it was told. */
const layBy = (client: Inside): Promise<void> => {
  const key = keyOf(client);
  const { connection, processID, secretKey } = client;
  client._ending = true;
  client._ended = true;
  client._queryable = false;
  connection.removeAllListeners();
  connection.stream.removeAllListeners('timeout');
  connection.stream.setTimeout(0);
  return new Promise((resolve) => {
    connection.on('error', () => connection.stream.destroy());
    connection.on('errorMessage', () => connection.stream.destroy());
    connection.once('end', () => {
      const kept = resting.get(key);
      const place = kept?.findIndex((each) => each.connection === connection) ?? -1;
      if (place >= 0) kept!.splice(place, 1);
      resolve();
    });
    connection.once('readyForQuery', () => {
      connection.stream.unref();
      if (lasting.has(client.database)) {
        resting.set(key, [...(resting.get(key) ?? []), { connection, processID, secretKey }]);
        resolve();
      } else connection.stream.destroy();
    });
    connection.query(forgetSession);
  });
};

/** Gives a client a connection that is there. */
const adopt = (client: Inside, { connection, processID, secretKey }: Rested): void => {
  connection.removeAllListeners();
  connection.stream.ref();
  Object.assign(client, { connection, processID, secretKey, _connected: true, readyForQuery: true, _txStatus: 'I' });
  client._attachListeners(connection);
  connection.once('end', () => {
    const error = new Error(client._ending ? 'Connection terminated' : 'Connection terminated unexpectedly');
    client._errorAllQueries(error);
    client._ended = true;
    if (!client._ending) client._handleErrorEvent(error);
    process.nextTick(() => client.emit('end'));
  });
};

/**
 * A new connection knows no table and has planned nothing: it reads the catalog for most of a test file's first seconds. Files of a worker
 * follow each other on one database, so what one of them has connected serves the next.
 */
Object.assign(pg.Client.prototype, {
  connect(this: Inside, callback?: (error: Error | null, client?: unknown) => void) {
    const isNew = !this._connected && !this._connecting;
    const rested = isNew ? resting.get(keyOf(this))?.pop() : undefined;
    if (!rested) return connect.call(this, callback);
    adopt(this, rested);
    const said = new Promise<unknown>((resolve) => {
      process.nextTick(() => {
        callback?.(null, this);
        this.emit('connect');
        resolve(this);
      });
    });
    return callback ? undefined : said;
  },
  end(this: Inside, callback?: () => void) {
    if (!lasting.has(this.database) || !isQuiet(this)) return end.call(this, callback);
    const laid = layBy(this).finally(() => this.emit('end'));
    if (callback) this.once('end', callback);
    return callback ? undefined : laid;
  },
});
