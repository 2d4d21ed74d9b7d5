import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { codeScans } from './code-scans.ts';
import { inScope, isSet } from './active-rules.ts';

/** Whether a hit at a time lies in those of an event `e`, whose times are kept in whole seconds. */
const isWithin = (at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${at} >= e.first_at and ${at} < e.last_at + interval '1 second'`;

/** The scans `s` of an event `e` of codes, whose rule is `r`; put behind `from police_event e`. */
export const scansOfEvent = (type: number): RawBuilder<unknown> => sql`
  join (select id, firm_id, params, product_ids, agent_ids from police_rule) r on r.firm_id = e.firm_id and r.id = e.rule_id
  cross join lateral (select e.seg, e.serial,
    case when e.dedupe_key like 'lot:%' then substring(e.dedupe_key from 5)::bigint end as lot_id, ${isSet('byLot')} as by_lot) f
  join scan_log s on s.firm_id = e.firm_id and ${isWithin(sql`s.at`)} and s.id between e.from_id and e.upto_id
    and ${codeScans[type]!.hasKey} and ${codeScans[type]!.counts} and ${inScope}`;

/** The draws `d` of an event `e` of a person. */
export const drawsOfEvent = sql`
  join draw d on d.firm_id = e.firm_id and d.uid = e.uid and ${isWithin(sql`d.drawn_at`)} and d.id between e.from_id and e.upto_id`;

/** People and codes that the hits of an event are of; scans that were excluded by hand are not. */
export const findTargets = async (
  db: Db,
  { id, firmId }: { id: number; firmId: number },
): Promise<{ people: number[]; codes: { seg: number; serial: number }[] }> => {
  const { policeType } = await db
    .selectFrom('policeEvent')
    .where('id', '=', id)
    .select('policeType')
    .executeTakeFirstOrThrow();
  const from = (): RawBuilder<unknown> | undefined => {
    if (policeType === RiskType.diversion)
      return sql`cross_hit h where h.firm_id = ${firmId} and h.event_id = ${id} and h.confirmed <> ${sql.lit(HitVerdict.dismissed)}`;
    if (policeType in codeScans)
      return sql`(select s.uid, s.seg, s.serial from police_event e ${scansOfEvent(policeType)} where e.firm_id = ${firmId} and e.id = ${id}) h where true`;
    if (policeType === RiskType.user)
      return sql`(select d.uid, d.seg, d.serial from police_event e ${drawsOfEvent} where e.firm_id = ${firmId} and e.id = ${id}) h where true`;
    return undefined;
  };
  const hits = from();
  if (!hits) return { people: [], codes: [] };
  const people = await sql<{ uid: number }>`
    select distinct h.uid from ${hits} and h.uid is not null order by h.uid`.execute(db);
  const codes = await sql<{ seg: number; serial: number }>`
    select distinct h.seg, h.serial from ${hits} and h.seg is not null and h.serial is not null order by h.seg, h.serial`.execute(
    db,
  );
  return { people: people.rows.map(({ uid }) => uid), codes: codes.rows };
};
