import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { PoliceHit } from '@zhuiyuan/contract/police/police-event';
import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type RawBuilder } from 'kysely';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { readUnits } from '../codes/state/read-unit.ts';
import { findWhose } from '../diversion/find-whose.ts';
import type { Db } from '../kit/db/database.ts';
import { countLimit } from '../kit/db/page-keys.ts';
import { notFound } from '../kit/refusal.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { drawsOfEvent, scansOfEvent } from './find-targets.ts';
import { codeScans } from './code-scans.ts';

interface Hit {
  id: number;
  seg: number | null;
  serial: number | null;
  at: string;
  region: string;
  geoSource: number;
  distanceKm: number | null;
  what: string;
  uid: number | null;
  nickName: string | null;
  confirmed: number | null;
}

const placeOf = (table: string) =>
  sql<string>`concat(${sql.ref(`${table}.province`)}, nullif(${sql.ref(`${table}.city`)}, ${sql.ref(`${table}.province`)}))`;
const nick = (uid: string) =>
  sql<string>`(select m.nick_name from member m where m.firm_id = e.firm_id and m.id = ${sql.ref(uid)})`;

/** A hit `h` by address alone that stands beside an event `e` of diversion without being counted. */
export const isBeside = sql<boolean>`(h.event_id is null and h.geo_source = ${sql.lit(GeoSource.ip)} and h.agent_id = e.agent_id
  and h.city = split_part(e.dedupe_key, ':', 3) and h.at > e.first_at - interval '7 days' and h.at < coalesce(e.handled_at, now()))`;

/** All hits of an event of a type, unordered; `e` is the event. */
const hitsOf = (type: number, where: RawBuilder<boolean>): RawBuilder<unknown> | undefined => {
  if (type === RiskType.diversion)
    return sql`
      select h.id, h.seg, h.serial, h.at, coalesce(nullif(concat(${placeOf('s')}, s.district), ''), coalesce((select c.name from city c where c.id = h.city::int), h.city)) as region, h.geo_source, h.distance_km,
        coalesce(s.verdict, '') as what, h.uid, ${nick('h.uid')} as nick_name, case when h.event_id = e.id then h.confirmed end as confirmed
      from police_event e join cross_hit h on h.firm_id = e.firm_id and (h.event_id = e.id or ${isBeside})
      left join scan_log s on s.firm_id = h.firm_id and s.id = h.scan_id and s.at = h.at
      where ${where}`;
  if (type in codeScans)
    return sql`
      select s.id, s.seg, s.serial, s.at, concat(${placeOf('s')}, s.district) as region, s.geo_source, null::int as distance_km, s.verdict as what, s.uid,
        ${nick('s.uid')} as nick_name, null::smallint as confirmed
      from police_event e ${scansOfEvent(type)} where s.firm_id = e.firm_id and ${where}`;
  if (type === RiskType.user)
    return sql`
      select d.id, d.seg, d.serial, d.drawn_at as at, ${placeOf('d')} as region, d.geo_source, null::int as distance_km,
        (select t.tier_name || ' ' || t.prize_name from tier t where t.firm_id = d.firm_id and t.id = d.tier_id) as what, d.uid,
        ${nick('d.uid')} as nick_name, null::smallint as confirmed
      from police_event e ${drawsOfEvent} where ${where}`;
  return undefined;
};

const typeOf = async (db: Db, id: number): Promise<{ type: number; firmId: number }> => {
  const event = await db
    .selectFrom('policeEvent')
    .where('id', '=', id)
    .select(['policeType as type', 'firmId'])
    .executeTakeFirst();
  if (!event) throw notFound();
  return event;
};

/** A page of what belongs to an event: placed by GPS first, the newest first. */
export const findHits = async (
  db: Db,
  keyring: Keyring,
  { id, page, limit }: { id: number; page: number; limit: number },
): Promise<{ list: PoliceHit[]; total: number }> => {
  const { type, firmId } = await typeOf(db, id);
  const hits = hitsOf(type, sql<boolean>`e.firm_id = ${firmId} and e.id = ${id}`);
  if (!hits) return { list: [], total: 0 };
  const isIp = sql`(${sql.lit(type)} = ${sql.lit(RiskType.diversion)} and geo_source = ${sql.lit(GeoSource.ip)})`;
  const { rows } = await sql<Hit>`
    select * from (${hits}) hit order by ${isIp}, at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  const { rows: all } = await sql<{
    n: number;
  }>`select count(*) as n from (select from (${hits}) hit limit ${sql.lit(countLimit + 1)}) counted`.execute(db);
  return { list: await withCodes(db, keyring, rows), total: all[0]!.n };
};

/** Where the code of one hit of an event stands; 404 where it is none. */
export const findHitPlace = async (
  db: Db,
  { id, hitId }: { id: number; hitId: number },
): Promise<{ seg: number; serial: number; at: string }> => {
  const { type, firmId } = await typeOf(db, id);
  const hits = hitsOf(type, sql<boolean>`e.firm_id = ${firmId} and e.id = ${id}`);
  if (!hits) throw notFound();
  const { rows } = await sql<Hit>`select * from (${hits}) hit where id = ${hitId} limit 1`.execute(db);
  const { seg = null, serial = null, at } = rows[0] ?? {};
  if (seg === null || serial === null || at === undefined) throw notFound();
  return { seg, serial, at };
};

const whatOf = (type: string): string => (Verdict.of(type) ? Verdict.label(type) : type || Fallback.label('NONE'));

const withCodes = async (db: Db, keyring: Keyring, rows: readonly Hit[]): Promise<PoliceHit[]> => {
  const places = rows.flatMap(({ seg, serial }) => (seg === null || serial === null ? [] : [{ seg, serial }]));
  const units = (await readUnits(db, places)).filter((unit) => unit !== undefined);
  const whose = await findWhose(db, units);
  const tops = whose.map(({ boxes }) => boxes.at(-1));
  const texts = await keyring.readTexts(db, [...units, ...tops.filter((box) => box !== undefined)]);
  const boxTexts = texts.slice(units.length).values();
  const byPlace = new Map(
    units.map(({ seg, serial }, nth) => [
      `${seg}.${serial}`,
      { code: texts[nth]!, boxCode: tops[nth] ? boxTexts.next().value! : '' },
    ]),
  );
  return rows.map(({ seg, serial, uid, nickName, what, ...row }) => ({
    ...row,
    ...(byPlace.get(`${seg}.${serial}`) ?? { code: '', boxCode: '' }),
    what: whatOf(what),
    consumer: uid === null ? '' : maskConsumer({ uid, nickName: nickName ?? '' }),
  }));
};
