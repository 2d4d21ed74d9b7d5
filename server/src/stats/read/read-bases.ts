import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Dim, Reach, type DimName, type Measure, type ReachName } from '../figures/dims.ts';
import { contacts, contactsWithNew, sumPartOfDay } from '../figures/sum-facts.ts';
import { extraOf, type Extra } from './extras.ts';
import { isOfAllTime, toPlain, toReach, type Base } from './kept.ts';
import { partsOf } from './parts.ts';
import type { Span } from './span.ts';

type Sql = RawBuilder<unknown>;

/** Whose figures: of these firms, or of all. */
export type Firms = readonly number[] | 'all';

/** What figures are of: rows of a dimension, one of them or all; of a pair, where `dim2` names it. */
export interface Place {
  dim: DimName;
  id?: number;
  dim2?: DimName;
  id2?: number;
  /** Of activities those alone that are games: of one way of playing, or (0) of any. */
  games?: number;
}

/** Whether a row's activity is one of the games that are asked of. */
const isGame = (activity: Sql, { games }: Place): Sql[] =>
  games === undefined
    ? []
    : [
        sql`${activity} in (select game.id from activity game where game.act_scene = ${sql.lit(ActScene.interact)}
          ${games === 0 ? sql`` : sql`and game.play_mode = ${games}`})`,
      ];

/**
 * What sums are told apart by: a row of the place's first or second dimension, a day (20261121), a month (202611), or an hour of the
 * week (0 to 167, Monday first).
 */
export type Key = 'all' | 'id' | 'id2' | 'day' | 'month' | 'weekHour';

export interface Question {
  firms: Firms;
  span: Span;
  place: Place;
  by: Key;
  /** Facts before this moment are in the figures. */
  asOf: string;
}

/** Where rows of `stat_day` are of a span: of whole months, and of days at its edges. */
const isWithin = (span: Span, by: Key): Sql => {
  const parts = partsOf(span, by === 'day').map(
    ({ grain, start, end }) =>
      sql`stat_day.grain = ${sql.lit(grain)} and stat_day.day <= ${end}::date ${start === null ? sql`` : sql`and stat_day.day >= ${start}::date`}`,
  );
  return sql`(${sql.join([sql`false`, ...parts], sql` or `)})`;
};

/** What other tables hold of a question; nothing of a part of a day where they know days alone. */
const readExtra = async (
  db: Db,
  { firms, span, place, by }: Question,
  extra: Extra,
): Promise<{ key: number; n: number | null }[] | undefined> => {
  const { from, firm, time, day = time && sql`(${time})::date`, whole, isKept, of } = extra;
  if (span.until && day && !time) return undefined;
  const { dim, id, dim2, id2 } = place;
  const { where, adds } = (dim === 'firm' && extra.ofFirm) || extra;
  const ids = { id: of[dim] ?? sql`0`, id2: (dim2 && of[dim2]) ?? sql`0` };
  // Days are written out once each, not once for every row of them.
  const group =
    by === 'all'
      ? sql`0::bigint`
      : by === 'id' || by === 'id2'
        ? sql`coalesce(${ids[by]}, 0)::bigint`
        : by === 'month'
          ? sql`to_char(${day!}, 'YYYYMM')::bigint`
          : day!;
  const key = by === 'day' ? sql`to_char(part, 'YYYYMMDD')::bigint` : sql`part`;
  const conditions = [
    sql`${firm} = any (${toArray(firms)})`,
    ...(where ? [sql`(${where})`] : []),
    ...(whole && dim !== 'agent' && dim !== 'shop' ? [whole] : []),
    ...(id === undefined || dim === 'firm' ? [] : [sql`${ids.id} = ${id}`]),
    ...(id2 === undefined ? [] : [sql`${ids.id2} = ${id2}`]),
    ...isGame(ids.id, place),
    ...(isKept ? [isWithin(span, by)] : []),
    ...(day && !isKept && span.start !== null
      ? [time ? sql`${time} >= ${span.start}::date::timestamptz` : sql`${day} >= ${span.start}::date`]
      : []),
    ...(day && !isKept
      ? [
          time
            ? span.until
              ? sql`${time} < ${span.until}::timestamptz`
              : sql`${time} < (${span.end}::date + 1)::timestamptz`
            : sql`${day} <= ${span.end}::date`,
        ]
      : []),
  ];
  const { rows } = await sql<{ key: number; n: number | null }>`
    select ${key} as key, n from (
      select ${group} as part, (${(by === 'day' && extra.addsOfDay) || adds})::bigint as n from ${from}
      where ${sql.join(conditions, sql` and `)} group by 1
    ) parts`.execute(db);
  return rows;
};

/** Sums by their base. */
export type Sums = Partial<Record<Base, number>>;

