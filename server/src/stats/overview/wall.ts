import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { aiScreen } from '@zhuiyuan/contract/stats/overview/ai';
import { wallApi, type CrossedPlace, type FootRow, type Wall } from '@zhuiyuan/contract/stats/overview/wall';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import type { Operator } from '../../kit/operator.ts';
import { middleOf } from '../../settings/place-of-point.ts';
import { readSetting } from '../../settings/read-setting.ts';
import { regionPath } from '../../settings/region-names.ts';
import type { Firms } from '../read/question.ts';
import { readBases } from '../read/read-bases.ts';
import { readMetrics, readTotals } from '../read/read-metrics.ts';
import type { StatTime } from '../read/span.ts';
import { ask, firmsOf } from '../screens/ask.ts';
import { toFirms } from './beside-figures.ts';
import { rank, rankPlaces } from '../read/ranked.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const [shownProducts, shownWarnings, shownCrossed, footRows] = [5, 3, 10, 3];
const mayCrossed = 'admin:identity:agentselect:list';

/** 大屏: today as everybody in the room may see it. */
export const mountWall = (app: App): void => {
  serve(app, wallApi, {
    wall: async ({ input, operator }) => {
      const { firms, time } = await ask(app.db, operator, aiScreen, { ...input, dateLimit: 'today' });
      const [who, scans, map, products, warnings] = await Promise.all([
        whose(app.db, firms),
        readScans(app.db, firms, time),
        readMap(app.db, firms, time, operator),
        rank(app.db, { firms, time }, { dim: 'product', code: 'scanPv', most: shownProducts }),
        operator.may(policeEventApi.list.may) ? readWarnings(app.db, firms) : undefined,
      ]);
      return {
        ...who,
        asOf: time.asOf,
        scans,
        map,
        products: products.rows.map(({ id, name, value }) => ({ id, name, value })),
        warnings,
      };
    },

    foot: ({ input, operator }) => findLast(app.db, firmsOf(operator, input.firmId)),
  });
};

/** The firm, or the platform where all are shown. */
const whose = async (db: Db, firms: Firms) => {
  const one = firms === 'all' ? undefined : firms[0];
  const firm =
    one === undefined
      ? undefined
      : await db.selectFrom('firm').select(['name', 'logo']).where('id', '=', one).executeTakeFirst();
  return firm ?? { name: await readSetting(db, 'site_name'), logo: '' };
};

const readScans = async (db: Db, firms: Firms, { range, before, asOf }: StatTime): Promise<Wall['scans']> => {
  const place = { dim: 'firm', id: 0 } as const;
  const today = { firms, span: range, asOf };
  const yesterday = addDays(range.end, -1);
  const ofHours = { place: { dim: 'hour' }, by: 'id' } as const;
  const [now, then, byHour, byHourBefore] = await Promise.all([
    readTotals(db, today, place, ['scanPv', 'scanFirst', 'scanUv', 'scanAnon']),
    before
      ? readBases(db, { firms, span: before, asOf, place, by: 'all' }, ['scan_pv'])
      : new Map<number, { scan_pv?: number }>(),
    readMetrics(db, today, ofHours, ['scanPv']),
    readMetrics(db, { firms, span: { start: yesterday, end: yesterday }, asOf }, ofHours, ['scanPv']),
  ]);
  // Figures of yesterday tell of no hour of today.
  const hour = asOf.slice(0, 10) === range.end ? Number(asOf.slice(11, 13)) : 0;
  return {
    today: now.scanPv ?? 0,
    yesterday: then.get(0)?.scan_pv ?? 0,
    first: now.scanFirst ?? 0,
    people: now.scanUv ?? 0,
    anonymous: now.scanAnon ?? 0,
    hours: hours.map((at) => (at > hour ? null : (byHour.get(at)?.scanPv ?? 0))),
    hoursBefore: hours.map((at) => byHourBefore.get(at)?.scanPv ?? 0),
  };
};

const readMap = async (db: Db, firms: Firms, time: StatTime, operator: Operator): Promise<Wall['map']> => {
  const { rows, unknown } = await rankPlaces(db, { firms, time }, 'scanPv', undefined);
  const one = firms === 'all' ? undefined : firms[0];
  const firm =
    one === undefined
      ? undefined
      : await db
          .selectFrom('firm')
          .select(['lng', 'lat', 'regionCode'])
          .where('id', '=', one)
          .where('lng', 'is not', null)
          .where('lat', 'is not', null)
          .executeTakeFirst();
  return {
    provinces: rows.map(({ id, name, value }) => ({ id, name, value })),
    unknown,
    plant: firm
      ? { name: firm.regionCode ? await cityName(db, cityOf(firm.regionCode)) : '', lng: firm.lng!, lat: firm.lat! }
      : null,
    crossed: operator.may(mayCrossed) ? await findCrossed(db, firms) : undefined,
  };
};

