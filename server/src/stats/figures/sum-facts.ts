import { sql, type RawBuilder } from 'kysely';
import { Dim, measures, ofSome, Reach, type DimName, type Measure, type ReachName } from './dims.ts';
import type { FactKind } from './fact-kind.ts';
import { factKinds, reachKinds, reachUnder } from './facts.ts';

type Sql = RawBuilder<unknown>;

/** Which facts: those of a stretch of time, or those booked on a day that happened before a moment. */
export type Facts = { from: string; to: string } | { day: string; upto: string };

const inDay = (time: Sql, day: string): Sql =>
  sql`${time} >= ${day}::date::timestamptz and ${time} < (${day}::date + 1)::timestamptz`;

const isAmong = (facts: Facts, { time, booked = time }: FactKind): Sql =>
  'from' in facts
    ? sql`${time} >= ${facts.from}::timestamptz and ${time} < ${facts.to}::timestamptz`
    : sql`${inDay(booked, facts.day)} and ${time} < ${facts.upto}::timestamptz`;

const all = (conditions: readonly (Sql | undefined)[]): Sql =>
  sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );

/** What a row is of, in pairs of a dimension and a number; the firm's own first. */
const places = (kind: FactKind): Sql => {
  const number = (name: DimName): Sql =>
    name === 'firm'
      ? sql.lit(0)
      : name === 'hour'
        ? sql`extract(hour from ${kind.booked ?? kind.time})::bigint`
        : sql`coalesce(${kind.of[name]!}, 0)::bigint`;
  const rows = kind.under.map((under) => {
    if (typeof under === 'string')
      return sql`(${sql.lit(Dim[under])}, ${ofSome.includes(under) ? sql`nullif(${number(under)}, 0)` : number(under)}, 0, 0::bigint)`;
    const [first, second] = under;
    // Pairs are kept of what is known.
    return sql`(${sql.lit(Dim[first])}, nullif(${number(first)}, 0), ${sql.lit(Dim[second])}, ${number(second)})`;
  });
  return sql.join([sql`(0, 0::bigint, 0, 0::bigint)`, ...rows]);
};

const sumKind = (kind: FactKind, condition: Sql, isTaken = false): Sql => {
  const columns = measures.map((name) => {
    const adds = kind.adds[name];
    return adds
      ? sql`${sql.raw(isTaken ? '-' : '')}sum(${adds})::bigint as ${sql.ref(name)}`
      : sql`null::bigint as ${sql.ref(name)}`;
  });
  return sql`
    select ${kind.firm} as firm_id, (${kind.booked ?? kind.time})::date as day, under.dim, under.id, under.dim2, under.id2, ${sql.join(columns)}
    from ${kind.from} cross join lateral (values ${places(kind)}) under(dim, id, dim2, id2)
    where ${all([condition, kind.where, sql`under.id is not null`])}
    group by 1, 2, 3, 4, 5, 6`;
};

