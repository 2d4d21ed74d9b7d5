import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import pg from 'pg';
import { prepared, type Db } from './database.ts';
import { FirmGiven, FirmScope } from './firm-scope.ts';
import { snake } from './names.ts';

/** Stands in a statement for a value that comes with each run. */
export class Given {
  constructor(readonly name: string) {}
}

const givens = new Proxy({}, { get: (_none, name) => new Given(String(name)) });

/** Statements that see every firm. */
const ofAll = {};

/** The limits of a `db`: statements built with the same `key` have the same text, whatever firm it is. */
export const scopeOf = (db: Db): { key: object; firm?: FirmGiven } => {
  for (const plugin of db.getExecutor().plugins)
    if (plugin instanceof FirmScope) return { key: plugin.tables, firm: plugin.firm };
  return { key: ofAll };
};

/** A compiled statement with the values of this run: those of `toValue`, and the firm's. */
export const withValues = <R>(
  query: CompiledQuery<R>,
  firm: FirmGiven | undefined,
  toValue: (given: Given) => unknown,
): CompiledQuery<R> => ({
  ...query,
  parameters: query.parameters.map((value) =>
    value instanceof Given ? toValue(value) : value instanceof FirmGiven ? firm : value,
  ),
});

const toLiteral = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'string' ? pg.escapeLiteral(value) : undefined;
};

/**
 * A statement to be planned once, whose constants stand in its text: a plan for all values knows them, so that PostgreSQL does not
 * prefer to plan anew for each call.
 */
export const toPrepared = <R>({ sql: text, parameters, ...query }: CompiledQuery<R>): CompiledQuery<R> => {
  const kept: unknown[] = [];
  const told = text.replace(/\$(\d+)/g, (_whole, n: string) => {
    const value = parameters[Number(n) - 1];
    const literal = toLiteral(value);
    return literal ?? `$${kept.push(value)}`;
  });
  return { ...query, sql: `${prepared} ${told}`, parameters: kept };
};

/**
 * A statement of a hot path: built and compiled once (the limits of a firm hold as everywhere), planned once by each connection,
 * then run with new values. `build` may only pass the values on, not look at them.
 */
export const compileOnce = <V extends object, R>(build: (db: Db, given: V) => CompiledQuery<R>) => {
  const known = new WeakMap<object, CompiledQuery<R>>();
  const filled = (db: Db, given: V): CompiledQuery<R> => {
    const { key, firm } = scopeOf(db);
    let query = known.get(key);
    if (!query) {
      query = toPrepared(build(db, givens as V));
      known.set(key, query);
    }
    return withValues(query, firm, ({ name }) => given[name as keyof V]);
  };
  const run = async (db: Db, given: V): Promise<R[]> => (await db.executeQuery(filled(db, given))).rows;
  /** The text that is sent, and the values in the order of its parameters: what a benchmark repeats. */
  const text = (db: Db, given: V) => {
    const { sql: statement, parameters } = filled(db, given);
    return { sql: statement, values: [...parameters] };
  };
  return { run, text };
};

/**
 * A list in a statement with a lasting plan, kept from the planner: a plan made for a short list looks cheaper than the lasting one, so
 * that PostgreSQL would plan anew for each call.
 */
export const unseen = (list: unknown, type: 'int' | 'int8'): RawBuilder<never> =>
  sql<never>`(select ${list}::${sql.raw(type)}[])::${sql.raw(type)}[]`;

/** {@link unseen} for one value, of which the planner would know how often it stands in a table. */
export const unseenOne = (value: unknown, type: 'inet' | 'text'): RawBuilder<never> =>
  sql<never>`(select ${value}::${sql.raw(type)})`;

/** The columns of what was asked, in the place of values. */
const columns = new Proxy({}, { get: (_none, name) => sql.ref(`asked.${String(name)}`) });

/** What PostgreSQL takes for no text: halves of a character, and NUL. */
const unwritable = /\\u(?:d[89a-f]|0000)/i;
const writable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value).toString().replaceAll('\0', '') : value;

/**
 * {@link compileOnce} for many at once: `types` names the values of one with the types of the database, in `build` they are
 * columns of `asked`, which also has `nth`, the place of each in the list. The list goes as one JSON value: how long it is
 * makes no difference to the plan, so that PostgreSQL keeps one.
 */
export const compileForAll = <V extends object, R>(
  types: Readonly<Record<keyof V & string, string>>,
  build: (db: Db, given: V, asked: RawBuilder<unknown>) => CompiledQuery<R>,
) => {
  const names = Object.keys(types) as (keyof V & string)[];
  const fields = names.map((name) => `${snake(name)} ${types[name]}`);
  const statement = compileOnce<{ list: string }, R>((db, { list }) =>
    build(
      db,
      columns as V,
      sql`json_to_recordset(${list}::json) as asked(${sql.raw(['nth int4', ...fields].join(', '))})`,
    ),
  );
  const toList = (all: readonly V[]): { list: string } => {
    const rows = all.map((one, nth) => ({
      nth,
      ...Object.fromEntries(names.map((name) => [snake(name), one[name]])),
    }));
    const list = JSON.stringify(rows);
    return { list: unwritable.test(list) ? JSON.stringify(rows, writable) : list };
  };
  return {
    run: (db: Db, all: readonly V[]): Promise<R[]> => statement.run(db, toList(all)),
    text: (db: Db, all: readonly V[]) => statement.text(db, toList(all)),
  };
};
