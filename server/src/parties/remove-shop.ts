import { shopRefusals } from '@zhuiyuan/contract/parties/shop-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { notFound, refuse } from '../kit/refusal.ts';

/** Deletes a shop softly and ends its ties; refused while it is owed anything. */
export const removeShop = async (db: Db, id: number, operatorId: number): Promise<void> => {
  const shop = await db
    .selectFrom('shop')
    .select('id')
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  if (!shop) throw notFound();
  const owed = await db
    .selectFrom('dedAccount')
    .select('balance')
    .where('ownerKind', '=', 1)
    .where('ownerId', '=', id)
    .where('balance', '>', 0)
    .limit(1)
    .executeTakeFirst();
  if (owed) throw refuse(shopRefusals.owesDeductible);
  await db
    .updateTable('shopAss')
    .set({ unbindAt: sql`greatest(clock_timestamp(), bind_at)`, endReason: '门店删除', endedBy: operatorId })
    .where('shopId', '=', id)
    .where('unbindAt', 'is', null)
    .execute();
  await db
    .updateTable('shop')
    .set((row) => ({ isDel: 1, version: row('version', '+', 1), updatedAt: sql`now()` }))
    .where('id', '=', id)
    .execute();
};
