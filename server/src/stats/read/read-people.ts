import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Dim, Reach, type ReachName } from '../figures/dims.ts';
import { contacts, ownReaches } from '../figures/sum-facts.ts';
import { isGame, keyOf, toArray, type Question } from './question.ts';
import { countDays, hourOf } from './span.ts';

type Sql = RawBuilder<unknown>;

/** How many people of a kind. */
interface Told {
  key: number;
  kind: number;
  n: number;
}

/** A question of people of a part of the last day of its span. */
interface Late extends Question {
  reaches: readonly ReachName[];
  until: string;
}

const kindsOf = (reaches: readonly ReachName[]): Sql => sql.join(reaches.map((name) => sql.lit(Reach[name])));

const ofPlace = ({ place }: Question): Sql =>
  sql.join(
    [
      sql`dim = ${sql.lit(Dim[place.dim])}`,
      ...(place.id === undefined ? [] : [sql`id = ${place.id}`]),
      ...isGame(sql`id`, place),
    ],
    sql` and `,
  );

const keyOfDay = ({ by }: Question): Sql =>
  by === 'day' ? sql`to_char(day, 'YYYYMMDD')::bigint` : by === 'id' ? sql`id` : sql`0::bigint`;

/** When the days of a span begin of which who was met is no late comer; a day that is told alone begins with itself. */
const startOf = ({ span, by }: Question): string | null => (by === 'day' ? span.end : span.start);

/** People of the facts from a moment of the last day on who were not met in the span before it. Who is new is kept. */
const comersOf = (late: Late, from: string, firms: readonly number[]): Sql => {
  const { place, reaches, span, until } = late;
  const own = [...new Set(reaches.map((name) => (name === 'fresh' ? 'scan' : name)))];
  const among = { firms: toArray(firms), dim: place.dim, reaches: own };
  const start = startOf(late);
  const met = own.map((reach) =>
    contacts(
      { from: start === null ? '-infinity' : `${start} 00:00:00`, to: from },
      { ...among, reaches: [reach], uids: sql`select uid from late where kind = ${sql.lit(Reach[reach])}` },
    ),
  );
  const isNew =
    start === null || `${start} 00:00:00` < from
      ? sql`(firm_id, kind, dim, id, uid) not in (select firm_id, kind, dim, id, uid from (${sql.join(
          met.map((one) => sql`select * from (${one}) met`),
          sql` union all `,
        )}) met)`
      : sql`true`;
  const told = sql`
    select ${keyOfDay(late)} as key, kind, count(*) as n from comers where kind in (${kindsOf(reaches)}) group by 1, 2`;
  return sql`
    with late as materialized (
      select * from (${contacts({ from, to: until }, among)}) late where ${ofPlace(late)}
    ), comers as materialized (select * from late where ${isNew})
    ${told}
    ${
      reaches.includes('fresh')
        ? sql`
          union all
          select ${keyOfDay(late)}, ${sql.lit(Reach.fresh)}, count(*) from comers
          where kind = ${sql.lit(Reach.scan)} and exists (
            select from stat_person fresh
            where fresh.firm_id = comers.firm_id and fresh.kind = ${sql.lit(Reach.fresh)} and fresh.dim = comers.dim and fresh.id = comers.id
              and fresh.uid = comers.uid and fresh.last_day = ${span.end}::date)
          group by 1`
        : sql``
    }`;
};

/** People who came in the hours of the last day that are over; beside them (kind 0) of how many of the firms hours are kept. */
const keptHours = (late: Late, firms: readonly number[], hour: number): Sql => {
  const { reaches, span } = late;
  const start = startOf(late);
  const since = start === null ? sql`` : sql`or come.ago > ${countDays(start, span.end) - 1}`;
  return sql`
    select ${keyOfDay(late)} as key, kind, sum(come.n)::bigint as n
    from stat_come, unnest(stat_come.hours, stat_come.ago, stat_come.n) come(hour, ago, n)
    where firm_id = any (${toArray(firms)}) and day = ${span.end}::date and kind in (${kindsOf(reaches)}) and ${ofPlace(late)}
      and come.hour < ${hour} and (come.ago = 0 ${since})
    group by 1, 2
    union all
    select 0, 0, count(*) from unnest(${toArray(firms)}) firm(id)
    where exists (select from stat_come where stat_come.firm_id = firm.id and stat_come.day = ${span.end}::date)`;
};

