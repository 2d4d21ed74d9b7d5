import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql } from 'kysely';
import { linkHits } from '../diversion/link-hits.ts';
import type { Db } from '../kit/db/database.ts';
import { raiseEvent } from './raise-event.ts';
import { activeRules, isSet, param, span } from './active-rules.ts';

interface Diverted {
  ruleId: number;
  firmId: number;
  agentId: number;
  agentName: string;
  cityCode: string;
  city: string;
  ids: number[];
  firstAt: string;
  lastAt: string;
  productId: number | null;
  shopId: number | null;
}

/** Scans outside the region `s` that a rule `r` counts. */
export const countsDiverted = sql<boolean>`(s.geo_source = ${sql.lit(GeoSource.gps)} or ${isSet('ipCounts')})
  and (s.distance_km is null or s.distance_km > ${param('toleranceKm')})
  and (r.product_ids = '{}' or s.product_id = any(r.product_ids)) and (r.agent_ids = '{}' or s.agent_id = any(r.agent_ids))`;

/**
 * 窜货: scans that no event has, by whose goods they were and the city. They join the open event; a new one needs as many as the rule
 * says within its days, so that one more scan after a false alarm does not open it again. What was excluded by hand counts for nothing.
 */
export const judgeDiversion = async (db: Db): Promise<void> => {
  const { rows } = await sql<Diverted>`
    select r.id as rule_id, r.firm_id, s.agent_id, s.city as city_code, coalesce((select c.name from city c where c.id = s.city::int), s.city) as city, array_agg(s.id order by s.id) as ids, min(s.at) as first_at, max(s.at) as last_at,
      case when count(distinct s.product_id) = 1 then max(s.product_id) end as product_id,
      case when count(distinct s.shop_id) = 1 and count(s.shop_id) = count(*) then max(s.shop_id) end as shop_id,
      (select a.name from agent a where a.firm_id = r.firm_id and a.id = s.agent_id) as agent_name
    from ${activeRules(RiskType.diversion)} r
    join cross_hit s on s.firm_id = r.firm_id and s.event_id is null and s.confirmed = ${sql.lit(HitVerdict.suspected)}
      and s.at > now() - ${span('windowDays', 'days')}
    where ${countsDiverted}
    group by r.id, r.firm_id, r.params, s.agent_id, s.city
    having count(*) >= ${param('minCodes')} or exists (
      select from police_event e where e.firm_id = r.firm_id and e.rule_id = r.id and e.dedupe_key = '1:' || s.agent_id || ':' || s.city
        and e.status in (${sql.lit(RiskStatus.waiting)}, ${sql.lit(RiskStatus.doing)}))
    order by r.firm_id, r.id, s.agent_id, s.city`.execute(db);
  const taken = new Set<number>();
  for (const { ids, agentName, ...row } of rows) {
    // Of two rules that count one scan the elder has it.
    const free = ids.filter((id) => !taken.has(id));
    if (free.length === 0) continue;
    for (const id of free) taken.add(id);
    const eventId = await raiseEvent(db, {
      ...row,
      key: `1:${row.agentId}:${row.cityCode}`,
      hits: free.length,
      title: (hits) => `经销商${agentName}的产品在${row.city}被扫码${hits}件，疑似窜货`,
    });
    await linkHits(db, { firmId: row.firmId, eventId, ids: free });
  }
};
