import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';
import { agentSubtree } from '../agent-subtree.ts';

type Input<K extends 'dedList' | 'verifyList'> = Omit<InputOf<(typeof shopSettlementApi)[K]>, 'page' | 'limit'>;

export type DedFilters = Input<'dedList'>;

/** Ids of the shops that belong to a dealer or to somebody below him now, as a subquery. */
const shopsOfAgent = (db: Db, agentId: number) =>
  db
    .selectFrom('shopAss')
    .select('shopAss.shopId')
    .where('shopAss.kind', '=', ShopLinkKind.agent)
    .where('shopAss.unbindAt', 'is', null)
    .where('shopAss.targetId', 'in', agentSubtree(agentId));

const firmName = (db: Db) =>
  sql<string>`(${db.selectFrom('firm').select('firm.name').whereRef('firm.id', '=', sql.ref('shop.firmId'))})`;

const agentName = (db: Db, shopId: string) =>
  sql<string>`coalesce((${db
    .selectFrom('shopAss')
    .innerJoin('agent', 'agent.id', 'shopAss.targetId')
    .select('agent.name')
    .where('shopAss.kind', '=', ShopLinkKind.agent)
    .where('shopAss.unbindAt', 'is', null)
    .whereRef('shopAss.shopId', '=', sql.ref(shopId))}), '')`;

/** Shops with a deductible, with the sums of what they are owed by every dealer they ever had. */
export const matchingDeductible = (db: Db, filters: DedFilters) => {
  let accounts = db
    .selectFrom('dedAccount')
    .where('ownerKind', '=', DeductibleOwner.shop)
    .select([
      'ownerId as shopId',
      sql<number>`sum(balance)::bigint`.as('balance'),
      sql<number>`sum(total_in)::bigint`.as('totalIn'),
      sql<number>`sum(total_out)::bigint`.as('totalOut'),
      sql<number>`sum(qty_in)::bigint`.as('qty'),
    ])
    .groupBy('ownerId');
  if (filters.minAmount !== undefined) accounts = accounts.having(sql<boolean>`sum(balance) >= ${filters.minAmount}`);
  let query = db.selectFrom(accounts.as('owed')).innerJoin('shop', 'shop.id', 'owed.shopId');
  if (filters.firmId) query = query.where('shop.firmId', '=', filters.firmId);
  if (filters.shopId) query = query.where('shop.id', '=', filters.shopId);
  if (filters.agentId) query = query.where('shop.id', 'in', shopsOfAgent(db, filters.agentId));
  return query;
};

export const asDeductibleRows = (db: Db) => (query: ReturnType<typeof matchingDeductible>) =>
  query
    .select((row) => [
      'owed.shopId',
      'shop.firmId',
      firmName(db).as('firmName'),
      'shop.name as shopName',
      agentName(db, 'shop.id').as('agentName'),
      'owed.balance',
      'owed.totalIn',
      'owed.totalOut',
      'owed.qty',
      row
        .selectFrom('dedLog')
        .select(sql<string | null>`max(at)`.as('at'))
        .where('ownerKind', '=', DeductibleOwner.shop)
        .whereRef('ownerId', '=', 'owed.shopId')
        .as('lastAt'),
    ])
    .orderBy('owed.balance', 'desc')
    .orderBy('owed.shopId', 'desc');

/** What all shops of a deductible list are owed together. */
export const sumDeductible = (query: ReturnType<typeof matchingDeductible>) =>
  query
    .select([
      sql<number>`coalesce(sum(owed.total_in), 0)::bigint`.as('totalIn'),
      sql<number>`coalesce(sum(owed.total_out), 0)::bigint`.as('totalOut'),
      sql<number>`coalesce(sum(owed.balance), 0)::bigint`.as('balance'),
    ])
    .executeTakeFirstOrThrow();

/** Shops with verifications within the filters, counted from the entries that credit them. */
export const matchingVerified = (db: Db, filters: Input<'verifyList'>) => {
  let entries = db
    .selectFrom('dedLog')
    .where('ownerKind', '=', DeductibleOwner.shop)
    .where('kind', 'in', [DedKind.verify, DedKind.reverse])
    .where(within('dedLog.at', filters.dateLimit))
    .select([
      'ownerId as shopId',
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.verify)})`.as('verCnt'),
      sql<number>`coalesce(sum(amount) filter (where kind = ${sql.lit(DedKind.verify)}), 0)::bigint`.as('verAmount'),
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.verify)} and at >= current_date)`.as('todayCount'),
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.reverse)})`.as('reversedCount'),
      sql<string | null>`max(at) filter (where kind = ${sql.lit(DedKind.verify)})`.as('lastVerAt'),
    ])
    .groupBy('ownerId');
  if (filters.activityId) entries = entries.where('activityId', '=', filters.activityId);
  let query = db.selectFrom(entries.as('done')).innerJoin('shop', 'shop.id', 'done.shopId');
  if (filters.firmId) query = query.where('shop.firmId', '=', filters.firmId);
  if (filters.agentId) query = query.where('shop.id', 'in', shopsOfAgent(db, filters.agentId));
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) => row.or([row('shop.name', 'ilike', pattern), row('shop.shopNo', 'ilike', pattern)]));
  }
  return query;
};

const unsettled = (db: Db) =>
  sql<number>`coalesce((${db
    .selectFrom('dedAccount')
    .select(sql`sum(balance)::bigint`.as('sum'))
    .where('ownerKind', '=', DeductibleOwner.shop)
    .whereRef('ownerId', '=', sql.ref('done.shopId'))}), 0)`;

export const asVerifiedRows = (db: Db) => (query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      'done.shopId',
      'shop.firmId',
      firmName(db).as('firmName'),
      'shop.name as shopName',
      agentName(db, 'shop.id').as('agentName'),
      'done.verCnt',
      'done.verAmount',
      'done.todayCount',
      'done.reversedCount',
      unsettled(db).as('unsettledAmount'),
      'done.lastVerAt',
    ])
    .orderBy('done.lastVerAt', 'desc')
    .orderBy('done.shopId', 'desc');

export const sumVerified = (db: Db, query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      sql<number>`coalesce(sum(done.ver_cnt), 0)::bigint`.as('verCnt'),
      sql<number>`coalesce(sum(done.ver_amount), 0)::bigint`.as('verAmount'),
      sql<number>`coalesce(sum(${unsettled(db)}), 0)::bigint`.as('unsettledAmount'),
    ])
    .executeTakeFirstOrThrow();
