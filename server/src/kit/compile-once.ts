import type { CompiledQuery } from 'kysely';
import { prepared, type Db } from './database.ts';

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
  const valuesOf = ({ parameters }: CompiledQuery<R>, given: V): unknown[] =>
    parameters.map((value) => (value instanceof Given ? given[value.name as keyof V] : value));
  const run = async (db: Db, given: V): Promise<R[]> => {
    const query = compiled(db);
    const { rows } = await db.executeQuery({ ...query, parameters: valuesOf(query, given) });
    return rows as R[];
  };
  /** The text that is sent, and the values in the order of its parameters: what a benchmark repeats. */
  const text = (db: Db, given: V) => {
    const query = compiled(db);
    return { sql: query.sql, values: valuesOf(query, given) };
  };
  return { run, text };
};
