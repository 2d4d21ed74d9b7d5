import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { contactsWithNew } from './sum-facts.ts';

type Sql = RawBuilder<unknown>;

interface Day {
  day: string;
  to: string;
}

/**
 * People of a day from the facts, up to a moment: how many by what they did and of what, by the day they were there before and the hour in which
 * they came first.
 */
export const recencyOf = ({ day, to }: Day): Sql => sql`
  with today as materialized (${contactsWithNew({ from: day, to }, { byHour: true })}), history as materialized (
    ${contactsWithNew({ from: '-infinity', to: day }, { uids: sql`select uid from today` })}
  )
  select firm_id, kind, dim, id, prev_day, hour, count(*) as n from (
    select today.firm_id, today.kind, today.dim, today.id, today.uid, today.hour, coalesce(max(history.day), '-infinity') as prev_day
    from today left join history using (firm_id, kind, dim, id, uid) group by 1, 2, 3, 4, 5, 6
  ) told group by 1, 2, 3, 4, 5, 6`;

/** {@link recencyOf} of some firms: when they were there before is kept of those who did not come since, and looked up of the others. */
export const recencyOfKept = ({ day, to }: Day, firms: Sql): Sql => sql`
  with today as materialized (${contactsWithNew({ from: day, to }, { firms, byHour: true })}), known as materialized (
    select today.*, kept.prev_day, kept.last_day > ${day}::date as is_later from today join stat_person kept using (firm_id, kind, dim, id, uid)
  ), history as materialized (
    select firm_id, kind, dim, id, uid, max(day) as prev_day
    from (${contactsWithNew({ from: '-infinity', to: day }, { firms, uids: sql`select uid from known where is_later` })}) told group by 1, 2, 3, 4, 5
  )
  select firm_id, kind, dim, id, coalesce(case when is_later then history.prev_day else known.prev_day end, '-infinity') as prev_day, hour, count(*) as n
  from known left join history using (firm_id, kind, dim, id, uid) group by 1, 2, 3, 4, 5, 6`;

/** How many days before a day another one was, 0 for never. */
const ago = sql`case when isfinite(prev_day) then day - prev_day else 0 end`;

/** Rows of `stat_come` of what {@link recencyOf} says of a day, or of days where it names them. */
export const recencyRows = (recency: Sql, day?: string): Sql => sql`
  select firm_id, day, kind, dim, id, array_agg(hour::smallint order by hour, ago) as hours, array_agg(ago order by hour, ago) as ago,
    array_agg(n::int order by hour, ago) as n
  from (
    select firm_id, day, kind, dim, id, hour, ${ago} as ago, n
    from (${day === undefined ? recency : sql`select *, ${day}::date as day from (${recency}) recency`}) recency
  ) told group by 1, 2, 3, 4, 5`;

/** Forgets what is kept of the hours of a day of some firms, until it is told anew: a fact of it changed. */
export const forgetRecency = async (db: Db, day: string, firms: Sql): Promise<void> => {
  await sql`delete from stat_come where firm_id = any (${firms}) and day = ${day}::date`.execute(db);
};

/** Forgets all that is kept of hours from a day on. */
export const forgetRecencySince = async (db: Db, day: string): Promise<void> => {
  await sql`delete from stat_come where firm_id is not null and day >= ${day}::date`.execute(db);
};
