import type { ShopDuctRow, ShopVerRow, ShopVerSums, VerPreview } from '@zhuiyuan/contract/redeem/shop-redeem';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { refuse } from '../kit/refusal.ts';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { verRef } from '../parties/deductible/credit-shop.ts';
import { findBalance } from '../parties/deductible/deductible-account.ts';
import { findClaim, judgeClaim, requireShop } from './judge-claim.ts';
import { maskConsumer } from '../member/mask-consumer.ts';

/** The name of whoever owes a shop: its dealer, or the firm. */
const payerName = async (db: Db, { firmId, agentId }: { firmId: number; agentId: number | null }): Promise<string> =>
  agentId === null
    ? (await db.selectFrom('firm').where('id', '=', firmId).select('name').executeTakeFirstOrThrow()).name
    : (await db.selectFrom('agent').where('id', '=', agentId).select('name').executeTakeFirstOrThrow()).name;

/** What a code would hand out in a shop; refuses what {@link judgeClaim} does, and what this shop handed out just now. */
export const previewPrize = async (
  db: Db,
  { verCode, shopId }: { verCode: string; shopId: number },
): Promise<VerPreview> => {
  const shop = await requireShop(db, shopId);
  const claim = await findClaim(db, verCode);
  const given = await judgeClaim(db, claim, shop);
  if (given) throw refuse(redeemRefusals.used, {}, { shopName: given.shopName, verAt: given.verAt });
  const facts = await db
    .selectFrom('claim')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .where('claim.drawId', '=', claim.drawId)
    .select([
      'tier.prizeName',
      'tier.tierName',
      'tier.image',
      'activity.actName',
      'member.nickName',
      'member.id as uid',
    ])
    .executeTakeFirstOrThrow();
  return {
    verCode,
    prizeName: facts.prizeName,
    tierName: facts.tierName,
    activityName: facts.actName,
    image: facts.image,
    expireAt: claim.expireAt,
    consumer: maskConsumer(facts),
    deductAmount: claim.deductAmount,
    payerName: await payerName(db, shop),
  };
};

const asVerRows = (query: SelectQueryBuilder<DB, 'prizeVer', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'prizeVer.tierId')
    .innerJoin('activity', 'activity.id', 'prizeVer.activityId')
    .innerJoin('member', 'member.id', 'prizeVer.uid')
    .select([
      'prizeVer.id',
      'prizeVer.verNo',
      'tier.prizeName',
      'tier.tierName',
      'tier.image',
      'activity.actName as activityName',
      'member.nickName',
      'prizeVer.uid',
      'prizeVer.deductAmount',
      sql<VerStatus>`prize_ver.status`.as('status'),
      'prizeVer.verAt',
      'prizeVer.reversedAt',
    ])
    .orderBy('prizeVer.id', 'desc');

const sumOf = async (db: Db, shopId: number): Promise<ShopVerSums> => {
  const today = await db
    .selectFrom('prizeVer')
    .where('shopId', '=', shopId)
    .where('status', '=', VerStatus.done)
    .where((row) =>
      row.or([row('settleState', '=', SettleState.open), row('verAt', '>=', sql<string>`date_trunc('day', now())`)]),
    )
    .select([
      sql<number>`(count(*) filter (where ver_at >= date_trunc('day', now())))::int`.as('todayCount'),
      sql<number>`coalesce(sum(deduct_amount) filter (where ver_at >= date_trunc('day', now())), 0)::bigint`.as(
        'todayAmount',
      ),
      sql<number>`(count(*) filter (where settle_state = ${sql.lit(SettleState.open)}))::int`.as('openCount'),
    ])
    .executeTakeFirstOrThrow();
  return { ...today, balance: await findBalance(db, DeductibleOwner.shop, shopId) };
};

/** What a shop handed out, newest first, with what it is owed. */
export const listShopVers = async (
  db: Db,
  shopId: number,
  { today, ...paging }: { today: boolean; page: number; limit: number },
) => {
  const rows = db
    .selectFrom('prizeVer')
    .where('prizeVer.shopId', '=', shopId)
    .$if(today, (query) => query.where('prizeVer.verAt', '>=', sql<string>`date_trunc('day', now())`));
  const page = await findPage(db, paging, rows, asVerRows);
  return {
    ...page,
    list: page.list.map(({ nickName, uid, ...row }): ShopVerRow => ({
      ...row,
      consumer: maskConsumer({ nickName, uid }),
    })),
    sum: await sumOf(db, shopId),
  };
};

const asDuctRows = (query: SelectQueryBuilder<DB, 'dedLog', object>) =>
  query
    .leftJoin('prizeVer', (join) => join.onRef('prizeVer.id', '=', 'dedLog.refId').on('dedLog.refKind', '=', verRef))
    .leftJoin('tier', 'tier.id', 'prizeVer.tierId')
    .select([
      'dedLog.id',
      sql<ShopDuctRow['kind']>`ded_log.kind`.as('kind'),
      sql<string>`coalesce(case when ded_log.peer_kind = ${sql.lit(DeductibleOwner.agent)}
        then (select name from agent where agent.id = ded_log.peer_id and agent.firm_id = ded_log.firm_id)
        else (select name from firm where firm.id = ded_log.firm_id) end, '')`.as('payerName'),
      sql<string>`coalesce(tier.prize_name, '')`.as('prizeName'),
      sql<string>`coalesce(prize_ver.ver_no, '')`.as('verNo'),
      'dedLog.amount',
      'dedLog.balanceAfter',
      'dedLog.at',
    ])
    .orderBy('dedLog.id', 'desc');

/** How what a shop is owed changed, newest first. */
export const listShopDucts = (db: Db, shopId: number, paging: { page: number; limit: number }) =>
  findPage(
    db,
    paging,
    db.selectFrom('dedLog').where('dedLog.ownerKind', '=', DeductibleOwner.shop).where('dedLog.ownerId', '=', shopId),
    asDuctRows,
  );
