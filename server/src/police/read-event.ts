import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { paramsText, PoliceParams } from '@zhuiyuan/contract/police/police-params';
import type { PoliceEvent, policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { notFound } from '../kit/refusal.ts';
import { isBeside } from './event-hits.ts';
import { asEvents, matchingEvents } from './find-events.ts';
import { findTargets } from './find-targets.ts';

const shownDays = 30;
const shownAgents = 10;
const { lit } = sql;
const today = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;
const month = sql`(date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

/** An event with its rule in words, what was found, and to what more than ending it can be done; 404 where there is none. */
export const readEvent = async (db: Db, id: number): Promise<PoliceEvent> => {
  const found = await asEvents(matchingEvents(db, {}).where('policeEvent.id', '=', id)).executeTakeFirst();
  if (!found) throw notFound();
  const { firmId } = found;
  const { rows } = await sql<{
    ruleId: number;
    activityId: number | null;
    params: unknown;
    silenceMin: number;
    facts: { label: string; value: string }[];
    ipOnly: number;
    mayPause: boolean;
  }>`
    select e.rule_id, e.activity_id, r.params, r.silence_min, e.facts,
      (select count(*) from cross_hit h where h.firm_id = e.firm_id and ${isBeside}) as ip_only,
      exists (select from activity a where a.firm_id = e.firm_id and a.id = e.activity_id and a.is_del = 0
        and a.status = ${lit(ActivityStatus.running)}) as may_pause
    from police_event e join police_rule r on r.firm_id = e.firm_id and r.id = e.rule_id
    where e.firm_id = ${firmId} and e.id = ${id}`.execute(db);
  const { params, ...more } = rows[0]!;
  const targets = await findTargets(db, { id, firmId });
  return {
    ...found,
    ...more,
    ruleText: paramsText(found.policeType, PoliceParams.parse(params)),
    people: targets.people.length,
    codes: targets.codes.length,
  };
};

/** How many warnings wait and came, and where and whose goods were met outside their region. */
export const readStat = async (
  db: Db,
  { firmId }: InputOf<typeof policeEventApi.stat>,
): Promise<DataOf<typeof policeEventApi.stat>> => {
  const events = matchingEvents(db, { firmId });
  const hours = sql<
    number | null
  >`(avg(extract(epoch from handled_at - first_at) / 3600) filter (where handled_at > now() - interval '30 days'))::float8`;
  const head = await events
    .select([
      sql<number>`count(*) filter (where status = ${lit(RiskStatus.waiting)})`.as('waiting'),
      sql<string | null>`min(first_at) filter (where status = ${lit(RiskStatus.waiting)})`.as('oldestAt'),
      sql<number>`count(*) filter (where status = ${lit(RiskStatus.doing)})`.as('doing'),
      sql<number>`count(*) filter (where created_at >= ${today})`.as('today'),
      sql<number>`count(*) filter (where police_type = ${lit(RiskType.diversion)} and created_at >= ${month})`.as(
        'diverted',
      ),
      hours.as('hours'),
    ])
    .executeTakeFirstOrThrow();
  const day = sql<string>`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const counted = await events
    .where(sql<boolean>`created_at >= ${today} - make_interval(days => ${lit(shownDays - 1)})`)
    .select([day.as('day'), 'policeType', sql<number>`count(*)`.as('n')])
    .groupBy([sql`1`, 'policeType'])
    .execute();
  const days = Array.from({ length: shownDays }, (_none, nth) => addDays(shanghaiToday(), nth - shownDays + 1));
  const types = [...new Set(counted.map(({ policeType }) => policeType))].sort((a, b) => a - b);
  const hits = db
    .selectFrom('crossHit')
    .where('crossHit.at', '>', sql<string>`now() - interval '90 days'`)
    .where('crossHit.geoSource', '=', lit(GeoSource.gps))
    .$if(firmId !== undefined, (query) => query.where('crossHit.firmId', '=', firmId!));
  return {
    ...head,
    hours: head.hours === null ? null : Math.round(head.hours * 10) / 10,
    days,
    types: types.map((type) => ({
      type,
      counts: days.map((at) => counted.find((row) => row.day === at && row.policeType === type)?.n ?? 0),
    })),
    provinces: await hits
      .where('crossHit.confirmed', '<>', lit(HitVerdict.dismissed))
      .innerJoin('city', (join) => join.on(sql<boolean>`city.id = cross_hit.province::int`))
      .groupBy('city.name')
      .select(['city.name as province', sql<number>`count(*)`.as('codes')])
      .orderBy('codes', 'desc')
      .execute(),
    agents: await hits
      .where('crossHit.confirmed', '=', lit(HitVerdict.confirmed))
      .innerJoin('agent', (join) =>
        join.onRef('agent.id', '=', 'crossHit.agentId').onRef('agent.firmId', '=', 'crossHit.firmId'),
      )
      .groupBy(['agent.id', 'agent.name'])
      .select(['agent.name', sql<number>`count(distinct (seg, serial))`.as('codes')])
      .orderBy('codes', 'desc')
      .orderBy('agent.id')
      .limit(shownAgents)
      .execute(),
  };
};
