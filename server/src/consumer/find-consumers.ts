import { ConsumerStatus, type consumerApi, type ConsumerRow } from '@zhuiyuan/contract/consumer/consumer';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { isMobile, maskPhone } from '@zhuiyuan/contract/kit/phone';
import { BanKind, RiskAction } from '@zhuiyuan/contract/risk/risk-enums';
import { riskPoints, riskScore } from '@zhuiyuan/contract/risk/risk-score';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, by, contains, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { firmName, times } from '../kit/db/selectors.ts';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import { maskConsumer } from '../member/mask-consumer.ts';
import { openPhone, phoneHash } from '../member/keep-phone.ts';
import { countsForScore } from '../risk/score.ts';
import { regionPath } from '../settings/region-names.ts';

const { lit } = sql;
type Asked = Omit<InputOf<typeof consumerApi.list>, 'page' | 'limit'>;

/** Filters as statements take them: the words and the place looked up. */
type Filters = Omit<Asked, 'keywords' | 'regionCode'> & {
  ids?: number[] | undefined;
  id?: number | undefined;
  phoneHashes?: Buffer[] | undefined;
  nick?: string | undefined;
  province?: string | undefined;
  city?: string | undefined;
};

/** A condition on what a consumer came to. */
const counted = (holds: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from consumer_count c where c.firm_id = member.firm_id and c.id = member.id and ${holds})`;
const atLeast = (column: string) =>
  by(
    (value: number) => (value === 0 ? undefined : ([value] as const)),
    (_row, value) => counted(sql`${sql.ref(`c.${column}`)} >= ${value}::bigint`),
  );
/** Without a row of counts all of them are 0. Both tables are put together unfiltered, or no index of theirs is asked for one consumer. */
const atMost = (column: string) =>
  by(
    (value: number) => [value] as const,
    (_row, value) => sql<boolean>`exists (select from (
        select firm_id, id, ${sql.ref(column)} as sum from consumer_count
        union all select firm_id, id, 0::bigint from consumer_uncounted
      ) c where c.firm_id = member.firm_id and c.id = member.id and c.sum <= ${value}::bigint)`,
  );
const dated = (column: string) =>
  by(
    (limit: string) => {
      const range = readDateLimit(limit);
      return range ? ([range.start, range.end] as const) : undefined;
    },
    (_row, start, end) =>
      counted(sql`${sql.ref(`c.${column}`)} >= ${start}::timestamptz
        and ${sql.ref(`c.${column}`)} < ${end}::timestamptz + interval '1 second'`),
  );

/** On the black list of his firm now. */
const isListed = sql<boolean>`exists (select from blacklist b where b.firm_id = member.firm_id and b.kind = ${lit(BanKind.person)}
  and b.net is null and b.value = member.id::text and not b.is_white and (b.expire_at is null or b.expire_at > now()))`;
/** The same, looked up from the list. */
const amongListed = sql<boolean>`(member.firm_id, member.id) in (select b.firm_id, b.value::bigint from blacklist b
  where b.kind = ${lit(BanKind.person)} and b.net is null and not b.is_white and (b.expire_at is null or b.expire_at > now()))`;
const isByWechat = sql<boolean>`exists (select from account_open_id o join merchant m on m.appid = o.app_id
  where o.account_id = member.account_id and m.firm_id = member.firm_id)`;
const pointsOf = (action: RawBuilder<unknown>) =>
  sql`case ${action} ${sql.join(
    RiskAction.options.map(({ value }) => sql`when ${lit(value)} then ${lit(riskPoints(value))}`),
    sql` `,
  )} end`;
const leastPoints = Math.min(...RiskAction.options.map(({ value }) => riskPoints(value)));
/** Any hit that counts makes as much as this. */
const isHit = sql<boolean>`exists (select from risk_hit h where h.firm_id = member.firm_id and h.uid = member.id and ${countsForScore('h')})`;
/** Most have one hit that counts, and are told by it alone: only of who has more the strongest of each rule are looked up and summed. */
const hasScore = (least: number) => sql<boolean>`(member.firm_id, member.id) in (
  select h.firm_id, h.uid from risk_hit h where ${countsForScore('h')} group by h.firm_id, h.uid
  having case when count(*) = 1 then ${pointsOf(sql`max(h.action)`)} else (
    select sum(${pointsOf(sql`action`)}) from (
      select max(x.action) as action from risk_hit x where x.firm_id = h.firm_id and x.uid = h.uid and ${countsForScore('x')} group by x.code
    ) strongest) end >= ${least}::int)`;

/** Consumers that filters mean, without columns and order. */
export const matchingConsumers: Matching<'member', Filters> = matchingBy('member', (db) => db.selectFrom('member'), {
  ids: at(among, 'id'),
  id: eq,
  firmId: eq,
  phoneHashes: at(among, 'phoneHash'),
  nick: at(contains, 'nickName'),
  // Each by itself, so that few of either are found by what makes them so.
  source: (source) => (source === 'wechat' ? isByWechat : sql<boolean>`not ${isByWechat}`),
  province: by(
    (name: string) => [name] as const,
    (_row, name) => counted(sql`c.province = ${name}`),
  ),
  city: by(
    (name: string) => [name] as const,
    (_row, name) => counted(sql`c.city = ${name}`),
  ),
  scanMin: atLeast('scanCnt'),
  scanMax: atMost('scanCnt'),
  winMin: atLeast('winAmount'),
  winMax: atMost('winAmount'),
  riskMin: (least, row) => (least === 0 ? row.lit(true) : least <= leastPoints ? isHit : hasScore(least)),
  firstLimit: dated('firstScanAt'),
  lastLimit: dated('lastScanAt'),
  // Each asks an index of its own.
  state: (state, row) => {
    if (state === ConsumerStatus.listed) return amongListed;
    const of = row('member.status', '=', lit(state === ConsumerStatus.off ? Enabled.off : Enabled.on));
    return state === ConsumerStatus.off ? of : row.and([of, sql<boolean>`not ${isListed}`]);
  },
});

/** The filters with what their words name: a number of a phone or a consumer, or else a nickname. */
export const toConsumerFilters = async (
  db: Db,
  masterKey: Buffer,
  { keywords = '', regionCode, ...filters }: Asked & { ids?: number[] | undefined },
): Promise<Filters> => {
  const words = keywords.trim();
  // A code that nobody knows finds nobody.
  const [province = '-', city] = regionCode ? await regionPath(db, regionCode) : [];
  const place = regionCode ? { province, city } : {};
  if (words === '') return { ...filters, ...place };
  if (isMobile(words)) {
    const firms = await db
      .selectFrom('firm')
      .$if(filters.firmId !== undefined, (query) => query.where('id', '=', filters.firmId!))
      .select('id')
      .execute();
    return { ...filters, ...place, phoneHashes: firms.map(({ id }) => phoneHash(masterKey, id, words)) };
  }
  return { ...filters, ...place, ...(/^\d{1,15}$/.test(words) ? { id: Number(words) } : { nick: words }) };
};

/** The strongest action of each rule somebody hit lately, of a row of consumers. */
const actions = sql<
  number[]
>`array(select max(h.action) from risk_hit h where h.firm_id = member.firm_id and h.uid = member.id
  and ${countsForScore('h')} group by h.code)`;

/** Adds what a row of the list shows, newest first. */
export const asConsumerRows = (query: SelectQueryBuilder<DB, 'member', object>) =>
  query
    .leftJoin('consumerCount as c', (join) =>
      join.onRef('c.firmId', '=', 'member.firmId').onRef('c.id', '=', 'member.id'),
    )
    .select([
      'member.id',
      'member.firmId',
      firmName('member'),
      'member.nickName',
      'member.phoneSealed',
      sql<boolean>`${isByWechat}`.as('isByWechat'),
      sql<string>`coalesce(case when c.city in ('', c.province) then c.province else c.province || ' ' || c.city end, '')`.as(
        'region',
      ),
      sql<number>`coalesce(c.scan_cnt, 0)`.as('scanCnt'),
      sql<number>`coalesce(c.code_cnt, 0)`.as('codeCnt'),
      sql<number>`coalesce(c.draw_cnt, 0)`.as('drawCnt'),
      sql<number>`coalesce(c.win_cnt, 0)`.as('winCnt'),
      sql<number>`coalesce(c.win_amount, 0)`.as('winAmount'),
      sql<number>`coalesce(c.paid_amount, 0)`.as('paidAmount'),
      sql<number>`coalesce(c.ver_cnt, 0)`.as('verCnt'),
      'c.firstScanAt',
      'c.lastScanAt',
      'member.points',
      sql<ConsumerRow['status']>`member.status`.as('status'),
      sql<boolean>`${isListed}`.as('isListed'),
      actions.as('actions'),
      ...times('member'),
    ])
    .orderBy('member.id', 'desc');

export type FoundConsumer = Awaited<ReturnType<ReturnType<typeof asConsumerRows>['execute']>>[number];

/** A consumer with what tells of him masked, or in full (`isPlain`). */
export const toConsumer = (
  masterKey: Buffer,
  { nickName, phoneSealed, isByWechat: byWechat, isListed: listed, actions: hit, ...row }: FoundConsumer,
  isPlain = false,
): ConsumerRow => {
  const phone = openPhone(masterKey, { id: row.id, phoneSealed });
  return {
    ...row,
    consumer: isPlain && nickName ? nickName : maskConsumer({ nickName, uid: row.id }),
    phone: isPlain ? phone : maskPhone(phone),
    source: byWechat ? 'wechat' : 'h5',
    riskScore: riskScore(hit),
    state: listed ? ConsumerStatus.listed : row.status === Enabled.on ? ConsumerStatus.normal : ConsumerStatus.off,
  };
};
