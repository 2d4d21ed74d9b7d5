import { GeoSource, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type RawBuilder } from 'kysely';
import { ages } from './dims.ts';
import { when, type FactKind } from './fact-kind.ts';

type Sql = RawBuilder<unknown>;

/** The codes of a place that a scan knows by its names; a city without cities below is a province's own. */
const namedPlace = sql`
  left join city province on province.level = 0 and province.name = s.province
  left join city place on place.level = 1 and place.pid = province.id and place.name = s.city`;

/** How long goods were on their way to whoever asked about them. */
const ageOf = sql`case when s.ship_days is null then 0 ${sql.join(
  ages.map((days, at) => sql`when s.ship_days <= ${sql.lit(days)} then ${sql.lit(at + 1)}`),
  sql` `,
)} else ${sql.lit(ages.length + 1)} end`;

/** Scans, read from a table or query of rows as the log has them. */
export const scanFacts = (source: Sql): FactKind => {
  const isFirst = sql`s.is_counted and s.verdict = 'FIRST'`;
  return {
    from: sql`${source} s left join segment on segment.seg = s.seg ${namedPlace}`,
    placeless: sql`${source} s left join segment on segment.seg = s.seg`,
    firm: sql`s.firm_id`,
    time: sql`s.at`,
    where: sql`(s.is_counted or s.verdict in ('INACTIVE', 'VOID', 'FROZEN', 'PIN_WRONG') or (s.verdict = 'INVALID' and s.firm_id = 0))`,
    of: {
      activity: sql`s.activity_id`,
      product: sql`s.product_id`,
      lot: sql`s.lot_id`,
      province: sql`province.id`,
      city: sql`coalesce(place.id, case when s.city = s.province then province.id end)`,
      agent: sql`s.agent_id`,
      shop: sql`s.shop_id`,
      salesman: sql`s.salesman_id`,
      channel: sql`s.channel_id`,
      level: sql`segment.level`,
      entry: sql`s.entry`,
      age: ageOf,
    },
    uid: sql`s.uid`,
    adds: {
      scan_pv: when(sql`s.is_counted`),
      scan_anon: when(sql`s.is_counted and s.uid is null`),
      scan_first: when(isFirst),
      scan_first_known: when(sql`${isFirst} and s.uid is not null`),
      scan_first_items: when(sql`${isFirst} and segment.level = ${sql.lit(Level.item)}`),
      first_located: when(sql`${isFirst} and s.geo_source = ${sql.lit(GeoSource.gps)} and s.agent_id is not null`),
      scan_invalid: when(sql`not s.is_counted`),
    },
    under: [
      'activity',
      'product',
      'lot',
      'province',
      'city',
      'channel',
      'agent',
      'shop',
      'salesman',
      'hour',
      'level',
      'entry',
      'age',
      ['activity', 'hour'],
      ['activity', 'province'],
      ['activity', 'city'],
      ['activity', 'channel'],
      ['product', 'hour'],
      ['product', 'city'],
      ['province', 'hour'],
      ['channel', 'hour'],
      ['salesman', 'hour'],
      ['level', 'hour'],
      ['entry', 'hour'],
      ['age', 'hour'],
      ['agent', 'product'],
      ['shop', 'product'],
    ],
    reaches: { scan: sql`s.is_counted` },
  };
};
