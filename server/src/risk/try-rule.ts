import { riskRefusals, type RiskTrial } from '@zhuiyuan/contract/risk/risk-rule';
import { sql, type RawBuilder } from 'kysely';
import { privateNetworks } from '../kit/address.ts';
import { letters } from './measures.ts';
import { beginOf, isTrying, trialsOf, type TriedDays } from './trial.ts';

type Found = Pick<RiskTrial, 'hits' | 'subjects'>;
type Statement = RawBuilder<unknown>;

/** A code's number, as `toCodeId` makes it. */
const codeId = sql`(t.seg::bigint * ${sql.lit(2 ** 28)} + t.serial)`;

/**
 * Tickets that a rule `r` counted or would have judged: those of the days (`is_in`) and of its window before, with what `dimsOf` says of each,
 * '' where it is not counted, and with what was asked (`what`).
 */
const ticketsOf = (rule: Statement, { from, after }: TriedDays): Statement => sql`
  select t.id, t.at, t.firm_id, t.uid, t.seg, t.serial, t.ticket_id, t.at >= ${beginOf(from)} as is_in,
    make_interval(secs => r.window_sec) as span, r.threshold, coalesce(r.also, 0) as also,
    coalesce('C' || ${codeId}, t.ticket_id::text) as what, t.uid::text as person, case when t.is_marked then t.device else '' end as device,
    case when t.ip <<= any(${[...privateNetworks]}::inet[]) then '' when family(t.ip) = 4 then host(t.ip) else address_group(t.ip)::text end as address
  from ${rule} r join part_log t on t.firm_id = r.firm_id
  where t.ticket_id is not null and t.at > ${beginOf(from)} - make_interval(secs => r.window_sec) and t.at < ${beginOf(after)}`;

/**
 * How many different ones of `member` each ticket saw at its `dim` within the window, itself among them. One of them counts from each time
 * it came until its next, or until the window is over; what is counted is how many begun and how many ended, in one pass over all.
 */
const counted = (dim: string, member: string, tickets = 'ticket'): Statement => sql`(
  with seen as (select id, at, span, ${sql.ref(dim)} as dim, ${sql.ref(member)} as member from ${sql.table(tickets)} where ${sql.ref(dim)} <> ''),
  known as (
    select dim, at + span as ends, lead(at) over w as again, lead(id) over w as again_id from seen window w as (partition by dim, member order by at, id)
  ), moves as (
    select dim, at, id, 1 as step from seen
    union all select dim, least(ends, again), case when again < ends then again_id else 0 end, -1 from known
  ), swept as (select id, step, sum(step) over (partition by dim order by at, id, step rows unbounded preceding) as n from moves)
  select id, n from swept where step = 1)`;

/** Hits of a rule that counts `member` at `dim`. */
const hitsBy = (dim: string, member: string): Statement => sql`
  select ${sql.ref(`t.${dim}`)} as dim from ticket t join ${counted(dim, member)} c on c.id = t.id where t.is_in and c.n > t.threshold`;

/** The cell of a place, as `cellOf` cuts them: by its column and its row, of seven letters. */
const column = sql`least(262143, floor((d.lng + 180) * 262144 / 360))::bigint`;
const row = sql`least(131071, floor((d.lat + 90) * 131072 / 180))::bigint`;
const cellText = sql`(
  select string_agg(substr(${letters}::text, 1 + ((bits >> 5 * nth) & 31)::int, 1), '' order by nth desc)
  from (select sum((((cell >> 17 + nth) & 1) << 2 * nth) + (((cell & 131071) >> nth & 1) << 2 * nth + 1))::bigint as bits from generate_series(0, 17) nth) woven,
    generate_series(0, 6) nth)`;

/** Kilometres between two places, as `kilometresBetween` says. */
const kilometres = sql`6371 * 2 * asin(least(1, sqrt(sin(radians(d.lat::float8 - last.lat) / 2) ^ 2
  + cos(radians(last.lat)) * cos(radians(d.lat::float8)) * sin(radians(d.lng::float8 - last.lng) / 2) ^ 2)))`;

