import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { applyChanges } from './advance-figures.ts';
import { bookFigures, unbookDay } from './book-figures.ts';
import { recencyOf, recencyRows, forgetRecency } from './recency.ts';
import { findCountFaults, recountConsumers } from './count-consumers.ts';
import { Grain, measures } from './dims.ts';
import { findHabitFaults } from './habits.ts';
import { cohortKinds } from './facts.ts';
import { retellPeople } from './reach-people.ts';
import { contactsWithNew, sumFacts } from './sum-facts.ts';
import { withFigures } from './with-figures.ts';

/** A figure that is not what the facts say. */
export interface FigureFault {
  firmId: number;
  day: string;
  /** Which, in words for whoever looks into it: dimensions and numbers, and both values. */
  detail: string;
}

const mostFaults = 100;
const values = (row: string) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(measures.map((name) => sql`${sql.lit(name)}, nullif(${sql.ref(`${row}.${name}`)}, 0)`))}))`;

const findDayFaults = async (db: Db, day: string, upto: string): Promise<FigureFault[]> => {
  const { rows } = await sql<FigureFault>`
    select firm_id, ${day} as day, concat_ws(' ', dim, id, dim2, id2, 'kept', ${values('kept')}, 'facts', ${values('facts')}) as detail
    from (${sumFacts({ day, upto })}) facts
    full join (select * from stat_day where firm_id is not null and grain = ${sql.lit(Grain.day)} and day = ${day}::date) kept using (firm_id, dim, id, dim2, id2)
    where ${values('kept')} <> ${values('facts')}
    order by firm_id, dim, id, dim2, id2 limit ${mostFaults}`.execute(db);
  return rows;
};

const dayBefore = (day: string, upto: string) =>
  sql<{ to: string }>`select least((${day}::date + 1)::timestamptz, ${upto}::timestamptz)::text as to`;

/** People of a day held against the facts: who came when before, what is kept of each of them, and in which hours they came where that is kept. */
const findReachFaults = async (
  db: Db,
  day: string,
  upto: string,
): Promise<{ people: FigureFault[]; hours: FigureFault[] }> => {
  const to = (await dayBefore(day, upto).execute(db)).rows[0]!.to;
  const { rows } = await sql<FigureFault & { isOfHours: boolean }>`
    with recency as materialized (${recencyOf({ day, to })}), facts as (
      select firm_id, kind, dim, id, prev_day, sum(n) as n from recency group by 1, 2, 3, 4, 5
    ), told as (
      select * from stat_come where firm_id is not null and day = ${day}::date
    )
    select firm_id, ${day} as day, false as is_of_hours, concat_ws(' ', 'people', kind, dim, id, prev_day, 'kept', kept.n, 'facts', facts.n) as detail
    from facts full join (select * from stat_reach where firm_id is not null and day = ${day}::date and n > 0) kept using (firm_id, kind, dim, id, prev_day)
    where kept.n is distinct from facts.n
    union all
    select firm_id, ${day}, true, concat_ws(' ', 'hours', kind, dim, id, 'kept', told.hours, told.ago, told.n, 'facts', facts.hours, facts.ago, facts.n)
    from told full join (
      select * from (${recencyRows(sql`select * from recency`, day)}) rows where firm_id in (select firm_id from told)
    ) facts using (firm_id, kind, dim, id)
    where (told.hours, told.ago, told.n) is distinct from (facts.hours, facts.ago, facts.n)
    order by 1, 4 limit ${mostFaults}`.execute(db);
  const faults = (ofHours: boolean) =>
    rows
      .filter(({ isOfHours }) => isOfHours === ofHours)
      .map(({ firmId, day: told, detail }) => ({ firmId, day: told, detail }));
  return { people: faults(false), hours: faults(true) };
};

const findPersonFaults = async (db: Db, upto: string): Promise<FigureFault[]> => {
  const { rows } = await sql<FigureFault>`
    with facts as (
      select firm_id, kind, dim, id, uid, (array_agg(day order by day desc))[1] as last_day, (array_agg(day order by day desc))[2] as prev_day
      from (${contactsWithNew({ from: '-infinity', to: upto })}) told group by 1, 2, 3, 4, 5
    )
    select firm_id, coalesce(facts.last_day, kept.last_day)::text as day, concat_ws(' ', 'person', kind, dim, id, uid) as detail
    from facts full join stat_person kept using (firm_id, kind, dim, id, uid)
    where firm_id is not null and (facts.last_day, facts.prev_day) is distinct from (kept.last_day, kept.prev_day)
    order by 1, 3 limit ${mostFaults}`.execute(db);
  return rows;
};

const findMonthFaults = async (db: Db): Promise<FigureFault[]> => {
  const sums = sql.join(measures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const { rows } = await sql<FigureFault>`
    select firm_id, coalesce(days.month, kept.month)::text as day, concat_ws(' ', 'month', dim, id, dim2, id2, 'kept', ${values('kept')}, 'days', ${values('days')}) as detail
    from (
      select firm_id, date_trunc('month', day)::date as month, dim, id, dim2, id2, ${sums}
      from stat_day where firm_id is not null and grain = ${sql.lit(Grain.day)} group by 1, 2, 3, 4, 5, 6
    ) days
    full join (select *, day as month from stat_day where firm_id is not null and grain = ${sql.lit(Grain.month)}) kept using (firm_id, month, dim, id, dim2, id2)
    where ${values('kept')} <> ${values('days')} order by 1, 2, 3 limit ${mostFaults}`.execute(db);
  return rows;
};

/** Whether a day agrees with the facts, looked at as of what is in the figures. Scans that changed since are added first. */
export const checkDay = (db: Db, day: string): Promise<FigureFault[]> =>
  withFigures(db, async (transaction, upto) => {
    if (upto === null) return [];
    await applyChanges(transaction, upto);
    const { people, hours } = await findReachFaults(transaction, day, upto);
    return [...(await findDayFaults(transaction, day, upto)), ...people, ...hours];
  });

/** Every figure of every day, month and person held against the facts; nothing where all is well. */
export const findFigureFaults = async (db: Db): Promise<FigureFault[]> => {
  const { rows } = await sql<{ day: string }>`
    select day::text from (
      select day from stat_day where firm_id is not null and grain = ${sql.lit(Grain.day)} union select day from stat_reach where firm_id is not null
      union select at::date from scan_log where firm_id is not null union select drawn_at::date from draw where firm_id is not null
      union select created_at::date from point_log where firm_id is not null union select received_at::date from red_info where firm_id is not null and received_at is not null
      union select at::date from cross_hit where firm_id is not null
    ) days order by day`.execute(db);
  const faults: FigureFault[] = [];
  for (const { day } of rows) faults.push(...(await checkDay(db, day)));
  faults.push(
    ...(await withFigures(db, async (transaction, upto) => {
      if (upto === null) return [];
      await applyChanges(transaction, upto);
      const people = await findCountFaults(transaction, upto);
      return [
        ...(await findMonthFaults(transaction)),
        ...(await findPersonFaults(transaction, upto)),
        ...(await findHabitFaults(transaction)).map(({ firmId, day }) => ({ firmId, day, detail: 'habits' })),
        ...people.map(({ firmId, id }) => ({ firmId, day: '', detail: `consumer ${id}` })),
      ];
    })),
  );
  return faults;
};

/** Makes a day anew from the facts, whole, in one transaction; also the people of later days where somebody was missing. */
export const rebuildDay = (db: Db, day: string): Promise<void> =>
  withFigures(db, async (transaction, upto) => {
    if (upto === null) return;
    await applyChanges(transaction, upto);
    await unbookDay(transaction, day);
    await bookFigures(transaction, sumFacts({ day, upto }));
    const { people, hours } = await findReachFaults(transaction, day, upto);
    if (people.length > 0) await retellPeople(transaction, day, upto);
    else if (hours.length > 0)
      await forgetRecency(transaction, day, sql`${hours.map(({ firmId }) => firmId)}::bigint[]`);
    const to = (await dayBefore(day, upto).execute(transaction)).rows[0]!.to;
    await recountConsumers(transaction, sql`select uid from (${contactsWithNew({ from: day, to })}) told`, upto);
  });

/** Yesterday, and the days to which anything of the last day was booked: what was committed late is found by making them anew. */
export const closeDays = async (db: Db): Promise<void> => {
  const late = cohortKinds.map(
    ({ from, time, booked, where = sql`true` }) => sql`
      select (${booked!})::date as day from ${from} where ${time} > now() - interval '25 hours' and ${where}`,
  );
  const { rows } = await sql<{ day: string }>`
    select day::text from (select current_date - 1 as day union ${sql.join(late, sql` union `)}) days where day < current_date order by day`.execute(
    db,
  );
  for (const { day } of rows) await rebuildDay(db, day);
};
