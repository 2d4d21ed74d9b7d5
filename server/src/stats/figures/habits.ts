import { cohortWeeks, frequencySteps } from '@zhuiyuan/contract/stats/overview/customer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { withFigures } from './with-figures.ts';

type Sql = RawBuilder<unknown>;

const yesterday = sql`(now() at time zone 'Asia/Shanghai')::date - 1`;
const steps = sql.join(
  frequencySteps.map((least, at) => {
    const next = frequencySteps[at + 1];
    return sql`(count(*) filter (where codes >= ${sql.lit(least)}${next === undefined ? sql`` : sql` and codes < ${sql.lit(next)}`}))::int`;
  }),
);

/** What the people of firms do again and again, from their scans up to the end of a day: rows of `stat_habit`, one for each firm with any. */
const habitsOf = (firms: Sql, asOf: Sql): Sql => {
  const upto = sql`((${asOf}) + 1)::timestamptz`;
  const monday = sql`(date_trunc('week', ${asOf}) - ${sql.lit((cohortWeeks - 1) * 7)} * interval '1 day')::date`;
  const scanned = (since: Sql) => sql`
    from scan_log where firm_id in (${firms}) and is_counted and uid is not null and at >= (${since})::timestamptz and at < ${upto}`;
  return sql`
    with people as (
      select firm_id, uid, count(distinct (seg, serial)) as codes,
        count(distinct at::date) filter (where verdict = 'FIRST') as days
      ${scanned(sql`(${asOf}) - 29`)} group by 1, 2
    ), often as (
      select firm_id, array[${steps}] as frequency, (count(*) filter (where days > 0))::int as buyers, (count(*) filter (where days > 1))::int as again
      from people group by 1
    ), weeks as (
      select distinct firm_id, uid, date_trunc('week', at)::date as week ${scanned(monday)}
    ), first_weeks as (
      select firm_id, id as uid, date_trunc('week', first_scan_at)::date as week from consumer_count
      where firm_id in (${firms}) and first_scan_at >= (${monday})::timestamptz and first_scan_at < ${upto}
    ), kept as (
      select first_weeks.firm_id, first_weeks.week, (weeks.week - first_weeks.week) / 7 as nth, count(*)::int as n
      from first_weeks join weeks using (firm_id, uid) group by 1, 2, 3
    ), cohorts as (
      select firm.firm_id, jsonb_agg(jsonb_build_object('week', begun.week::date, 'kept', (
        select jsonb_agg(coalesce(kept.n, 0) order by step.nth)
        from generate_series(0, ((${asOf}) - begun.week::date) / 7) step(nth)
        left join kept on kept.firm_id = firm.firm_id and kept.week = begun.week::date and kept.nth = step.nth
      )) order by begun.week) as cohorts
      from (select distinct firm_id from first_weeks union select firm_id from often) firm
      cross join generate_series(${monday}::timestamp, ${asOf}, interval '7 days') begun(week)
      group by 1
    )
    select firm_id, (${asOf})::date as as_of, coalesce(frequency, array_fill(0, array[${sql.lit(frequencySteps.length)}])) as frequency,
      coalesce(buyers, 0) as buyers, coalesce(again, 0) as again, cohorts
    from cohorts left join often using (firm_id)`;
};

/** Firms whose habits are to be told: they were told of another day than yesterday, or scans of theirs changed since. */
const due = sql`
  select firm.id from firm left join stat_habit told on told.firm_id = firm.id
  where (told.firm_id is null or told.is_stale or told.as_of <> ${yesterday})`;

/**
 * Tells the habits of people as of yesterday, of each firm that is due, one at a time, once the figures have come to the end of that day: until then
 * it is not known of everybody when he came first. Figures wait meanwhile, so that scans which change afterwards find what was told without them.
 */
export const tellHabits = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ id: number }>`${due} order by id`.execute(db);
  for (const { id } of rows)
    await withFigures(db, async (transaction, upto) => {
      const { rows: still } = await sql`
        ${due} and firm.id = ${id} and ${upto}::timestamptz >= (${yesterday} + 1)::timestamptz`.execute(transaction);
      if (still.length === 0) return;
      await sql`delete from stat_habit where firm_id = ${id}`.execute(transaction);
      await sql`
        insert into stat_habit (firm_id, as_of, frequency, buyers, again, cohorts)
        select firm_id, as_of, frequency, buyers, again, cohorts from (${habitsOf(sql`${id}::bigint`, yesterday)}) told`.execute(
        transaction,
      );
    });
};

/** Says that scans changed, as they stood before as texts of JSON: what was told of their days is told anew. Call within {@link withFigures}. */
export const markHabits = async (db: Db, changed: readonly string[]): Promise<void> => {
  await sql`
    update stat_habit set is_stale = true from (
      select (old ->> 'firm_id')::bigint as firm_id, min((old ->> 'at')::timestamptz) as at from unnest(${changed}::text[]) one(text), lateral (select text::jsonb as old) row group by 1
    ) changed
    where stat_habit.firm_id = changed.firm_id and not is_stale and changed.at < (as_of + 1)::timestamptz`.execute(db);
};

/** Firms whose habits are not those of their scans, leaving out those that are told anew anyway. */
export const findHabitFaults = async (db: Db): Promise<{ firmId: number; day: string }[]> => {
  const { rows: told } = await sql<{ firmId: number; day: string }>`
    select firm_id, as_of::text as day from stat_habit where not is_stale order by firm_id`.execute(db);
  const faults: { firmId: number; day: string }[] = [];
  for (const { firmId, day } of told) {
    const { rows } = await sql`
      select from stat_habit kept
      left join (${habitsOf(sql`${firmId}::bigint`, sql`${day}::date`)}) counted using (firm_id)
      where kept.firm_id = ${firmId} and (kept.frequency, kept.buyers, kept.again, kept.cohorts)
        is distinct from (counted.frequency, counted.buyers, counted.again, counted.cohorts)`.execute(db);
    if (rows.length > 0) faults.push({ firmId, day });
  }
  return faults;
};
