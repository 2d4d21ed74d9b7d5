import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { recencyRows, forgetRecencySince } from './recency.ts';
import { Dim, Reach } from './dims.ts';
import { contactsWithNew } from './sum-facts.ts';

type Sql = RawBuilder<unknown>;
const never = sql`'-infinity'::date`;

/**
 * Tells people's days of contact of one day, or of days in their order: who came before moves from that day to this. Where these are all contacts of a
 * day that is over, told by their first hours, the hours are kept as well.
 */
const addContacts = async (db: Db, contacts: Sql, wholeDay?: string): Promise<void> => {
  const recency = sql`
    select firm_id, kind, dim, id, coalesce(prev_day, ${never}) as prev_day, hour, count(*) as n from told group by 1, 2, 3, 4, 5, 6`;
  const come =
    wholeDay === undefined
      ? sql``
      : sql`, come as (
      insert into stat_come (firm_id, day, kind, dim, id, hours, ago, n)
      select firm_id, day, kind, dim, id, hours, ago, n from (${recencyRows(recency, wholeDay)}) recency
    )`;
  await sql`
    with fresh as materialized (${contacts}), told as materialized (
      select fresh.*, kept.last_day as prev_day
      from fresh left join stat_person kept using (firm_id, kind, dim, id, uid) where kept.last_day is null or kept.last_day < day
    ), moved as (
      insert into stat_person (firm_id, kind, dim, id, uid, last_day, prev_day)
      select firm_id, kind, dim, id, uid, day, prev_day from told
      on conflict (firm_id, kind, dim, id, uid) do update set prev_day = excluded.prev_day, last_day = excluded.last_day
    )${come}
    insert into stat_reach as kept (firm_id, kind, dim, id, day, prev_day, n)
    select firm_id, kind, dim, id, day, coalesce(prev_day, ${never}), count(*) from told group by 1, 2, 3, 4, 5, 6
    on conflict (firm_id, kind, dim, id, day, prev_day) do update set n = kept.n + excluded.n`.execute(db);
};

/** What {@link reachPeople} does of many days that come after all that were told, in one go; the hours are kept of those that lie in the span as a whole. */
export const reachOfDays = async (db: Db, span: { from: string; to: string }): Promise<void> => {
  const recency = sql`
    select firm_id, day, kind, dim, id, coalesce(prev_day, ${never}) as prev_day, hour, count(*) as n from told
    where day::timestamptz >= ${span.from}::timestamptz and (day + 1)::timestamptz <= ${span.to}::timestamptz group by 1, 2, 3, 4, 5, 6, 7`;
  await sql`
    with fresh as materialized (${contactsWithNew(span, { byHour: true })}), told as (
      select firm_id, kind, dim, id, uid, day, hour, coalesce(lag(day) over days, kept.last_day) as prev_day, lead(day) over days is null as is_last
      from fresh left join stat_person kept using (firm_id, kind, dim, id, uid)
      where kept.last_day is null or kept.last_day < day
      window days as (partition by firm_id, kind, dim, id, uid order by day)
    ), moved as (
      insert into stat_person (firm_id, kind, dim, id, uid, last_day, prev_day)
      select firm_id, kind, dim, id, uid, day, prev_day from told where is_last
      on conflict (firm_id, kind, dim, id, uid) do update set prev_day = excluded.prev_day, last_day = excluded.last_day
    ), come as (
      insert into stat_come (firm_id, day, kind, dim, id, hours, ago, n)
      select firm_id, day, kind, dim, id, hours, ago, n from (${recencyRows(recency)}) recency
    )
    insert into stat_reach as kept (firm_id, kind, dim, id, day, prev_day, n)
    select firm_id, kind, dim, id, day, coalesce(prev_day, ${never}), count(*) from told group by 1, 2, 3, 4, 5, 6
    on conflict (firm_id, kind, dim, id, day, prev_day) do update set n = kept.n + excluded.n`.execute(db);
};

/**
 * Adds who did what on a day, none of it after a later one of the same people. Who scans on the first day at the firm counts as new of
 * whatever was scanned. By first hours where it is all of a day that is over.
 */
export const reachPeople = async (db: Db, contacts: Sql, wholeDay?: string): Promise<void> => {
  await addContacts(db, contacts, wholeDay);
  await addContacts(
    db,
    sql`
      select told.firm_id, ${sql.lit(Reach.fresh)} as kind, told.dim, told.id, told.uid, told.day ${wholeDay === undefined ? sql`` : sql`, told.hour`}
      from (${contacts}) told join stat_person whole
        on whole.firm_id = told.firm_id and whole.kind = ${sql.lit(Reach.scan)} and whole.dim = ${sql.lit(Dim.firm)} and whole.id = 0 and whole.uid = told.uid
      where told.kind = ${sql.lit(Reach.scan)} and whole.last_day = told.day and whole.prev_day is null`,
    wholeDay,
  );
};

/**
 * Whether any of these scans lies before a later one of the same person at the firm, without being told itself: of whatever was scanned, who is
 * new and who came when before is only known when the days are told in their order.
 */
