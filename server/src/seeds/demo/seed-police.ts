import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { PoliceOutcome } from '@zhuiyuan/contract/police/police-event';
import { sql } from 'kysely';
import { Keyring } from '../../codes/cipher/keyring.ts';
import { judgeLocated } from '../../diversion/judge-scan.ts';
import { decideHits, linkHits } from '../../diversion/link-hits.ts';
import type { Db } from '../../kit/db/database.ts';
import { acceptEvent } from '../../police/event-writes.ts';
import { judgeCodes } from '../../police/judge-codes.ts';
import { judgeConditions } from '../../police/judge-conditions.ts';
import { judgeDiversion } from '../../police/judge-diversion.ts';
import { judgeOdds } from '../../police/judge-odds.ts';
import { judgePeople } from '../../police/judge-people.ts';
import { raiseEvent } from '../../police/raise-event.ts';
import type { ScanAttached } from '../../scan/log/attach-scan.ts';
import type { SeedParts } from '../first/seed-parts.ts';

/** What became of diversions that are over, by how they came. */
const endings = [
  { outcome: PoliceOutcome.proven, result: '同一批货流入该市，已约谈经销商并要求收回。' },
  { outcome: PoliceOutcome.mistaken, result: '为经销商老客户出差途中自用，不是销售。' },
];

/** Judges the scans of dealers' goods whose position is known, as each was when it was located. */
const judgeScans = async (db: Db): Promise<void> => {
  const { rows } = await sql<Omit<ScanAttached, 'before' | 'after'> & ScanAttached['after']>`
    select id as scan_id, at::text as at, firm_id, seg, serial, verdict, is_counted, product_id, lot_id, agent_id, shop_id, salesman_id, channel_id,
      ship_days, entry, uid, activity_id, geo_source, province, city, lng, lat
    from scan_log where firm_id > 0 and agent_id is not null and seg is not null and geo_source = ${sql.lit(GeoSource.gps)} order by at, id`.execute(
    db,
  );
  for (const { uid, activityId, geoSource, province, city, lng, lat, ...scan } of rows) {
    const after = { uid, activityId, geoSource, province, city, lng, lat };
    await judgeLocated(db, { ...scan, after, before: { ...after, geoSource: GeoSource.none, lng: null, lat: null } });
  }
};

/** Diversions of weeks ago: warned of then, taken the next morning, and ended. */
const endOld = async (
  db: Db,
  { ruleId, firmId, staffId, first }: { ruleId: number; firmId: number; staffId: number; first: number },
) => {
  const { rows } = await sql<{
    agentId: number;
    agentName: string;
    cityCode: string;
    city: string;
    ids: number[];
    firstAt: string;
    lastAt: string;
    productId: number | null;
  }>`
    select h.agent_id, a.name as agent_name, h.city as city_code, coalesce((select c.name from city c where c.id = h.city::int), h.city) as city,
      array_agg(h.id order by h.id) as ids, min(h.at) as first_at, max(h.at) as last_at, case when count(distinct h.product_id) = 1 then max(h.product_id) end as product_id
    from cross_hit h join agent a on a.firm_id = h.firm_id and a.id = h.agent_id
    where h.firm_id = ${firmId} and h.event_id is null and h.geo_source = ${sql.lit(GeoSource.gps)} and h.at < now() - interval '8 days'
    group by h.agent_id, a.name, h.city having count(*) >= 3 order by max(h.at) desc`.execute(db);
  for (const [nth, { ids, agentName, cityCode, ...row }] of rows.entries()) {
    const end = endings[(first + nth) % endings.length]!;
    const eventId = await raiseEvent(db, {
      ...row,
      ruleId,
      firmId,
      key: `1:${row.agentId}:${cityCode}`,
      hits: ids.length,
      title: (hits) => `经销商${agentName}的产品在${row.city}被扫码${hits}件，疑似窜货`,
    });
    await linkHits(db, { firmId, eventId, ids });
    await decideHits(db, { firmId, eventId, isProven: end.outcome === PoliceOutcome.proven });
    await db
      .updateTable('policeEvent')
      .set({
        ...end,
        status: RiskStatus.done,
        assigneeId: staffId,
        handledBy: staffId,
        createdAt: sql`last_at + interval '1 minute'`,
        toldAt: sql`last_at + interval '1 minute'`,
        acceptedAt: sql`last_at + interval '14 hours'`,
        handledAt: sql`last_at + interval '31 hours'`,
      })
      .where('id', '=', eventId)
      .execute();
  }
};

/** Somebody has begun with a warning. */
const takeOne = async (db: Db, firmId: number, staffId: number): Promise<void> => {
  const waiting = await db
    .selectFrom('policeEvent')
    .where('firmId', '=', firmId)
    .where('status', '=', RiskStatus.waiting)
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (waiting) await acceptEvent(db, waiting.id, staffId);
};

/** Warnings that follow from what the demonstration's scans, draws, budgets and stocks show, in every state. */
export const seedPolice = async ({ db, config }: SeedParts): Promise<void> => {
  await judgeScans(db);
  const firms = await db
    .selectFrom('policeRule')
    .where('policeType', '=', RiskType.diversion)
    .select(['id', 'firmId'])
    .orderBy('firmId')
    .execute();
  for (const [nth, { id: ruleId, firmId }] of firms.entries()) {
    const staff = await db
      .selectFrom('admin')
      .where('firmId', '=', firmId)
      .select('id')
      .orderBy('id')
      .executeTakeFirst();
    if (!staff) continue;
    await db
      .updateTable('policeRule')
      .set({ notifyIds: [staff.id] })
      .where('firmId', '=', firmId)
      .execute();
    await endOld(db, { ruleId, firmId, staffId: staff.id, first: nth });
  }
  const always = sql<boolean>`true`;
  await judgeDiversion(db);
  await judgeConditions(db);
  await judgeCodes(db, new Keyring(config.masterKey), always);
  await judgePeople(db, always);
  await judgeOdds(db, always);
  // The second firm has begun with its own.
  const second = firms[1];
  const clerk =
    second &&
    (await db
      .selectFrom('admin')
      .where('firmId', '=', second.firmId)
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst());
  if (clerk) await takeOne(db, second.firmId, clerk.id);
};