/** What a rule would have been hit by: `dim` of each hit, by the limits that it has now. */
const looks: Readonly<Record<string, Statement>> = {
  R01: sql`
    select t.person as dim from ticket t join ${counted('person', 'what')} c on c.id = t.id
    where t.is_in and (c.n > t.threshold or t.device <> '' and t.threshold < (
      select count(*) from (select from scan_log s where s.device = t.device::bpchar and s.firm_id = t.firm_id and s.at > t.at - t.span and s.at <= t.at
        limit t.threshold + 1) scans))`,
  R02: hitsBy('person', 'what'),
  R03: hitsBy('address', 'what'),
  R04: hitsBy('address', 'person'),
  R05: hitsBy('device', 'person'),
  // Where a ticket was asked for is known of those that were drawn with.
  R06: sql`
    select ${cellText} as dim from (
      with placed as materialized (
        select t.*, (${column} << 17 | ${row})::text as cell from ticket t join draw d on d.ticket_id = t.ticket_id and d.firm_id = t.firm_id where d.lng is not null
      )
      select p.cell::bigint as cell from placed p
        join ${counted('cell', 'person', 'placed')} people on people.id = p.id join ${counted('cell', 'what', 'placed')} codes on codes.id = p.id
      where p.is_in and people.n > p.threshold and codes.n > p.also) hit`,
  R07: sql`
    select t.person as dim from ticket t join draw d on d.ticket_id = t.ticket_id and d.firm_id = t.firm_id
    cross join lateral (
      select b.lng::float8 as lng, b.lat::float8 as lat, greatest(extract(epoch from t.at - b.drawn_at)::float8, 1) as seconds from draw b
      where b.uid = t.uid and b.firm_id = t.firm_id and b.lng is not null and b.id < d.id and b.drawn_at > t.at - t.span and b.drawn_at <= t.at
      order by b.id desc limit 1) last
    cross join lateral (select ${kilometres} as far) way
    where t.is_in and d.lng is not null and way.far > t.also and least(1000000, floor(way.far / (last.seconds / 3600) + 0.5)) > t.threshold`,
  R08: sql`
    select t.what as dim from ticket t
    where t.is_in and t.seg is not null and t.threshold < (
      select count(distinct s.device) from scan_log s
      where s.seg = t.seg and s.serial = t.serial and s.firm_id = t.firm_id and s.at > t.at - t.span and s.at <= t.at)`,
  // A run of so many codes is one of at least as many.
  R09: sql`
    select t.person as dim from ticket t join ${counted('person', 'what')} c on c.id = t.id
    where t.is_in and c.n > t.threshold and t.threshold < (
      select coalesce(max(length), 0) from (
        select count(*) as length from (
          select code, code - row_number() over (order by code) as run from (
            select distinct b.seg::bigint * ${sql.lit(2 ** 28)} + b.serial as code from part_log b
            where b.uid = t.uid and b.firm_id = t.firm_id and b.ticket_id is not null and b.seg is not null
              and b.at > t.at - t.span and (b.at, b.id) <= (t.at, t.id)) own) numbered
        group by run) runs)`,
};

/** Trials of risk rules: 62344 of one of which nothing is kept, 62345 while one is tried. */
export const riskTrials = trialsOf<Found>({
  job: 'riskTrial',
  refusals: riskRefusals,
  none: { hits: 0, subjects: 0 },

  async find(db, id, { isLocked }) {
    const rule = await db
      .selectFrom('riskRule')
      .where('id', '=', id)
      .select(['firmId', 'code', isTrying('riskRule').as('isTrying')])
      .$if(isLocked, (query) => query.forUpdate())
      .executeTakeFirst();
    const hits = rule && looks[rule.code];
    if (!hits) return rule && { ...rule, look: undefined };
    const one = sql`(select * from risk_rule where firm_id = ${rule.firmId} and id = ${id})`;
    return {
      ...rule,
      look: async (where, days) => {
        // Who was refused left no ticket: what was counted of him then stands with the hit.
        const { rows } = await sql<Found>`
          with ticket as materialized (${ticketsOf(one, days)}), hit as materialized (${hits}),
          refused as (
            select h.dim, h.refused as times from ${one} r join risk_hit h on h.firm_id = r.firm_id and h.code = r.code
            where h.hour >= ${beginOf(days.from)} and h.hour < ${beginOf(days.after)} and h.refused > 0 and h.value > r.threshold
          )
          select (select count(*) from hit)::bigint + (select coalesce(sum(times), 0) from refused)::bigint as hits,
            (select count(*) from (select dim from hit union select dim from refused) dims) as subjects`.execute(where);
        return rows[0]!;
      },
    };
  },

  async keep(db, { id, firmId, begun }, trial) {
    await db
      .updateTable('riskRule')
      .set({ trial })
      .where('id', '=', id)
      .where('firmId', '=', firmId)
      .$if(begun !== undefined, (query) => query.where(sql<boolean>`trial ->> 'name' = ${begun!}`))
      .execute();
  },
});
