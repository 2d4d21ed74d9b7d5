import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { shopVerApi } from '@zhuiyuan/contract/redeem/verification';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { at, contains, eq, filtered, within } from '../kit/db/filtered.ts';
import { firmName } from '../kit/db/selectors.ts';
import { agentOfShop, shopsBelow } from '../parties/shops-below.ts';

type Filters = Omit<InputOf<typeof shopVerApi.verifyList>, 'page' | 'limit'>;

const isValid = sql`status = ${sql.lit(VerStatus.done)}`;
const isOpen = sql`${isValid} and settle_state = ${sql.lit(SettleState.open)}`;
const today = sql`date_trunc('day', now())`;
const month = sql`date_trunc('month', now())`;

/** Figures of today and this month, and what is owed; what was taken back counts as that alone. */
export const countVers = async (db: Db, firmId: number | undefined) => {
  const ofFirm = firmId === undefined ? {} : { firmId };
  const counted = await db
    .selectFrom('prizeVer')
    .where((row) => row.and(ofFirm))
    .where('verAt', '>=', sql<string>`${month}`)
    .select([
      sql<number>`(count(*) filter (where ${isValid} and ver_at >= ${today}))::int`.as('todayCount'),
      sql<number>`(count(*) filter (where ${isValid}))::int`.as('monthCount'),
      sql<number>`(count(*) filter (where status = ${sql.lit(VerStatus.reversed)}))::int`.as('reversedCount'),
    ])
    .executeTakeFirstOrThrow();
  const { openAmount } = await db
    .selectFrom('prizeVer')
    .where((row) => row.and(ofFirm))
    .where('status', '=', sql.lit(VerStatus.done))
    .where('settleState', '=', sql.lit(SettleState.open))
    .select(sql<number>`coalesce(sum(deduct_amount), 0)::bigint`.as('openAmount'))
    .executeTakeFirstOrThrow();
  return { ...counted, openAmount };
};

/** Shops that handed out something within the filters, with what it comes to. */
export const matchingVerified = (db: Db, { activityId, dateLimit, ...filters }: Filters) => {
  const done = filtered(
    db.selectFrom('prizeVer'),
    'prizeVer',
    { activityId, dateLimit },
    { activityId: eq, dateLimit: at(within, 'verAt') },
  )
    .select([
      'shopId',
      sql<number>`count(*) filter (where ${isValid})`.as('verCnt'),
      sql<number>`coalesce(sum(deduct_amount) filter (where ${isValid}), 0)::bigint`.as('verAmount'),
      sql<number>`count(*) filter (where ${isValid} and ver_at >= ${today})`.as('todayCount'),
      sql<number>`count(*) filter (where status = ${sql.lit(VerStatus.reversed)})`.as('reversedCount'),
      sql<number>`coalesce(sum(deduct_amount) filter (where ${isOpen}), 0)::bigint`.as('unsettledAmount'),
      sql<string | null>`max(ver_at) filter (where ${isValid})`.as('lastVerAt'),
    ])
    .groupBy('shopId');
  return filtered(db.selectFrom(done.as('done')).innerJoin('shop', 'shop.id', 'done.shopId'), 'shop', filters, {
    firmId: (id, row) => row('shop.firmId', '=', id),
    agentId: (id, row) => row('shop.id', 'in', shopsBelow(id)),
    keywords: (words, row) =>
      row.or(['shop.name', 'shop.shopNo'].map((column) => contains.holds(column, ...contains.given(words)!))),
  });
};

export const asVerified = (query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      'done.shopId',
      'shop.firmId',
      firmName('shop'),
      'shop.name as shopName',
      agentOfShop('shop.id').as('agentName'),
      'done.verCnt',
      'done.verAmount',
      'done.todayCount',
      'done.reversedCount',
      'done.unsettledAmount',
      'done.lastVerAt',
    ])
    .orderBy(sql`done.last_ver_at desc nulls last`)
    .orderBy('done.shopId', 'desc');

/** What all shops of the list come to. */
export const sumVerified = (query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      sql<number>`coalesce(sum(done.ver_cnt), 0)::bigint`.as('verCnt'),
      sql<number>`coalesce(sum(done.ver_amount), 0)::bigint`.as('verAmount'),
      sql<number>`coalesce(sum(done.unsettled_amount), 0)::bigint`.as('unsettledAmount'),
    ])
    .executeTakeFirstOrThrow();
