import { Review } from '@zhuiyuan/contract/kit/review';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { invalid, refuse, Refusal } from '../../kit/refusal.ts';
import { presentLinks } from '../present-links.ts';
import { bindApplicant } from './shop-application.ts';
import { linkShops } from './shop-link-writes.ts';

/**
 * Passes a shop that waits for review (通过), or rejects it with its cause. Refuses any other (61150). One without a dealer is passed with the
 * one given, and refused without (61152). Who put his own shop forward acts as it on his phone from then on.
 */
export const reviewShop = async (
  db: Db,
  {
    id,
    audit,
    remark,
    agentId,
  }: { id: number; audit: typeof Review.passed | typeof Review.rejected; remark: string; agentId?: number | undefined },
  operatorId: number,
): Promise<void> => {
  const shop = await lockRow(db, 'shop', id, ['audit', 'firmId']);
  if (shop.audit !== Review.waiting) throw refuse(shopRefusals.reviewOver);
  if (audit === Review.passed) {
    const agent = await presentLinks(ShopLinkKind.agent, db)
      .select('shopAss.shopId')
      .where('shopAss.shopId', '=', id)
      .executeTakeFirst();
    if (!agent && !agentId) throw refuse(shopRefusals.needsAgent);
    if (!agent && agentId) await giveAgent(db, { ...shop, id, agentId }, operatorId);
    await bindApplicant(db, { id, firmId: shop.firmId, operatorId });
  }
  await changeRow(db, 'shop', id, {
    audit,
    auditRemark: audit === Review.rejected ? remark : '',
    auditBy: operatorId,
    auditAt: sql<string>`now()`,
  });
};

const giveAgent = async (
  db: Db,
  { id, firmId, agentId }: { id: number; firmId: number; agentId: number },
  operatorId: number,
): Promise<void> => {
  const change = { kind: ShopLinkKind.agent, targetId: agentId, reason: '门店审核' };
  await linkShops(db, firmId, [id], change, operatorId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 400) throw invalid('agentId', error.message);
    throw error;
  });
};