/** Sums of sums by what they are of. */
const together = (parts: readonly Sql[]): Sql => sql`
  select firm_id, day, dim, id, dim2, id2, ${sql.join(measures.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`))}
  from (${sql.join(parts, sql` union all `)}) parts
  group by 1, 2, 3, 4, 5, 6`;

/** The additive figures of facts: rows of `stat_day` without a grain. The one definition of what every figure is. */
export const sumFacts = (facts: Facts, kinds: readonly FactKind[] = factKinds): Sql =>
  together(kinds.map((kind) => sumKind(kind, isAmong(facts, kind))));

/** Whether a row's place is of a dimension, or of a pair of them. */
export const isUnder = (under: FactKind['under'][number], { dim, dim2 }: { dim: DimName; dim2?: DimName }): boolean =>
  typeof under === 'string' ? !dim2 && under === dim : under[0] === dim && under[1] === dim2;

/** A kind of which rows of some dimensions are asked: places are looked up for them alone. */
const asked = (kind: FactKind, dims: readonly (DimName | undefined)[]): FactKind =>
  kind.placeless && !dims.includes('province') && !dims.includes('city') ? { ...kind, from: kind.placeless } : kind;

/**
 * What `stat_day` would say of a stretch of one day, of some firms and dimensions and in these columns alone: what is booked on the
 * day of another fact counts when that one happened in it, and is itself in the figures (before `upto`).
 */
export const sumPartOfDay = (
  {
    from,
    until,
    upto,
    firms,
    of,
  }: { from: string; until: string; upto: string; firms: Sql; of: readonly { dim: DimName; dim2?: DimName }[] },
  wanted: readonly Measure[],
): Sql =>
  together(
    factKinds
      .filter(({ adds }) => wanted.some((name) => adds[name]))
      .map((kind) => {
        const { time, booked = time, firm } = kind;
        const dims = of.flatMap(({ dim, dim2 }) => [dim, dim2]);
        return sumKind(
          { ...asked(kind, dims), under: kind.under.filter((under) => of.some((place) => isUnder(under, place))) },
          sql`${firm} = any (${firms}) and ${booked} >= ${from}::timestamptz and ${booked} < ${until}::timestamptz and ${time} < ${upto}::timestamptz`,
        );
      }),
  );

/** What changes of rows make of figures: what those rows add now, less what they added before. */
export const sumChange = (before: FactKind, now: FactKind): Sql =>
  together([sumKind(before, sql`true`, true), sumKind(now, sql`true`)]);

type OwnReach = Exclude<ReachName, 'fresh'>;
/** What facts say themselves that people did. */
export const ownReaches = Object.keys(Reach).filter((name) => name !== 'fresh') as OwnReach[];

const contactsOf = (kind: FactKind, condition: Sql, reach: OwnReach, { dim, byHour }: Among = {}): Sql => {
  const holds = kind.reaches?.[reach];
  const under = sql.join([
    ...(dim === undefined || dim === 'firm' ? [sql`(0, 0::bigint)`] : []),
    ...reachUnder
      .filter((name) => kind.of[name] && (dim === undefined || name === dim))
      .map(
        (name) =>
          sql`(${sql.lit(Dim[name])}, ${ofSome.includes(name) ? kind.of[name]! : sql`coalesce(${kind.of[name]!}, 0)`}::bigint)`,
      ),
  ]);
  const { from } = dim === undefined ? kind : asked(kind, [dim]);
  return sql`
    select ${kind.firm} as firm_id, ${sql.lit(Reach[reach])} as kind, under.dim, under.id, ${kind.uid!} as uid, (${kind.time})::date as day
      ${byHour ? sql`, extract(hour from ${kind.time})::int as hour` : sql``}
    from ${from} cross join lateral (values ${under}) under(dim, id)
    where ${all([condition, kind.where, sql`${kind.uid!} is not null`, sql`under.id is not null`, holds === true ? undefined : holds])}`;
};

/** Whose contacts are told: of people whose numbers are selected, of firms, of one dimension, of what they did; and whether by their first hour. */
interface Among {
  uids?: Sql;
  firms?: Sql;
  dim?: DimName;
  reaches?: readonly OwnReach[];
  byHour?: boolean;
}

/** Who did what on which day, each once; by their own time. */
export const contacts = (
  facts: { from: string; to: string },
  { kinds = reachKinds, ...among }: Among & { kinds?: readonly FactKind[] } = {},
): Sql => {
  const { uids, firms, dim, reaches = ownReaches, byHour } = among;
  const having = kinds.filter(
    ({ of }) => dim === undefined || dim === 'firm' || of[dim as (typeof reachUnder)[number]],
  );
  const parts = having.flatMap((kind) =>
    reaches
      .filter((reach) => kind.reaches![reach])
      .map((reach) =>
        contactsOf(
          kind,
          all([
            isAmong(facts, kind),
            uids && sql`${kind.uid!} in (${uids})`,
            firms && sql`${kind.firm} = any (${firms})`,
          ]),
          reach,
          among,
        ),
      ),
  );
  return byHour
    ? sql`
      select firm_id, kind, dim, id, uid, day, min(hour) as hour from (${sql.join(parts, sql` union all `)}) contacts group by 1, 2, 3, 4, 5, 6`
    : sql`select distinct * from (${sql.join(parts, sql` union all `)}) contacts`;
};

/** {@link contacts} of rows chosen by the kind itself. */
export const contactsOfRows = (kind: FactKind): Sql =>
  sql`select distinct * from (${contactsOf(kind, sql`true`, 'scan')}) contacts`;

/**
 * {@link contacts}, with scans on somebody's first day at the firm told once more: who is new, and of what. A day is looked at whole.
 */
export const contactsWithNew = (facts: { from: string; to: string }, among: Among = {}): Sql => sql`
  with told as materialized (${contacts(facts, among)})
  select * from told
  union all
  select firm_id, ${sql.lit(Reach.fresh)}, dim, id, uid, day ${among.byHour ? sql`, hour` : sql``} from told
  where kind = ${sql.lit(Reach.scan)} and not exists (
    select from scan_log earlier
    where earlier.uid = told.uid and earlier.firm_id = told.firm_id and earlier.is_counted and earlier.at < told.day::timestamptz)`;
