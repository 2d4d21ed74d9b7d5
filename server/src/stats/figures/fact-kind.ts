import { sql, type RawBuilder } from 'kysely';
import type { DimName, Measure, ReachName } from './dims.ts';

type Sql = RawBuilder<unknown>;
export type Part = Exclude<DimName, 'firm' | 'hour'>;

/**
 * A kind of fact: rows of a table, each at a time that never changes, booked on a day of its own or on that of what it belongs to.
 * What undoes a fact is a fact of its own, so that what is booked only depends on which facts happened before a moment.
 */
export interface FactKind {
  /** The rows; scans are read from the log, or as they were before a change. */
  from: Sql;
  /** The same rows without looking up where they are, for what asks of no place. */
  placeless?: Sql;
  firm: Sql;
  time: Sql;
  /** A moment of the day it is booked on, where that is not its own. */
  booked?: Sql;
  where?: Sql;
  of: Partial<Record<Part, Sql>>;
  uid?: Sql;
  /** What each row adds. */
  adds: Partial<Record<Measure, Sql>>;
  /** What it is booked under besides the firm: one thing, or two. */
  under: readonly (DimName | readonly [DimName, DimName])[];
  /** What the person of a row did, where a row says so. */
  reaches?: Partial<Record<Exclude<ReachName, 'fresh'>, Sql | true>>;
}

/** What one row adds to a count. */
export const count = sql`1`;
/** A value where a condition holds, else nothing. */
export const when = (condition: Sql, value: Sql = count): Sql => sql`case when ${condition} then ${value} else 0 end`;
