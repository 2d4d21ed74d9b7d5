import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { prepared, type Db } from './database.ts';
import { snake } from './names.ts';

/** Stands in a statement for a value that comes with each run. */
class Given {
  constructor(readonly name: string) {}
}

const givens = new Proxy({}, { get: (_none, name) => new Given(String(name)) });

/**
 * A statement of a hot path: built and compiled once for each `db` it is run with (the limits of a firm's one hold as
 * everywhere), planned once by each connection, then run with new values. `build` may only pass the values on, not look at them.
 */
export const compileOnce = <V extends object, R>(build: (db: Db, given: V) => CompiledQuery<R>) => {
  const known = new WeakMap<Db, CompiledQuery<R>>();
  const compiled = (db: Db): CompiledQuery<R> => {
    const found = known.get(db);
    if (found) return found;
    const query = build(db, givens as V);
    const named = { ...query, sql: `${prepared} ${query.sql}` };
    known.set(db, named);
    return named;
  };
  const toValues = ({ parameters }: CompiledQuery<R>, given: V): unknown[] =>
    parameters.map((value) => (value instanceof Given ? given[value.name as keyof V] : value));
  const run = async (db: Db, given: V): Promise<R[]> => {
    const query = compiled(db);
    const { rows } = await db.executeQuery({ ...query, parameters: toValues(query, given) });
    return rows as R[];
  };
  /** The text that is sent, and the values in the order of its parameters: what a benchmark repeats. */
  const text = (db: Db, given: V) => {
    const query = compiled(db);
    return { sql: query.sql, values: toValues(query, given) };
  };
  return { run, text };
};

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
