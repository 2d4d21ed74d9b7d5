import type { redemptionApi, RedemptionRow } from '@zhuiyuan/contract/claim/redemption';
import type { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { among, at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { firmName, staffName, times } from '../kit/db/selectors.ts';
import { maskConsumer } from '../member/mask-consumer.ts';
import { regionNames } from '../settings/region-names.ts';
import { maskAddress, maskName } from './mask-person.ts';
import { byTier } from '../campaign/by-tier.ts';

export type RedemptionFilters = Omit<InputOf<typeof redemptionApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** Orders that filters mean, without columns and order. */
export const matchingRedemptions: Matching<'redemption', RedemptionFilters> = matchingBy(
  'redemption',
  (db) => db.selectFrom('redemption'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    keywords: by(
      (words: string) => [words.trim().toUpperCase()],
      (row, number) =>
        row.or([
          row('redemption.redeemNo', '=', number),
          row.and([row('redemption.shipNo', '=', number), row('redemption.shipNo', '<>', sql.lit(''))]),
          row(
            'redemption.drawId',
            'in',
            row.selectFrom('claim').where('claim.claimNo', '=', number).select('claim.drawId'),
          ),
        ]),
    ),
    activityId: eq,
    tierId: byTier('redemption'),
    uid: eq,
    phone: eq,
    status: eq,
    isShipped: by(
      (isShipped: boolean) => [isShipped],
      (_row, isShipped) => sql<boolean>`(redemption.shipped_at is not null) = ${isShipped}::boolean`,
    ),
    dateLimit: at(within, 'createdAt'),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asRedemptionRows = (query: SelectQueryBuilder<DB, 'redemption', object>) =>
  query
    .innerJoin('claim', 'claim.drawId', 'redemption.drawId')
    .innerJoin('tier', 'tier.id', 'redemption.tierId')
    .innerJoin('activity', 'activity.id', 'redemption.activityId')
    .innerJoin('member', 'member.id', 'redemption.uid')
    .select([
      'redemption.id',
      'redemption.firmId',
      firmName('redemption'),
      'redemption.redeemNo',
      'claim.claimNo',
      'activity.actName as activityName',
      'tier.tierName',
      'tier.prizeName',
      'tier.image',
      'redemption.uid',
      'member.nickName',
      'redemption.receiver',
      'redemption.phone',
      'redemption.regionCode',
      'redemption.address',
      sql<RedemptionStatus>`redemption.status`.as('status'),
      staffName('redemption.auditBy').as('auditName'),
      'redemption.version',
      'redemption.auditAt',
      'redemption.auditRemark',
      'redemption.shipCompany',
      'redemption.shipNo',
      'redemption.shippedAt',
      'redemption.finishedAt',
      'redemption.closedAt',
      'redemption.closeReason',
      ...times('redemption'),
    ])
    .orderBy('redemption.id', 'desc');

type Found = Awaited<ReturnType<ReturnType<typeof asRedemptionRows>['execute']>>[number];

/** Names the regions of orders; receivers stand in full. */
export const plainRedemptions = async (db: Db, rows: readonly Found[]): Promise<RedemptionRow[]> => {
  const regions = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  return rows.map(({ regionCode, nickName, ...row }) => ({
    ...row,
    regionName: regions.get(regionCode) ?? '',
    consumer: maskConsumer({ nickName, uid: row.uid }),
  }));
};

/** Orders as lists and usual exports show them. */
export const maskedRedemptions = async (db: Db, rows: readonly Found[]): Promise<RedemptionRow[]> =>
  (await plainRedemptions(db, rows)).map((row) => ({
    ...row,
    receiver: maskName(row.receiver),
    phone: maskPhone(row.phone),
    address: maskAddress(row.address),
  }));