export const isBehind = async (db: Db, contacts: Sql): Promise<boolean> => {
  const { rows } = await sql`
    select from (${contacts}) told
    join stat_person whole
      on whole.firm_id = told.firm_id and whole.kind = told.kind and whole.dim = ${sql.lit(Dim.firm)} and whole.id = 0 and whole.uid = told.uid
    left join stat_person kept
      on kept.firm_id = told.firm_id and kept.kind = told.kind and kept.dim = told.dim and kept.id = told.id and kept.uid = told.uid
    where whole.last_day > told.day and kept.last_day is distinct from told.day and kept.prev_day is distinct from told.day limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Takes people back to what they were before a day, and tells the days from there on anew, up to a moment. */
export const retellPeople = async (db: Db, day: string, upto: string): Promise<void> => {
  await sql`delete from stat_reach where firm_id is not null and day >= ${day}::date`.execute(db);
  await forgetRecencySince(db, day);
  await sql`
    with later as materialized (
      select firm_id, kind, dim, id, uid from stat_person where firm_id is not null and last_day >= ${day}::date
    ), told as (
      select told.*, row_number() over (partition by firm_id, kind, dim, id, uid order by day desc) as nth
      from (${contactsWithNew({ from: '-infinity', to: day }, { uids: sql`select uid from later` })}) told
    ), before as (
      select firm_id, kind, dim, id, uid, max(day) filter (where nth = 1) as last_day, max(day) filter (where nth = 2) as prev_day
      from told join later using (firm_id, kind, dim, id, uid) where nth <= 2 group by 1, 2, 3, 4, 5
    )
    update stat_person kept set last_day = before.last_day, prev_day = before.prev_day
    from before
    where kept.firm_id = before.firm_id and kept.kind = before.kind and kept.dim = before.dim and kept.id = before.id and kept.uid = before.uid`.execute(
    db,
  );
  await sql`delete from stat_person where firm_id is not null and last_day >= ${day}::date`.execute(db);
  const { rows } = await sql<{ day: string; to: string; isOver: boolean }>`
    select day::date::text as day, least((day + interval '1 day')::timestamptz, ${upto}::timestamptz)::text as to, day + interval '1 day' <= ${upto}::timestamptz as is_over
    from generate_series(${day}::date, ${upto}::timestamptz, interval '1 day') day order by day`.execute(db);
  for (const { day: from, to, isOver } of rows)
    await addContacts(db, contactsWithNew({ from, to }, { byHour: isOver }), isOver ? from : undefined);
};

/**
 * Takes off that people did something on a day, where that was their last day of it. Answers whether it could for all: who came again
 * later is to be told anew.
 */
export const leavePeople = async (db: Db, contacts: Sql, day: string): Promise<boolean> => {
  const { rows } = await sql<{ isLater: boolean }>`
    select coalesce(bool_or(kept.last_day > told.day), false) as is_later
    from (${contacts}) told join stat_person kept using (firm_id, dim, id, uid)
    where kept.kind in (${sql.lit(Reach.scan)}, ${sql.lit(Reach.fresh)})`.execute(db);
  if (rows[0]!.isLater) return false;
  await sql`
    with gone as materialized (
      select kept.firm_id, kept.kind, kept.dim, kept.id, kept.uid, kept.last_day, kept.prev_day
      from (${contacts}) told join stat_person kept using (firm_id, dim, id, uid)
      where kept.kind in (${sql.lit(Reach.scan)}, ${sql.lit(Reach.fresh)}) and kept.last_day = told.day
    ), earlier as (
      select firm_id, kind, dim, id, uid, max(day) as day
      from (${contactsWithNew({ from: '-infinity', to: day }, { uids: sql`select uid from gone` })}) told
      where (firm_id, kind, dim, id, uid, day) not in (select firm_id, kind, dim, id, uid, prev_day from gone where prev_day is not null)
      group by 1, 2, 3, 4, 5
    ), back as (
      update stat_person kept set last_day = gone.prev_day, prev_day = earlier.day
      from gone left join earlier using (firm_id, kind, dim, id, uid)
      where gone.prev_day is not null and kept.firm_id = gone.firm_id and kept.kind = gone.kind and kept.dim = gone.dim and kept.id = gone.id and kept.uid = gone.uid
    ), never as (
      delete from stat_person kept using gone
      where gone.prev_day is null and kept.firm_id = gone.firm_id and kept.kind = gone.kind and kept.dim = gone.dim and kept.id = gone.id and kept.uid = gone.uid
    ), fewer as (
      select firm_id, kind, dim, id, last_day as day, coalesce(prev_day, '-infinity'::date) as prev_day, count(*) as n from gone group by 1, 2, 3, 4, 5, 6
    )
    update stat_reach kept set n = kept.n - fewer.n from fewer
    where kept.firm_id = fewer.firm_id and kept.kind = fewer.kind and kept.dim = fewer.dim and kept.id = fewer.id and kept.day = fewer.day and kept.prev_day = fewer.prev_day`.execute(
    db,
  );
  return true;
};
