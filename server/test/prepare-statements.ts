import pg from 'pg';
import { dropRested } from './recycle-connections.ts';

/** The most statements one connection keeps: each plan is memory of the database. */
const most = 1000;

/** Not those whose `on conflict` has a condition: PostgreSQL cannot tell which index a parameter in it means. */
const isWorthIt = (text: string): boolean =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/\bon conflict\b/i.test(text);

/** How many items of a list leave the plan as it is for any: that of a long one looks otherwise. */
const fewItems = 20;
const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > fewItems : typeof value === 'string' && value.length > 1000;

/** How many times tables of a database were changed: what was prepared before may answer other columns now. */
const changes = new Map<string | undefined, number>();
/** What each connection was asked, and how many of it under a name. */
const asked = new WeakMap<pg.Connection, { texts: Set<string>; named: Set<string> }>();
const numbers = new Map<string, number>();

type Asking = pg.Client & { connection: pg.Connection; database?: string };

/** The name of a statement that this connection was asked before. */
const nameOf = ({ connection, database }: Asking, text: string): string | undefined => {
  const { texts, named } = asked.get(connection) ?? { texts: new Set(), named: new Set() };
  asked.set(connection, { texts, named });
  if (!texts.has(text)) {
    if (texts.size < most) texts.add(text);
    return undefined;
  }
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  const name = `known_${number}_${changes.get(database) ?? 0}`;
  if (named.size < most) named.add(name);
  return named.has(name) ? name : undefined;
};

const { query } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };

/**
 * The database plans a statement anew each time it is asked. Tests ask the same ones again and again, of tables with few rows, and planning
 * was most of what the database did: so what a connection is asked again is prepared. It answers the same.
 */
pg.Client.prototype.query = function prepared(this: Asking, ...given: unknown[]) {
  const [text, values, ...rest] = given;
  if (typeof text !== 'string') return query.apply(this, given);
  if (/\b(alter|create|drop)\b/i.test(text)) changes.set(this.database, (changes.get(this.database) ?? 0) + 1);
  if (/\balter (?:database|role|system)\b/i.test(text)) dropRested();
  if (!Array.isArray(values) || values.some(isLong) || !isWorthIt(text)) return query.apply(this, given);
  const name = nameOf(this, text);
  return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, given);
} as typeof pg.Client.prototype.query;
