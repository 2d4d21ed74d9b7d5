import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';

/** Pattern for `ilike` that finds a text anywhere; `%`, `_` and `\` in it stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Whether a time column lies within a `dateLimit`, both ends included; always true without one. */
export const within = (column: string, limit: string | undefined): RawBuilder<boolean> => {
  const range = limit ? readDateLimit(limit) : undefined;
  if (!range) return sql<boolean>`true`;
  const at = sql.ref(column);
  return sql<boolean>`(${at} >= ${range.start}::timestamptz and ${at} < ${range.end}::timestamptz + interval '1 second')`;
};