/** The numbers of firms as an array; firm 0 is the platform's own. */
export const toArray = (firms: Firms): Sql =>
  firms === 'all' ? sql`(array(select id from firm) || 0::bigint)` : sql`${[...firms]}::bigint[]`;

/** Where rows are of a place. */
const isOf = (place: Place): Sql => {
  const { dim, id, dim2, id2 } = place;
  return sql.join(
    [
      sql`dim = ${sql.lit(Dim[dim])} and dim2 = ${sql.lit(dim2 ? Dim[dim2] : 0)}`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(id2 === undefined ? [] : [sql`id2 = ${id2}`]),
      ...isGame(sql`id`, place),
    ],
    sql` and `,
  );
};

const keyOf = (by: Key, { dim2 }: Place): Sql => {
  if (by === 'all') return sql`0::bigint`;
  if (by === 'day') return sql`to_char(day, 'YYYYMMDD')::bigint`;
  if (by === 'month') return sql`to_char(day, 'YYYYMM')::bigint`;
  if (by === 'weekHour') return sql`((extract(isodow from day) - 1) * 24 + ${sql.ref(dim2 ? 'id2' : 'id')})::bigint`;
  return sql.ref(by);
};

const column = (at: number) => sql.ref(`s${at}`);
type Row = { key: number } & Record<`s${number}`, number | null>;

/**
 * Where sums of a question stand, by their keys. Pairs are kept of what is known, so that of one row of their second dimension the first is unknown
 * of what that row has beside its pairs.
 */
const placesOf = ({ place, by }: Question): { place: Place; key: Sql; sign: Sql }[] => {
  const { dim2, id2 } = place;
  const plus = sql``;
  const told = { place, key: keyOf(by, place), sign: plus };
  if (by !== 'id' || !dim2 || id2 === undefined || place.id !== undefined) return [told];
  const nobody = sql`0::bigint`;
  return [told, { place: { dim: dim2, id: id2 }, key: nobody, sign: plus }, { place, key: nobody, sign: sql`-` }];
};

const readMeasures = async (db: Db, question: Question, measures: readonly Measure[]): Promise<Row[]> => {
  const { firms, span, by, asOf } = question;
  const places = placesOf(question);
  const facts =
    span.until &&
    sumPartOfDay(
      { day: span.end, until: span.until, upto: asOf, firms: toArray(firms), of: places.map(({ place }) => place) },
      measures,
    );
  const parts = places.flatMap(({ place, key, sign }) => {
    const sums = sql.join(measures.map((name, at) => sql`${sign}sum(${sql.ref(name)}) as ${column(at)}`));
    const days = partsOf(span, by === 'day' || by === 'weekHour').map(
      ({ grain, start, end }) => sql`
        select ${key} as key, ${sums} from stat_day
        where firm_id = any (${toArray(firms)}) and grain = ${sql.lit(grain)} and ${isOf(place)} and day <= ${end}::date
          ${start === null ? sql`` : sql`and day >= ${start}::date`}
        group by 1`,
    );
    return facts
      ? [...days, sql`select ${key} as key, ${sums} from (${facts}) facts where ${isOf(place)} group by 1`]
      : days;
  });
  if (parts.length === 0) return [];
  const whole = sql.join(measures.map((_, at) => sql`sum(${column(at)})::bigint as ${column(at)}`));
  const { rows } = await sql<Row>`
    select key, ${whole} from (${sql.join(parts, sql` union all `)}) parts group by key`.execute(db);
  return rows;
};

interface Told {
  key: number;
  kind: number;
  n: number;
}

/** People of the last day of a span up to its moment who were not met on the days of the span before. */
const readLateComers = async (
  db: Db,
  { firms, span, place, by }: Question,
  kinds: readonly number[],
): Promise<Told[]> => {
  const array = toArray(firms);
  const late = contactsWithNew({ from: span.end, to: span.until! }, { firms: array, dim: place.dim });
  const isAsked = sql`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and dim = ${sql.lit(Dim[place.dim])} ${
    place.id === undefined ? sql`` : sql`and id = ${place.id}`
  } and ${sql.join([sql`true`, ...isGame(sql`id`, place)], sql` and `)}`;
  const met =
    span.start !== null && span.start < span.end && by !== 'day'
      ? sql`
        and (firm_id, kind, dim, id, uid) not in (
          select firm_id, kind, dim, id, uid from (${contacts(
            { from: span.start, to: span.end },
            { uids: sql`select uid from late`, firms: array, dim: place.dim },
          )}) met)`
      : sql``;
  const key = by === 'day' ? sql`to_char(day, 'YYYYMMDD')::bigint` : by === 'id' ? sql`id` : sql`0::bigint`;
  const { rows } = await sql<Told>`
    with late as materialized (select * from (${late}) late where ${isAsked})
    select ${key} as key, kind, count(*) as n from late where true ${met} group by 1, 2`.execute(db);
  return rows;
};

