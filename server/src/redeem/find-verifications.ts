import { isVerCode, readVerCode } from '@zhuiyuan/contract/campaign/ver-code';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { verificationApi, VerRow } from '@zhuiyuan/contract/redeem/verification';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { firmName } from '../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../parties/agent-subtree.ts';
import { cityAt } from '../settings/place-of-point.ts';
import { regionNames } from '../settings/region-names.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { reversibleHours } from './reverse-verification.ts';
import { byTier } from '../campaign/by-tier.ts';

export type VerFilters = Omit<InputOf<typeof verificationApi.list>, 'page' | 'limit'> & {
  ids?: number[];
  verNo?: string;
  uid?: number;
};
type FoundState = VerRow['settleState'];
export type Vers = SelectQueryBuilder<DB, 'prizeVer', object>;

/** Prizes that shops handed out, without columns and order. */
export const matchingVers: Matching<'prizeVer', VerFilters> = matchingBy(
  'prizeVer',
  (db) => db.selectFrom('prizeVer'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    keywords: by(
      (words: string) => [words.toUpperCase(), isVerCode(readVerCode(words)) ? readVerCode(words) : ''],
      (row, verNo, code) =>
        row.or([
          sql<boolean>`prize_ver.ver_no = ${verNo}`,
          row('prizeVer.drawId', '=', row.selectFrom('claim').select('claim.drawId').where('claim.verCode', '=', code)),
        ]),
    ),
    verNo: by(
      (words: string) => [words.toUpperCase()],
      (_row, verNo) => sql<boolean>`prize_ver.ver_no = ${verNo}`,
    ),
    uid: eq,
    activityId: eq,
    tierId: byTier('prizeVer'),
    prizeId: eq,
    shopId: eq,
    agentId: by(subtreeGiven, (row, ...given) => row('prizeVer.agentId', 'in', agentSubtree(...given))),
    settleState: eq,
    status: eq,
    dateLimit: at(within, 'verAt'),
  },
);

/** Adds what both lists show, newest first; `seg` and `keyV` are of the code that was drawn with. */
export const asVers = (query: Vers) =>
  query
    .innerJoin('tier', 'tier.id', 'prizeVer.tierId')
    .innerJoin('activity', 'activity.id', 'prizeVer.activityId')
    .innerJoin('member', 'member.id', 'prizeVer.uid')
    .innerJoin('shop', 'shop.id', 'prizeVer.shopId')
    .innerJoin('draw', 'draw.id', 'prizeVer.drawId')
    .leftJoin('segment', 'segment.seg', 'draw.seg')
    .leftJoin('agent', 'agent.id', 'prizeVer.agentId')
    .leftJoin('salesman', 'salesman.id', 'prizeVer.salesmanId')
    .select([
      'prizeVer.id',
      'prizeVer.firmId',
      firmName('prizeVer'),
      'prizeVer.verNo',
      'prizeVer.drawId',
      'tier.prizeName',
      'tier.tierName',
      'prizeVer.activityId',
      'activity.actName',
      'member.nickName',
      'prizeVer.uid',
      'prizeVer.shopId',
      'shop.name as shopName',
      'shop.regionCode',
      'shop.address',
      'prizeVer.agentId',
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
      sql<string>`coalesce(salesman.pic_name, '')`.as('picName'),
      'prizeVer.deductAmount',
      sql<VerStatus>`prize_ver.status`.as('status'),
      sql<FoundState>`prize_ver.settle_state`.as('settleState'),
      'prizeVer.verAt',
      sql<number | null>`prize_ver.lng::float8`.as('lng'),
      sql<number | null>`prize_ver.lat::float8`.as('lat'),
      'prizeVer.remark',
      'prizeVer.version',
      'prizeVer.reversedAt',
      'prizeVer.reverseReason',
      sql<boolean>`(prize_ver.status = ${sql.lit(VerStatus.done)} and prize_ver.settle_state = ${sql.lit(SettleState.open)}
        and prize_ver.ver_at > clock_timestamp() - make_interval(hours => ${sql.lit(reversibleHours)}))`.as(
        'mayReverse',
      ),
      'draw.seg',
      'draw.serial',
      'segment.keyV',
    ])
    .orderBy('prizeVer.id', 'desc');

export type FoundVer = Awaited<ReturnType<ReturnType<typeof asVers>['execute']>>[number];

/** The rows with their shopper masked, and the city in which the phone said it was. */
export const toVerRows = async <Row extends FoundVer>(db: Db, rows: readonly Row[]) => {
  const cities = rows.map(({ lng, lat }) => (lng === null || lat === null ? undefined : cityAt({ lng, lat })));
  const names = await regionNames(
    db,
    cities.filter((code) => code !== undefined),
  );
  return rows.map(({ nickName, uid, ...row }, nth) => ({
    ...row,
    consumer: maskConsumer({ nickName, uid }),
    region: names.get(cities[nth] ?? '') ?? '',
  }));
};

/** What the shops of valid rows that match are owed for them, fen. */
export const sumVers = async (query: Vers): Promise<{ dedAmount: number }> =>
  query
    .select(
      sql<number>`coalesce(sum(prize_ver.deduct_amount) filter (where prize_ver.status = ${sql.lit(VerStatus.done)}), 0)::bigint`.as(
        'dedAmount',
      ),
    )
    .executeTakeFirstOrThrow();
