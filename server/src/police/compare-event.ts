import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { PoliceOutcome, type PoliceCompare } from '@zhuiyuan/contract/police/police-event';
import { sql } from 'kysely';
import { placeKey } from '../codes/state/parent-places.ts';
import { readUnits } from '../codes/state/read-unit.ts';
import { findWhose } from '../diversion/find-whose.ts';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';

const { lit } = sql;
/** Hits whose boxes are looked at. */
const mostHits = 200;

export interface DivertedEvent {
  id: number;
  firmId: number;
  agentId: number;
  firstAt: string;
}

/** An event if it is of a diversion; 404 where there is none. */
export const findDiversion = async (db: Db, id: number): Promise<DivertedEvent | undefined> => {
  const event = await db
    .selectFrom('policeEvent')
    .where('id', '=', id)
    .select(['id', 'firmId', 'agentId', 'policeType', 'firstAt'])
    .executeTakeFirst();
  if (!event) throw notFound();
  const { agentId, policeType } = event;
  return policeType === RiskType.diversion && agentId !== null ? { ...event, agentId } : undefined;
};

/** The lots of an event's goods and those of its dealer: how many codes of them were asked about, and how many outside. */
const compareCodes = async (db: Db, { id, firmId, agentId }: DivertedEvent) => {
  const { rows } = await sql<{ own: number; ownOut: number; others: number; othersOut: number; agents: number }>`
    with lots as materialized (
      select distinct lot_id from cross_hit where firm_id = ${firmId} and event_id = ${id} and lot_id is not null
    ), asked as materialized (
      select s.agent_id = ${agentId} as is_own, s.agent_id, count(distinct (s.seg, s.serial)) as n
      from lots join scan_log s on s.firm_id = ${firmId} and s.lot_id = lots.lot_id
      where s.at > now() - interval '90 days' and s.is_counted and s.agent_id is not null and s.verdict in ('FIRST', 'REPEAT', 'OVER')
      group by 1, 2
    ), outside as materialized (
      select h.agent_id = ${agentId} as is_own, count(distinct (h.seg, h.serial)) as n
      from lots join cross_hit h on h.firm_id = ${firmId} and h.lot_id = lots.lot_id
      where h.at > now() - interval '90 days' and h.geo_source = ${lit(GeoSource.gps)} and h.confirmed <> ${lit(HitVerdict.dismissed)}
      group by 1
    )
    select coalesce((select sum(n) from asked where is_own), 0)::bigint as own,
      coalesce((select n from outside where is_own), 0) as own_out,
      coalesce((select sum(n) from asked where not is_own), 0)::bigint as others,
      coalesce((select n from outside where not is_own), 0) as others_out,
      (select count(*) from asked where not is_own) as agents`.execute(db);
  return rows[0]!;
};

/** This dealer's diversions of the 90 days before that have ended. */
const findEarlier = async (db: Db, { id, firmId, agentId }: DivertedEvent) => {
  const rows = await db
    .selectFrom('policeEvent')
    .where('firmId', '=', firmId)
    .where('agentId', '=', agentId)
    .where('policeType', '=', lit(RiskType.diversion))
    .where('status', '=', lit(RiskStatus.done))
    .where('id', '<>', id)
    .where('handledAt', '>', sql<string>`now() - interval '90 days'`)
    .select(['id', 'eventNo', 'firstAt as at', 'city as region', 'hitCount', 'outcome'])
    .orderBy('id', 'desc')
    .execute();
  const proven = rows.filter(({ outcome }) => outcome === PoliceOutcome.proven);
  const [last] = proven;
  return {
    proven: proven.length,
    mistaken: rows.filter(({ outcome }) => outcome === PoliceOutcome.mistaken).length,
    last: last
      ? { id: last.id, eventNo: last.eventNo, at: last.at, region: last.region, hitCount: last.hitCount }
      : null,
  };
};

/** How many of some values are the one that most are. */
const mostOf = (values: readonly (string | null)[]): number => {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((a, b) => Math.max(a, b), 0);
};

/** What most hits have in common; said only where it holds for three quarters of them, two at least. */
const findFinding = async (db: Db, { id, firmId }: DivertedEvent): Promise<string> => {
  const { rows: hits } = await sql<{
    seg: number;
    serial: number;
    day: string;
    who: string | null;
    shipDays: number | null;
  }>`
    select h.seg, h.serial, to_char(h.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, coalesce('u' || h.uid, nullif(s.device, '')) as who, s.ship_days
    from cross_hit h left join scan_log s on s.firm_id = h.firm_id and s.id = h.scan_id and s.at = h.at
    where h.firm_id = ${firmId} and h.event_id = ${id} and h.confirmed <> ${lit(HitVerdict.dismissed)}
    order by h.at desc limit ${lit(mostHits)}`.execute(db);
  const units = (await readUnits(db, hits)).filter((unit) => unit !== undefined);
  const boxes = (await findWhose(db, units)).map((whose) => whose.boxes.at(-1));
  const counts = {
    出自同一大箱: mostOf(boxes.map((box) => (box ? placeKey(box) : null))),
    在同一天被扫: mostOf(hits.map(({ day }) => day)),
    由同一人扫: mostOf(hits.map(({ who }) => who)),
  };
  const said = Object.entries(counts)
    .filter(([, n]) => n >= 2 && n * 4 >= hits.length * 3)
    .map(([what, n]) => `${hits.length} 件里 ${n} 件${what}`);
  const days = hits.flatMap(({ shipDays }) => shipDays ?? []);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  if (days.length === hits.length && hits.length > 0 && most <= 30)
    said.push(least === most ? `发货后 ${least} 天被扫` : `发货后 ${least} 至 ${most} 天被扫`);
  return said.join('，');
};

/** What makes a diversion likely or not; null of other types. */
export const compareEvent = async (db: Db, id: number): Promise<PoliceCompare | null> => {
  const event = await findDiversion(db, id);
  if (!event) return null;
  const { own, ownOut, others, othersOut, agents } = await compareCodes(db, event);
  return {
    own: { codes: own, outside: ownOut },
    others: { codes: others, outside: othersOut, agents },
    ...(await findEarlier(db, event)),
    finding: await findFinding(db, event),
  };
};