const readPeople = async (db: Db, question: Question, reaches: readonly ReachName[]): Promise<Map<number, Sums>> => {
  const { firms, span, place, by } = question;
  const kinds = reaches.map((name) => Reach[name]);
  const { start, end } = { start: span.start, end: span.until ? addDays(span.end, -1) : span.end };
  // Who came before within the span, or the day or month told of, is counted there.
  const since =
    by === 'day'
      ? sql``
      : by === 'month'
        ? sql`and prev_day < date_trunc('month', day)`
        : start === null
          ? sql`and prev_day = '-infinity'`
          : sql`and prev_day < ${start}::date`;
  const { rows } = await sql<Told>`
    select ${keyOf(by, place)} as key, kind, sum(n)::bigint as n from stat_reach
    where firm_id = any (${toArray(firms)}) and kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and dim = ${sql.lit(Dim[place.dim])}
      ${place.id === undefined ? sql`` : sql`and id = ${place.id}`} and day <= ${end}::date
      and ${sql.join([sql`true`, ...isGame(sql`id`, place)], sql` and `)}
      ${start === null ? sql`` : sql`and day >= ${start}::date`} ${since}
    group by 1, 2`.execute(db);
  const found = new Map<number, Sums>();
  for (const { key, kind, n } of [...rows, ...(span.until ? await readLateComers(db, question, kinds) : [])]) {
    const base = `${reaches.find((name) => Reach[name] === kind)!}_uv` as const;
    const sums = found.get(key) ?? {};
    sums[base] = (sums[base] ?? 0) + n;
    found.set(key, sums);
  }
  return found;
};

const addTo = (found: Map<number, Sums>, key: number, sums: Sums): void => {
  found.set(key, { ...found.get(key), ...sums });
};

const readPlain = async (db: Db, question: Question, bases: readonly Base[]): Promise<Map<number, Sums>> => {
  const beside = bases.filter((base) => extraOf(base));
  const reaches = bases.flatMap((base) => toReach(base) ?? []);
  const measures = bases.filter((base) => !toReach(base) && !extraOf(base)) as Measure[];
  const [more, rows, people] = await Promise.all([
    Promise.all(beside.map((base) => readExtra(db, question, extraOf(base)!))),
    measures.length > 0 ? readMeasures(db, question, measures) : [],
    reaches.length > 0 ? readPeople(db, question, reaches) : new Map<number, Sums>(),
  ]);
  const found = new Map<number, Sums>();
  for (const row of rows)
    addTo(found, row.key, Object.fromEntries(measures.map((name, at) => [name, row[`s${at}`] ?? 0])));
  for (const [key, sums] of people) addTo(found, key, sums);
  for (const [at, told] of more.entries())
    for (const { key, n } of told ?? []) addTo(found, key, { [beside[at]!]: n ?? 0 });
  return found;
};

/** What days or months come to together with all before them. */
const runningOf = (all: Map<number, Sums>, bases: readonly Base[], keys: readonly number[]): Map<number, Sums> => {
  const given = [...all].toSorted(([one], [other]) => one - other);
  const running: Sums = {};
  let next = 0;
  return new Map(
    keys
      .toSorted((one, other) => one - other)
      .map((key) => {
        for (; next < given.length && given[next]![0] <= key; next += 1)
          for (const base of bases) running[base] = (running[base] ?? 0) + (given[next]![1][base] ?? 0);
        return [key, { ...running }];
      }),
  );
};

/**
 * Reads figures: sums of whole months and of the days at the edges, people each once. By what they are told apart by; who is absent
 * has none. Firms are named by the caller, so `db` sees all of them.
 */
export const readBases = async (db: Db, question: Question, bases: readonly Base[]): Promise<Map<number, Sums>> => {
  const asked = [...new Set(bases)];
  const found = await readPlain(
    db,
    question,
    asked.filter((base) => !isOfAllTime(base)),
  );
  const whole = asked.filter(isOfAllTime);
  if (whole.length === 0) return found;
  const { until: _, ...span } = { ...question.span, start: null };
  const plain = [...new Set(whole.map(toPlain))];
  const all = await readPlain(db, { ...question, span }, plain);
  const isOverTime = question.by === 'day' || question.by === 'month';
  const told = isOverTime ? runningOf(all, plain, [...found.keys()]) : all;
  for (const key of found.size > 0 && question.by !== 'all' ? found.keys() : told.keys()) {
    const sums = told.get(key) ?? {};
    addTo(found, key, Object.fromEntries(whole.map((base) => [base, sums[toPlain(base)] ?? 0])));
  }
  return found;
};
