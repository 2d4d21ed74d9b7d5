import { Kysely } from 'kysely';
import pg, { types as pgTypes } from 'pg';
import type { DB } from './database-types.gen.ts';
import { camelResults, SnakeDialect } from './names.ts';
import { shopperConnections } from './shares.ts';

/** The query builder over all tables; a transaction of it has the same type. */
export type Db = Kysely<DB>;

/** The same connection or transaction, seeing every firm: only for what is looked up before it is known whose it is. */
export const ofAllFirms = (db: Db): Db => db.withoutPlugins().withPlugin(camelResults);

/**
 * An open database: the pool for LISTEN and COPY, the query builder for everything else, and both once more for shoppers'
 * queries, which never wait for a connection that staff or jobs hold.
 */
export interface Database {
  pool: pg.Pool;
  db: Db;
  shopperPool: pg.Pool;
  shopperDb: Db;
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

/** A database that is there answers a new connection at once; the pool lets a call wait longer for one that others use. */
const connectMs = 5_000;
const waitForFreeMs = 5_000;

/** Settings every connection of ours has, a LISTEN connection outside the pool included. */
export const connectionOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  options: '-c TimeZone=Asia/Shanghai -c DateStyle=ISO',
  application_name: 'zhuiyuan',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: connectMs,
  types,
});

/**
 * Opens a statement that each connection prepares once, for those that differ in nothing but their parameters. Not for an
 * `on conflict` with a condition: PostgreSQL cannot tell which index a parameter in it means.
 */
export const prepared = '/* prepared */';
const mostPrepared = 500;
const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < mostPrepared) names.set(text, `often_${names.size}`);
  return names.get(text);
};

/** Names the statements that ask for it, so that PostgreSQL plans them once where one plan fits every parameter. */
class PreparingClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectMs });
  }

  override query(...asked: unknown[]): never {
    const [text, values, ...rest] = asked;
    const name = typeof text === 'string' && text.trimStart().startsWith(prepared) ? nameOf(text) : undefined;
    const query = super.query as (...given: unknown[]) => never;
    return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, asked);
  }
}

const openPool = (url: string, size: number): pg.Pool => {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    Client: PreparingClient,
    max: size,
    connectionTimeoutMillis: waitForFreeMs,
    idleTimeoutMillis: 30_000,
  });
  // An idle connection that breaks reports here; without a listener Node would end the process.
  pool.on('error', () => {});
  // A connection in use reports to its query, and once more on itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const queryBuilder = (pool: pg.Pool): Db =>
  new Kysely<DB>({ dialect: new SnakeDialect({ pool }), plugins: [camelResults] });

/** Opens the pools; connections are made on first use, and a lost one is replaced by the next query. */
export const openDatabase = (url: string, { poolSize = 10 }: { poolSize?: number } = {}): Database => {
  const pool = openPool(url, poolSize);
  const shopperPool = openPool(url, shopperConnections(poolSize));
  const db = queryBuilder(pool);
  const shopperDb = queryBuilder(shopperPool);
  const close = async () => void (await Promise.all([db.destroy(), shopperDb.destroy()]));
  return { pool, db, shopperPool, shopperDb, close };
};
