import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Grain, ofSome, type Measure } from '../figures/dims.ts';
import { sumPartOfDay } from '../figures/sum-facts.ts';
import { extraOf, type Extra } from './extras.ts';
import { isKept, isOfAllTime, toPlain, toReach, type Base } from './kept.ts';
import { partsOf } from './parts.ts';
import { isGame, isOf, keyOf, toArray, type Key, type Place, type Question } from './question.ts';
import { readPeople } from './read-people.ts';
import { hourOf, type Span } from './span.ts';

type Sql = RawBuilder<unknown>;

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
  const { from, firm, time, day = time && sql`(${time})::date`, whole, isKept: isOfDays, of } = extra;
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
    ...(isOfDays ? [isWithin(span, by)] : []),
    ...(day && !isOfDays && span.start !== null
      ? [time ? sql`${time} >= ${span.start}::date::timestamptz` : sql`${day} >= ${span.start}::date`]
      : []),
    ...(day && !isOfDays
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

/** Where what is kept by the hour stands of a place: hours of the firm, or of rows of a dimension. */
const hoursOf = ({ dim, id, dim2, games }: Place, by: Key): Place | undefined => {
  if (dim2 || !(by === 'all' || by === 'day' || by === 'id')) return undefined;
  if (dim === 'firm') return by === 'id' ? undefined : { dim: 'hour' };
  // Pairs are kept of what is known.
  return id === 0 ? undefined : { dim, id, games, dim2: 'hour' };
};

/** Rows of sums, and which of them; what they are told apart by, and whether they are taken away. */
interface Source {
  from: Sql;
  where: Sql;
  of: readonly Measure[];
  key?: Sql;
  sign?: Sql;
}

/** What is kept of the hours of a day that are over: of the rows of a dimension also those nobody knows, which are the firm's without the others. */
const hoursBefore = ({ firms, span, by }: Question, nth: number, place: Place, of: readonly Measure[]): Source[] => {
  const hours = hoursOf(place, by);
  if (!hours) return [];
  const isOfAllRows = place.dim !== 'firm' && place.id === undefined && place.games === undefined;
  const within = (at: Place) =>
    sql`firm_id = any (${toArray(firms)}) and grain = ${sql.lit(Grain.day)} and day = ${span.end}::date and ${isOf(at)}
      and ${sql.ref(at.dim2 ? 'id2' : 'id')} < ${nth}`;
  const told: Source = { from: sql`stat_day`, where: within(hours), of };
  if (!isOfAllRows || ofSome.includes(place.dim)) return [told];
  const key = by === 'id' ? sql`0::bigint` : undefined;
  return [told, { ...told, where: within({ dim: 'hour' }), key }, { ...told, key, sign: sql`-` }];
};

/** Sums of a part of the last day of a span: what is kept by the hour, and the facts of the last hour alone; what is not, from the facts. */
const partOfDay = (question: Question, until: string, place: Place, measures: readonly Measure[]): Source[] => {
  const { firms, span, by, asOf } = question;
  const hour = hourOf(until);
  const hours = hoursOf(place, by);
  const byHour = measures.filter((name) => hours && isKept(name, hours.dim, hours.dim2));
  const facts = (from: string, of: readonly Measure[]): Source => ({
    from: sql`(${sumPartOfDay({ from, until, upto: asOf, firms: toArray(firms), of: [place] }, of)}) facts`,
    where: isOf(place),
    of,
  });
  return [
    ...hoursBefore(question, hour.nth, place, byHour),
    facts(hour.start, hour.start < until ? byHour : []),
    facts(
      `${span.end} 00:00:00`,
      measures.filter((name) => !byHour.includes(name)),
    ),
  ].filter(({ of }) => of.length > 0);
};

const readMeasures = async (db: Db, question: Question, measures: readonly Measure[]): Promise<Row[]> => {
  const { firms, span, by } = question;
  const parts = placesOf(question).flatMap(({ place, ...told }) => {
    const days = partsOf(span, by === 'day' || by === 'weekHour').map(({ grain, start, end }): Source => ({
      from: sql`stat_day`,
      where: sql`firm_id = any (${toArray(firms)}) and grain = ${sql.lit(grain)} and ${isOf(place)} and day <= ${end}::date
          ${start === null ? sql`` : sql`and day >= ${start}::date`}`,
      of: measures,
    }));
    const late = span.until ? partOfDay(question, span.until, place, measures) : [];
    return [...days, ...late].map(({ from, where, of, key = told.key, sign = told.sign }) => {
      const sums = measures.map((name, at) =>
        of.includes(name) ? sql`${sign}sum(${sql.ref(name)}) as ${column(at)}` : sql`null::numeric as ${column(at)}`,
      );
      return sql`select ${key} as key, ${sql.join(sums)} from ${from} where ${where} group by 1`;
    });
  });
  if (parts.length === 0) return [];
  const whole = sql.join(measures.map((_, at) => sql`sum(${column(at)})::bigint as ${column(at)}`));
  const { rows } = await sql<Row>`
    select key, ${whole} from (${sql.join(parts, sql` union all `)}) parts group by key`.execute(db);
  return rows;
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
