import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { findSalesRegions } from '../../diversion/find-sales-regions.ts';
import type { Db } from '../../kit/db/database.ts';
import { cityAt, isCityIn, middleOf } from '../../settings/place-of-point.ts';
import { regionPath } from '../../settings/region-names.ts';
import { demoPlaces, mix } from './seed-scans.ts';

/** One story of goods that turned up elsewhere: how many codes of one dealer, how long ago, and where. */
const demoDiversions = [
  { codes: 6, days: [0, 6] },
  { codes: 4, days: [9, 20] },
  { codes: 3, days: [21, 40] },
] as const;

interface Shipped {
  id: number;
  at: string;
  agentId: number;
  productId: number | null;
  seg: number;
  serial: number;
  geoSource: number;
  verdict: string;
  daysAgo: number;
}

interface Place {
  province: string;
  city: string;
  lng: number;
  lat: number;
}

const away: readonly Place[] = demoPlaces.map(([province, city, lng, lat]) => ({ province, city, lng, lat }));

/** Where a dealer's shoppers are: cities of the demonstration that lie in his regions, else his own. */
const placesOf = async (db: Db, regions: readonly string[], home: string): Promise<Place[]> => {
  const inside = away.filter(({ lng, lat }) => isCityIn(cityAt({ lng, lat }) ?? '', regions));
  if (inside.length > 0) return inside;
  const middle = middleOf(home);
  const code = middle && cityAt(middle);
  if (!middle || !code || !isCityIn(code, regions)) return [];
  const [province = '', city = province] = await regionPath(db, code);
  return [{ province, city, ...middle }];
};

/** The scans that tell of diversions: first ones by position, of the dealers with the most of them. */
const pickDiverted = (scans: readonly Shipped[]): Map<number, number> => {
  const picked = new Map<number, number>();
  const used = new Set<number>();
  for (const [story, { codes, days }] of demoDiversions.entries()) {
    const byAgent = new Map<number, Shipped[]>();
    for (const scan of scans) {
      const { verdict, geoSource, daysAgo, agentId } = scan;
      if (verdict !== 'FIRST' || geoSource !== GeoSource.gps || daysAgo < days[0] || daysAgo >= days[1]) continue;
      if (!used.has(agentId)) byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), scan]);
    }
    const most = [...byAgent].toSorted(([a, one], [b, other]) => other.length - one.length || a - b)[0];
    if (!most) continue;
    used.add(most[0]);
    for (const { id } of most[1].slice(0, codes)) picked.set(id, story);
  }
  return picked;
};

const shift = (mixed: number, by: number): number => Math.round((((mixed >>> by) % 120) / 1000 - 0.06) * 1000) / 1000;

/**
 * Puts scans of goods that dealers had been sent where these may sell them, but for a few that turned up elsewhere. Call it once it is known
 * with each scan who had the goods, before anything follows from where it was.
 */
export const placeShippedScans = async (db: Db): Promise<void> => {
  const firms = await db.selectFrom('firm').select('id').orderBy('id').execute();
  for (const { id: firmId } of firms) {
    const { rows: scans } = await sql<Shipped>`
      select id, at::text as at, agent_id, product_id, seg, serial, geo_source, verdict, extract(epoch from now() - at) / 86400 as days_ago
      from scan_log where firm_id = ${firmId} and agent_id is not null and seg is not null order by id`.execute(db);
    if (scans.length === 0) continue;
    const agents = await db
      .selectFrom('agent')
      .where('firmId', '=', firmId)
      .select(['id', 'path', 'regionCode'])
      .execute();
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    const regions = await findSalesRegions(
      db,
      agents.map((agent) => ({ agent, productId: null })),
    );
    const homes = new Map<number, Place[]>();
    for (const [nth, { id, regionCode }] of agents.entries())
      homes.set(id, await placesOf(db, regions[nth]!, regionCode));
    const diverted = pickDiverted(scans);
    const moved = scans.flatMap((scan) => {
      const own = byId.get(scan.agentId);
      const at = agents.indexOf(own!);
      const mixed = mix(scan.serial, scan.seg);
      const story = diverted.get(scan.id);
      const elsewhere = away.filter(({ lng, lat }) => !isCityIn(cityAt({ lng, lat }) ?? '', regions[at] ?? []));
      const choice = homes.get(scan.agentId) ?? [];
      const place =
        story === undefined ? choice[mixed % Math.max(choice.length, 1)] : elsewhere[(10 + story) % elsewhere.length];
      if (!place) return [];
      const isGps = scan.geoSource === GeoSource.gps;
      return [
        {
          ...scan,
          ...place,
          lng: isGps ? place.lng + shift(mixed, 4) : null,
          lat: isGps ? place.lat + shift(mixed, 7) : null,
        },
      ];
    });
    const column = <T>(of: (scan: (typeof moved)[number]) => T) => moved.map(of);
    await sql`
      update scan_log set province = moved.province, city = moved.city, district = '', lng = moved.lng, lat = moved.lat
      from unnest(${column(({ id }) => id)}::bigint[], ${column(({ at }) => at)}::timestamptz[], ${column(({ province }) => province)}::text[],
        ${column(({ city }) => city)}::text[], ${column(({ lng }) => lng)}::float8[], ${column(({ lat }) => lat)}::float8[])
        moved(id, at, province, city, lng, lat)
      where scan_log.firm_id = ${firmId} and scan_log.id = moved.id and scan_log.at = moved.at`.execute(db);
    await sql`
      update unit_scan set first_city = s.city from scan_log s
      where s.firm_id = ${firmId} and unit_scan.firm_id = s.firm_id and s.seg = unit_scan.seg and s.serial = unit_scan.serial and s.verdict = 'FIRST'
        and s.agent_id is not null`.execute(db);
  }
};
