import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { missingField } from '@zhuiyuan/contract/campaign/draw/collect';
import type { MyPrize, MyPrizeDetail } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { drawNoText } from '../draw-no.ts';
import { openCollected } from './collect-claim.ts';

type Claims = SelectQueryBuilder<DB, 'claim', object>;

/** Claims of an account at whatever firm, or at one. */
const matching: Matching<'claim', { accountId: number; status?: number; claimNo?: string }> = matchingBy(
  'claim',
  (db) => db.selectFrom('claim'),
  {
    accountId: by(
      (id: number) => [id],
      (row, id) =>
        row.exists(
          row
            .selectFrom('member')
            .select('member.id')
            .whereRef('member.id', '=', 'claim.uid')
            .where('member.accountId', '=', id),
        ),
    ),
    status: eq,
    claimNo: eq,
  },
);

const asRows = (query: Claims) =>
  query
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .select([
      'claim.drawId as id',
      'claim.firmId',
      'claim.activityId',
      'claim.claimNo',
      'claim.status',
      'claim.claimMode',
      'claim.expireAt',
      'claim.claimedAt',
      'claim.closeReason',
      'claim.closeText',
      'claim.hold',
      'claim.busy',
      'claim.drawId',
      'claim.collected',
      'claim.verCode',
      'activity.actName as activityName',
      'activity.verifyAll',
      'activity.contact',
      'activity.collectFields',
      'activity.collectReason',
      'tier.tierName',
      'tier.prizeName',
      'tier.image',
      'tier.alsoPost',
      'claim.prizeType',
      'claim.amount',
      'claim.points',
      drawNoText('draw').as('drawNo'),
      'draw.drawnAt',
    ])
    .orderBy('claim.drawId', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof asRows>['execute']>>[number];

const toPrize = (row: Row): MyPrize => ({
  claimNo: row.claimNo,
  status: row.status as MyPrize['status'],
  claimMode: row.claimMode,
  expireAt: row.expireAt,
  activityName: row.activityName,
  tierName: row.tierName,
  prize: {
    type: row.prizeType as MyPrize['prize']['type'],
    name: row.prizeName,
    image: row.image,
    amount: row.amount,
    points: row.points,
  },
  drawNo: row.drawNo,
  drawnAt: row.drawnAt,
  claimedAt: row.claimedAt,
  closeText: row.closeReason === '' ? '' : row.closeText || CloseReason.label(row.closeReason),
  hold: row.hold,
  isPosted: row.busy === ClaimBusy.posting,
});

/** A page of what an account won, newest first. */
export const listMyPrizes = async (
  db: Db,
  input: { accountId: number; status?: number; page: number; limit: number },
) => {
  const page = await findPage(db, input, matching(db, input), asRows, { drawId: 'bigint' });
  return { ...page, list: page.list.map(toPrize) };
};

const nearKm = 50;
const nearest = 3;

/** Shops where a prize is handed out: the nearest to a place, within 50 km of it; without one the first. */
const findShops = async (
  db: Db,
  { firmId, activityId, verifyAll }: Row,
  place: { lng: number; lat: number } | undefined,
): Promise<MyPrizeDetail['shops']> => {
  const distance = place
    ? sql<number | null>`round(6371000 * 2 * asin(least(1, sqrt(
        power(sin(radians(shop.lat - ${place.lat}::float8) / 2), 2)
        + cos(radians(${place.lat}::float8)) * cos(radians(shop.lat)) * power(sin(radians(shop.lng - ${place.lng}::float8) / 2), 2)))))::int`
    : sql<number | null>`null::int`;
  const shops = await live(db, 'shop')
    .where('shop.firmId', '=', firmId)
    .where('shop.status', '=', Enabled.on)
    .$if(!verifyAll, (query) =>
      query.where('shop.id', 'in', db.selectFrom('bindAct').where('activityId', '=', activityId).select('shopId')),
    )
    .$if(place !== undefined, (query) => query.where(sql<boolean>`${distance} <= ${sql.lit(nearKm * 1000)}`))
    .select([
      'shop.id as shopId',
      'shop.name',
      'shop.address',
      'shop.phone',
      'shop.lng',
      'shop.lat',
      distance.as('distance'),
    ])
    .orderBy(sql`distance nulls last`)
    .orderBy('shop.id')
    .limit(nearest)
    .execute();
  return shops;
};

/** One prize of an account in full; 404 for anybody else's. */
export const readMyPrize = async (
  db: Db,
  masterKey: Buffer,
  {
    accountId,
    claimNo,
    place,
  }: { accountId: number; claimNo: string; place?: { lng: number; lat: number } | undefined },
): Promise<MyPrizeDetail> => {
  const row = await asRows(matching(db, { accountId, claimNo })).executeTakeFirst();
  if (!row) throw notFound();
  const collectFields = row.collectFields as unknown as MyPrizeDetail['collectFields'];
  const isOpen = row.status === ClaimStatus.open && !row.hold;
  const needCollect = isOpen && missingField(collectFields, openCollected(masterKey, row)) !== undefined;
  const isAtShop = row.prizeType === PrizeType.goods && row.claimMode === ClaimMode.shop && isOpen;
  const firm = await db.selectFrom('firm').where('id', '=', row.firmId).select('name').executeTakeFirstOrThrow();
  return {
    ...toPrize(row),
    firmName: firm.name,
    contact: row.contact,
    verCode: isAtShop && !needCollect ? (row.verCode ?? '') : '',
    alsoPost: row.alsoPost,
    shops: isAtShop ? await findShops(db, row, place) : [],
    collectFields,
    collectReason: row.collectReason,
    needCollect,
  };
};
