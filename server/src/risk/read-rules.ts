import { RiskAction, TraceKind } from '@zhuiyuan/contract/risk/risk-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql, type RawBuilder } from 'kysely';
import { compileOnce, unseenOne } from '../kit/db/compile-once.ts';
import { isWhitelisted } from './bans.ts';
import type { RuleCode } from './default-rules.ts';

const { lit } = sql;

/** No further is counted, unless a rule says so. */
const most = 1000;
const since = sql`now() - make_interval(secs => r.window_sec)`;
const enough = sql`greatest(${lit(most)}, r.threshold + 1)`;

/** How many were seen with something within a rule's window. */
const traces = (kind: TraceKind, dim: unknown, limit: RawBuilder<unknown> = enough) => sql<number>`(
      select count(*) from (
        select from risk_trace t where t.firm_id = r.firm_id and t.kind = ${lit(kind)} and t.dim = ${unseenOne(dim, 'text')} and t.at > ${since}
        limit ${limit}) counted)::int`;

/** What a rule counts of somebody who asks for a ticket. */
export interface Measured {
  code: RuleCode;
  name: string;
  windowSec: number;
  threshold: number;
  also: number | null;
  action: RiskAction;
  banHours: number;
  /** Null where the rule is measured otherwise. */
  value: number | null;
  /** Of R06: codes at the place. */
  codesThere: number | null;
  /** Of R09: codes he got tickets for. */
  ownCodes: string[] | null;
  /** Of R07: where he drew before, and how many seconds ago. */
  lng: number | null;
  lat: number | null;
  seconds: number | null;
}

interface Asked {
  firmId: number;
  uid: number;
  person: string;
  address: string;
  /** '' where the device is not known by a mark. */
  device: string;
  cell: string;
  seg: number;
  serial: number;
}

const codesOf = (firmId: unknown, person: unknown) => sql<string[]>`array(
      select t.member from risk_trace t
      where t.firm_id = ${firmId} and t.kind = ${lit(TraceKind.personCode)} and t.dim = ${person}::text and t.at > ${since} limit ${enough})`;

/**
 * The rules of a firm that are on, in their order, each with what it counts: one statement that reads no more than it needs, by indexes.
 * Scans are those of the log, of this firm or, where no code exists, of whoever asked.
 */
export const readRules = compileOnce<Asked, Measured>((db, asked) =>
  sql<Measured>`
    select r.code, r.name, r.window_sec, r.threshold, r.also, r.action, r.ban_hours,
      case r.code
        when 'R01' then greatest(${traces(TraceKind.personCode, asked.person)}, (
          select count(*) from (select from scan_log s where ${asked.device}::text <> '' and s.device = ${asked.device}::bpchar
            and s.firm_id = r.firm_id and s.at > ${since} limit ${enough}) scans)::int)
        when 'R02' then ${traces(TraceKind.personCode, asked.person)}
        when 'R03' then ${traces(TraceKind.addressCode, asked.address)}
        when 'R04' then ${traces(TraceKind.addressPerson, asked.address)}
        when 'R05' then ${traces(TraceKind.devicePerson, asked.device)}
        when 'R06' then ${traces(TraceKind.cellPerson, asked.cell)}
        when 'R08' then (
          select count(distinct device) from (select s.device from scan_log s
            where s.seg = ${asked.seg}::int and s.serial = ${asked.serial}::bigint and s.firm_id = r.firm_id and s.at > ${since} limit ${enough}) scans)::int
      end as value,
      case r.code when 'R06' then ${traces(TraceKind.cellCode, asked.cell, sql`greatest(${lit(most)}, r.also + 1)`)} end as codes_there,
      case r.code when 'R09' then ${codesOf(sql`r.firm_id`, asked.person)} end as own_codes,
      last.lng::float8 as lng, last.lat::float8 as lat, last.seconds
    from risk_rule r left join lateral (
      select d.lng, d.lat, extract(epoch from clock_timestamp() - d.drawn_at)::float8 as seconds
      from draw d where r.code = 'R07' and d.uid = ${asked.uid}::bigint and d.firm_id = r.firm_id and d.lng is not null and d.drawn_at > ${since}
      order by d.id desc limit 1
    ) last on true
    where r.firm_id = ${asked.firmId}::bigint and r.status = ${lit(Enabled.on)}
    order by r.sort, r.code`.compile(db),
);

/**
 * Whether a rule that refuses is hit by somebody whose ticket was given before, for the statement that looks at a draw: the rules may be
 * stricter by now. What was held or challenged is fixed in the ticket.
 */
export const isRefusedNow = (
  firmId: RawBuilder<unknown>,
  { uid, ip, device, address, mark }: { uid: unknown; ip: unknown; device: unknown; address: unknown; mark: unknown },
) => sql<boolean>`exists (
      select from risk_rule r
      where r.firm_id = ${firmId} and r.status = ${lit(Enabled.on)} and r.action in (${lit(RiskAction.block)}, ${lit(RiskAction.ban)})
        and r.threshold < case r.code
          when 'R01' then ${traces(TraceKind.personCode, uid, sql`r.threshold + 1`)}
          when 'R02' then ${traces(TraceKind.personCode, uid, sql`r.threshold + 1`)}
          when 'R03' then ${traces(TraceKind.addressCode, address, sql`r.threshold + 1`)}
          when 'R04' then ${traces(TraceKind.addressPerson, address, sql`r.threshold + 1`)}
          when 'R05' then ${traces(TraceKind.devicePerson, mark, sql`r.threshold + 1`)}
        end)
      and not ${isWhitelisted(firmId, { uid, ip, device })}`;