/** A city by its own name, without its province's. */
const cityName = async (db: Db, code: string): Promise<string> => (await regionPath(db, code)).at(-1) ?? '';

/** The code of the city that a district lies in; a municipality has none but its own. */
const cityOf = (code: string): string =>
  ['11', '12', '31', '50'].includes(code.slice(0, 2)) ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;

/** Where goods of a dealer were met today outside of his regions, by positions; what was found to be none is left out. */
const findCrossed = async (db: Db, firms: Firms): Promise<CrossedPlace[]> => {
  const { rows } = await sql<{
    city: string;
    count: number;
    lng: number | null;
    lat: number | null;
    fromLng: number | null;
    fromLat: number | null;
    fromCode: string;
  }>`
    select trim(hit.city) as city, count(distinct (hit.seg, hit.serial)) as count, avg(hit.lng) as lng, avg(hit.lat) as lat,
      agent.lng as from_lng, agent.lat as from_lat, agent.region_code as from_code
    from cross_hit hit join agent on agent.id = hit.agent_id and agent.firm_id = hit.firm_id
    where hit.firm_id = any (${toFirms(firms)}) and hit.at >= ${shanghaiToday()}::date::timestamptz
      and hit.geo_source = ${sql.lit(GeoSource.gps)} and hit.confirmed <> ${sql.lit(HitVerdict.dismissed)}
    group by hit.city, agent.id order by 2 desc, hit.city limit ${sql.lit(shownCrossed)}`.execute(db);
  const places = await Promise.all(
    rows.map(async ({ city, count, lng, lat, fromLng, fromLat, fromCode }) => {
      const to = lng !== null && lat !== null ? { lng, lat } : middleOf(city);
      if (!to) return undefined;
      const own = fromLng !== null && fromLat !== null ? { lng: fromLng, lat: fromLat } : undefined;
      const from = own ?? (fromCode ? middleOf(cityOf(fromCode)) : undefined);
      return { name: await cityName(db, city), ...to, count, from: from ? { ...from, isGuess: !own } : null };
    }),
  );
  return places.filter((place) => place !== undefined);
};

const readWarnings = async (db: Db, firms: Firms): Promise<Wall['warnings']> => {
  const { rows: counts } = await sql<{ today: number; waiting: number }>`
    select count(*) filter (where created_at >= ${shanghaiToday()}::date::timestamptz) as today,
      count(*) filter (where status in (${sql.lit(RiskStatus.waiting)}, ${sql.lit(RiskStatus.doing)})) as waiting
    from police_event where firm_id = any (${toFirms(firms)})`.execute(db);
  const { rows } = await sql<NonNullable<Wall['warnings']>['rows'][number]>`
    select id, police_type as type, level, title, to_char(last_at, 'YYYY-MM-DD HH24:MI:SS') as at from police_event
    where firm_id = any (${toFirms(firms)}) and status in (${sql.lit(RiskStatus.waiting)}, ${sql.lit(RiskStatus.doing)})
    order by level desc, last_at desc, id desc limit ${sql.lit(shownWarnings)}`.execute(db);
  return { ...counts[0]!, rows };
};

/** The last scans of today; neither who asked nor about which code. */
const findLast = async (db: Db, firms: Firms): Promise<FootRow[]> => {
  const { rows } = await sql<FootRow>`
    select log.id, to_char(log.at, 'YYYY-MM-DD HH24:MI:SS') as at, log.province, log.city, coalesce(product.store_name, '') as product,
      log.verdict, nullif(log.times, 0) as nth
    from (
      select last.* from unnest(${toFirms(firms)}) one(firm_id) cross join lateral (
        select id, at, province, city, product_id, firm_id, verdict, times from scan_log
        where scan_log.firm_id = one.firm_id and is_counted and at >= ${shanghaiToday()}::date::timestamptz
        order by at desc limit ${sql.lit(footRows)}
      ) last
    ) log left join product on product.id = log.product_id and product.firm_id = log.firm_id
    order by log.at desc, log.id desc limit ${sql.lit(footRows)}`.execute(db);
  return rows;
};
