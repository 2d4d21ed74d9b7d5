import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { bookFigures } from './book-figures.ts';
import { forgetRecency, forgetRecencySince } from './recency.ts';
import { recountConsumers } from './count-consumers.ts';
import { factKinds } from './facts.ts';
import { markHabits } from './habits.ts';
import { isBehind, leavePeople, reachOfDays, reachPeople, retellPeople } from './reach-people.ts';
import { scanFacts } from './scan-facts.ts';
import { contacts, contactsOfRows, sumChange, sumFacts } from './sum-facts.ts';
import { withFigures } from './with-figures.ts';

type Sql = RawBuilder<unknown>;

/** Facts younger than this may still be inside an open transaction; they are added with the next round. */
const settledSeconds = 30;
/** Days of few scans are added together: as many of both at once. */
const daysAtOnce = 30;
const scansAtOnce = 5_000;
/** The time of the first fact after a moment, null where there is none. */
const nextFact = async (db: Db, since: string): Promise<string | null> => {
  const first = factKinds.map(
    ({ from, time, where = sql`true` }) =>
      sql`(select ${time} from ${from} where ${time} >= ${since}::timestamptz and ${where} order by ${time} limit 1)`,
  );
  const { rows } = await sql<{ at: string | null }>`select least(${sql.join(first)})::text as at`.execute(db);
  return rows[0]!.at;
};

/**
 * Scans that changed after they were added: what they were is taken off, what they are is added. What changed before it was added is only forgotten:
 * both are decided by one state of the database, so each change counts once.
 */
export const applyChanges = async (db: Db, upto: string): Promise<void> => {
  const { rows: changed } = await sql<{ id: number; at: string; old: string; isAdded: boolean }>`
    with gone as (delete from stat_change returning number, scan_id, old)
    select distinct on (scan_id) scan_id as id, old ->> 'at' as at, old::text, (old ->> 'at')::timestamptz < ${upto}::timestamptz as is_added
    from gone order by scan_id, number`.execute(db);
  if (changed.length === 0) return;
  await markHabits(
    db,
    changed.map(({ old }) => old),
  );
  const rows = changed.filter(({ isAdded }) => isAdded);
  if (rows.length === 0) return;
  const before = sql`(select (jsonb_populate_record(null::scan_log, old::jsonb)).* from unnest(${rows.map(({ old }) => old)}::text[]) old)`;
  const now = sql`(
    select scan_log.* from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ at }) => at)}::timestamptz[]) changed(id, at)
    join scan_log on scan_log.id = changed.id and scan_log.at = changed.at)`;
  await bookFigures(db, sumChange(scanFacts(before), scanFacts(now)));

  const { rows: days } = await sql<{ day: string; next: string }>`
    select distinct (at::timestamptz)::date::text as day, least(((at::timestamptz)::date + 1)::timestamptz, ${upto}::timestamptz)::text as next
    from unnest(${rows.map(({ at }) => at)}::text[]) at order by 1`.execute(db);
  const uids = sql`select uid from ${now} changed where uid is not null union select uid from ${before} changed where uid is not null`;
  for (const { day, next } of days) {
    await forgetRecency(
      db,
      day,
      sql`array(select firm_id from ${before} changed where at::date = ${day}::date union select firm_id from ${now} changed where at::date = ${day}::date)`,
    );
    const ofDay = (told: Sql): Sql => sql`select * from (${told}) told where day = ${day}::date`;
    const come = ofDay(contactsOfRows(scanFacts(now)));
    const still = contacts({ from: day, to: next }, { uids, kinds: [scanFacts(sql`scan_log`)] });
    const left = sql`${ofDay(contactsOfRows(scanFacts(before)))} except ${still}`;
    const isOld = (await isBehind(db, come)) || !(await leavePeople(db, left, day));
    if (isOld) {
      await retellPeople(db, day, upto);
      break;
    }
    await reachPeople(db, come);
  }
  await recountConsumers(db, uids, upto);
};

/** Adds the facts of a day, or of several days of few; answers whether there are more. */
const advance = (db: Db, until: Sql): Promise<boolean> =>
  withFigures(db, async (transaction, upto) => {
    // Days on which nothing happened are passed over at once.
    const next = await nextFact(transaction, upto ?? '-infinity');
    const { rows } = await sql<{
      from: string;
      to: string;
      areDays: boolean;
      wholeDay: string | null;
      isForward: boolean;
      isLast: boolean;
    }>`
      with span as (
        select settled, coalesce(${upto}::timestamptz, date_trunc('day', next), settled) as since, date_trunc('day', next) as day,
          least(settled, coalesce(date_trunc('day', greatest(next + interval '1 day', least(next + ${sql.lit(daysAtOnce)} * interval '1 day', many))), settled)) as upto
        from (
          select ${until} as settled, ${next}::timestamptz as next,
            (select at from scan_log where at >= ${next}::timestamptz order by at offset ${sql.lit(scansAtOnce)} limit 1) as many
        ) given
      )
      select since::text as from, greatest(since, upto)::text as to, upto > since as is_forward, upto >= settled as is_last,
        (upto - interval '1 microsecond')::date > since::date as are_days,
        case when since <= day and upto = day + interval '1 day' then day::date::text end as whole_day from span`.execute(
      transaction,
    );
    const span = rows[0]!;
    // Before the first round nothing was added, so that all changes are only forgotten, and with them what is left of hours.
    if (upto === null) await forgetRecencySince(transaction, '-infinity');
    await applyChanges(transaction, upto ?? '-infinity');
    if (span.isForward) {
      await bookFigures(transaction, sumFacts(span));
      const { areDays, wholeDay } = span;
      if (areDays && wholeDay === null) await reachOfDays(transaction, span);
      else await reachPeople(transaction, contacts(span, { byHour: wholeDay !== null }), wholeDay ?? undefined);
      await recountConsumers(transaction, peopleOf(span), span.to);
    }
    await sql`insert into stat_cursor (upto) values (${span.to}::timestamptz) on conflict (one) do update set upto = excluded.upto`.execute(
      transaction,
    );
    return !span.isLast;
  });

/** Everybody a fact of a stretch of time tells of. */
const peopleOf = (span: { from: string; to: string }): Sql => {
  const parts = factKinds.flatMap(({ from, uid, time, where = sql`true` }) =>
    uid
      ? [
          sql`select ${uid} as uid from ${from} where ${time} >= ${span.from}::timestamptz and ${time} < ${span.to}::timestamptz and ${where} and ${uid} is not null`,
        ]
      : [],
  );
  return sql`select uid from (${sql.join(parts, sql` union all `)}) people`;
};

/** Adds to the figures what happened since the last round, each fact exactly once, some days at a time; up to a moment, which is not before what is settled. */
export const advanceFigures = async (db: Db, until?: string): Promise<void> => {
  const end = until ? sql`${until}::timestamptz` : sql`now() - make_interval(secs => ${sql.lit(settledSeconds)})`;
  while (await advance(db, end));
};
