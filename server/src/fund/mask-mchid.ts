import { sql, type RawBuilder } from 'kysely';

/** A merchant's number as lists show it: `16****4570`. */
export const maskedMchid = (column: string): RawBuilder<string> =>
  sql<string>`left(${sql.ref(column)}, 2) || '****' || right(${sql.ref(column)}, 4)`;
