import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Firms } from '../read/question.ts';
import type { Span } from '../read/span.ts';

type Sql = RawBuilder<unknown>;

/** The numbers of firms as an array; `db` of what is asked sees all of them. */
export const toFirms = (firms: Firms): Sql =>
  firms === 'all' ? sql`(array(select id from firm) || 0::bigint)` : sql`${[...firms]}::bigint[]`;

/** The moments of a span: from its first day to the end of its last, or to what is in the figures, or to the clock it ends at. */
export const isIn = (column: Sql, { start, end, until }: Span, asOf: string): Sql =>
  sql`${column} < least((${end}::date + 1)::timestamptz, ${until ?? asOf}::timestamptz)
    ${start === null ? sql`` : sql`and ${column} >= ${start}::date::timestamptz`}`;

/** Consumers that are on the black list now. */
export const countListed = async (db: Db, firms: Firms): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from blacklist where firm_id = any (${toFirms(firms)}) and kind = ${sql.lit(BanKind.person)} and net is null
      and not is_white and (expire_at is null or expire_at > now())`.execute(db);
  return rows[0]!.n;
};
