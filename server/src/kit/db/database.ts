import { Kysely, PostgresAdapter } from 'kysely';
import pg, { types as pgTypes } from 'pg';
import type { DB } from './database-types.gen.ts';
import { endWhenSilent, openPresence, type Presence } from '../end-when-silent.ts';
import { WatchedPool } from '../watched-pool.ts';
import { camelResults, SnakeDialect } from './names.ts';
import {
  backgroundConnections,
  noticeConnections,
  shopperConnections,
  strangerConnections,
  type Role,
} from '../shares.ts';

/** The query builder over all tables; a transaction of it has the same type. */
export type Db = Kysely<DB>;

/** The same connection or transaction, seeing every firm: only for what is looked up before it is known whose it is. */
export const ofAllFirms = (db: Db): Db => db.withoutPlugins().withPlugin(camelResults);

/**
 * An open database: the pool for LISTEN and COPY, the query builder for everything else, and both once more for shoppers'
 * queries, calls without a session, callbacks of WeChat Pay and background work: none waits for a connection that another holds.
 */
export interface Database {
  pool: pg.Pool;
  db: Db;
  shopperPool: pg.Pool;
  shopperDb: Db;
  strangerPool: pg.Pool;
  strangerDb: Db;
  noticePool: pg.Pool;
  noticeDb: Db;
  backgroundPool: pg.Pool;
  backgroundDb: Db;
  close: () => Promise<void>;
}

const { builtins } = pgTypes;

const int8 = (value: string): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${value} does not fit a number`);
  return number;
};

/** The session zone is Asia/Shanghai, so the text PostgreSQL sends needs only its fraction and offset cut off. */
const shanghaiTime = (value: string): string => value.slice(0, 19);

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, int8],
  [builtins.TIMESTAMPTZ, shanghaiTime],
  [builtins.TIMESTAMP, shanghaiTime],
  [builtins.DATE, String],
  [builtins.NUMERIC, String],
]);

/** int8[], timestamptz[], timestamp[], date[] and numeric[] */
const arrays = new Map<number, number>([
  [1016, builtins.INT8],
  [1185, builtins.TIMESTAMPTZ],
  [1115, builtins.TIMESTAMP],
  [1182, builtins.DATE],
  [1231, builtins.NUMERIC],
]);

const textArray: number = 1009;
const parseArray: (value: string) => (string | null)[] = pgTypes.getTypeParser(textArray);

for (const [arrayOid, oid] of arrays) {
  const parseOne = parsers.get(oid) ?? String;
  parsers.set(arrayOid, (value) => parseArray(value).map((item) => (item === null ? null : parseOne(item))));
}

/** Values as the wire wants them: bigint as number, times as `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai, dates and decimals as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

/** How long one thing may take the connections of a pool, in milliseconds. */
export interface Limits {
  /** For the answer to a new connection, which a database that is there gives at once. */
  connect: number;
  /** For a connection that others use. */
  wait: number;
  statement: number;
  /** For a row that another transaction changes. */
  lock: number;
  /** For the next statement of a transaction. */
  nextStatement: number;
  /** The server ends a statement by itself; a connection that says nothing for so much longer has lost its server. */
  silence: number;
}

/** What somebody waits for. */
export const callLimits: Limits = {
  connect: 5_000,
  wait: 5_000,
  statement: 30_000,
  lock: 8_000,
  nextStatement: 60_000,
  silence: 5_000,
};
/** What nobody waits for: a night's cleaning reads whole tables. */
const backgroundLimits: Limits = {
  connect: 5_000,
  wait: 60_000,
  statement: 15 * 60_000,
  lock: 60_000,
  nextStatement: 5 * 60_000,
  silence: 5_000,
};

/** Settings every connection of ours has, a LISTEN connection outside the pool included. */
export const connectionOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  // Starting parallel workers costs milliseconds, ten times what most statements take that seem to be worth them.
  options: '-c TimeZone=Asia/Shanghai -c DateStyle=ISO -c jit=off -c parallel_setup_cost=10000',
  application_name: 'zhuiyuan',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: callLimits.connect,
  types,
});

/**
 * Opens a statement that each connection prepares once, for those that differ in nothing but their parameters. Not for an
 * `on conflict` with a condition: PostgreSQL cannot tell which index a parameter in it means.
 */
export const prepared = '/* prepared */';
const mostPrepared = 500;
const names = new Map<string, string>();

const toStatementName = (text: string): string | undefined => {
  if (!names.has(text) && names.size < mostPrepared) names.set(text, `often_${names.size}`);
  return names.get(text);
};

/** Names the statements that ask for it, so that PostgreSQL plans them once where one plan fits every parameter. */
class PreparingClient extends pg.Client {
  override query(...statement: unknown[]): never {
    const [text, values, ...rest] = statement;
    const name = typeof text === 'string' && text.trimStart().startsWith(prepared) ? toStatementName(text) : undefined;
    const query = super.query as (...given: unknown[]) => never;
    return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, statement);
  }
}

const openPool = (url: string, size: number, limits: Limits, presence: Presence): pg.Pool => {
  const options = {
    ...connectionOptions(url),
    // What the pool is given is its own patience, for a connection that is back.
    Client: class extends PreparingClient {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, connectionTimeoutMillis: limits.connect });
      }
    },
    max: size,
    connectionTimeoutMillis: limits.wait,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.nextStatement,
    idleTimeoutMillis: 30_000,
  };
  const pool = new WatchedPool(options, presence);
  // An idle connection that breaks reports here; without a listener Node would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // A connection in use reports to its query, and once more on itself.
    client.on('error', () => {});
    endWhenSilent(client, limits.statement + limits.silence, presence);
  });
  return pool;
};

/**
 * Opens the pools; connections are made on first use, and a lost one is replaced by the next query. The builders have one
 * adapter, by which they share what is remembered.
 */
export const openDatabase = (
  url: string,
  {
    poolSize = 10,
    role = 'all',
    limits = callLimits,
    background: patience = backgroundLimits,
  }: { poolSize?: number; role?: Role; limits?: Limits; background?: Limits } = {},
): Database => {
  const adapter = new PostgresAdapter();
  const presence = openPresence(connectionOptions(url), limits.connect);
  const open = (size: number, given: Limits) => {
    const pool = openPool(url, size, given, presence);
    return { pool, db: new Kysely<DB>({ dialect: new SnakeDialect({ pool }, adapter), plugins: [camelResults] }) };
  };
  const staff = open(poolSize, limits);
  const shopper = open(shopperConnections(poolSize), limits);
  const stranger = open(strangerConnections(poolSize), limits);
  const notice = open(noticeConnections(poolSize), limits);
  const background = open(backgroundConnections(poolSize, role), patience);
  return {
    ...staff,
    shopperPool: shopper.pool,
    shopperDb: shopper.db,
    strangerPool: stranger.pool,
    strangerDb: stranger.db,
    noticePool: notice.pool,
    noticeDb: notice.db,
    backgroundPool: background.pool,
    backgroundDb: background.db,
    close: async () =>
      void (await Promise.all([staff, shopper, stranger, notice, background].map(({ db }) => db.destroy()))),
  };
};
