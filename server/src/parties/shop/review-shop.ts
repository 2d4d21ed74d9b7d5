import { Review } from '@zhuiyuan/contract/kit/review';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { refuse } from '../../kit/refusal.ts';
import { presentLinks } from '../present-links.ts';

/** Passes a shop that waits for review (通过), or rejects it with its cause. Refuses any other (61150), and to pass one without a dealer (61152). */
export const reviewShop = async (
  db: Db,
  { id, audit, remark }: { id: number; audit: typeof Review.passed | typeof Review.rejected; remark: string },
  operatorId: number,
): Promise<void> => {
  const shop = await lockRow(db, 'shop', id, ['audit']);
  if (shop.audit !== Review.waiting) throw refuse(shopRefusals.reviewOver);
  if (audit === Review.passed) {
    const agent = await presentLinks(ShopLinkKind.agent, db)
      .select('shopAss.shopId')
      .where('shopAss.shopId', '=', id)
      .executeTakeFirst();
    if (!agent) throw refuse(shopRefusals.needsAgent);
  }
  await changeRow(db, 'shop', id, {
    audit,
    auditRemark: audit === Review.rejected ? remark : '',
    auditBy: operatorId,
    auditAt: sql<string>`now()`,
  });
};