/** Firms with people on the last day, and whether their hours are kept. */
const readFirms = async (db: Db, { firms, span }: Late): Promise<{ id: number; isKept: boolean }[]> => {
  const { rows } = await sql<{ id: number; isKept: boolean }>`
    select firm.id, exists (select from stat_come where stat_come.firm_id = firm.id and stat_come.day = ${span.end}::date) as is_kept
    from unnest(${toArray(firms)}) firm(id)
    where exists (
      select from unnest(array[${kindsOf(ownReaches)}]::smallint[]) own(kind)
      join stat_reach on stat_reach.firm_id = firm.id and stat_reach.kind = own.kind and stat_reach.dim = ${sql.lit(Dim.firm)} and stat_reach.id = 0
        and stat_reach.day = ${span.end}::date and stat_reach.n > 0)`.execute(db);
  return rows;
};

/**
 * People of the last day of a span up to its moment who were not met on the days of the span before: of the hours that are over from what is kept of
 * them, where it is, of the rest from the facts.
 */
const readLateComers = async (db: Db, late: Late): Promise<Told[]> => {
  const { until, span } = late;
  const hour = hourOf(until);
  for (;;) {
    const firms = await readFirms(db, late);
    const [kept, others] = [true, false].map((isKept) =>
      firms.filter((firm) => firm.isKept === isKept).map(({ id }) => id),
    ) as [number[], number[]];
    const read = async (statement: Sql): Promise<Told[]> => (await sql<Told>`${statement}`.execute(db)).rows;
    const [hours, ...facts] = await Promise.all([
      kept.length > 0 ? read(keptHours(late, kept, hour.nth)) : [],
      kept.length > 0 && hour.start < until ? read(comersOf(late, hour.start, kept)) : [],
      others.length > 0 ? read(comersOf(late, `${span.end} 00:00:00`, others)) : [],
    ]);
    // Hours that went meanwhile, since a scan of that day changed, are counted from the facts.
    if ((hours.find(({ kind }) => kind === 0)?.n ?? 0) === kept.length)
      return [...hours.filter(({ kind }) => kind !== 0), ...facts.flat()];
  }
};

/** How many people did what, by what they are told apart by, each once. */
export const readPeople = async (
  db: Db,
  question: Question,
  reaches: readonly ReachName[],
): Promise<Map<number, Partial<Record<`${ReachName}_uv`, number>>>> => {
  const { firms, span, place, by } = question;
  const { until } = span;
  const { start, end } = { start: span.start, end: until ? addDays(span.end, -1) : span.end };
  // Who came before within the span, or the day or month told of, is counted there.
  const since =
    by === 'day'
      ? sql``
      : by === 'month'
        ? sql`and prev_day < date_trunc('month', day)`
        : start === null
          ? sql`and prev_day = '-infinity'`
          : sql`and prev_day < ${start}::date`;
  const whole = sql<Told>`
    select ${keyOf(by, place)} as key, kind, sum(n)::bigint as n from stat_reach
    where firm_id = any (${toArray(firms)}) and kind in (${kindsOf(reaches)}) and ${ofPlace(question)} and day <= ${end}::date
      ${start === null ? sql`` : sql`and day >= ${start}::date`} ${since}
    group by 1, 2`;
  const [{ rows }, late] = await Promise.all([
    whole.execute(db),
    until ? readLateComers(db, { ...question, reaches, until }) : [],
  ]);
  const found = new Map<number, Partial<Record<`${ReachName}_uv`, number>>>();
  for (const { key, kind, n } of [...rows, ...late]) {
    const base = `${reaches.find((name) => Reach[name] === kind)!}_uv` as const;
    const sums = found.get(key) ?? {};
    sums[base] = (sums[base] ?? 0) + n;
    found.set(key, sums);
  }
  return found;
};
