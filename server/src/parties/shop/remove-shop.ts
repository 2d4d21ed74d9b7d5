import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { sql } from 'kysely';
import { countHeldItems } from '../../codes/state/count-held-items.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { changeRow, lockRow } from '../../kit/db/rows.ts';
import { findBalance } from '../deductible/deductible-account.ts';

/** Deletes a shop softly and ends its links; refused while it is owed anything or has goods in hand. */
export const removeShop = async (db: Db, id: number, operatorId: number): Promise<void> => {
  await lockRow(db, 'shop', id);
  if ((await findBalance(db, DeductibleOwner.shop, id)) > 0) throw refuse(partyRefusals.hasBalance);
  const held = (await countHeldItems(db, Holder.shop, [id])).get(id) ?? 0;
  if (held > 0) throw refuse(shopRefusals.holdsGoods, { n: held });
  await db
    .updateTable('shopAss')
    .set({ unbindAt: sql`greatest(clock_timestamp(), bind_at)`, endReason: '门店删除', endedBy: operatorId })
    .where('shopId', '=', id)
    .where('unbindAt', 'is', null)
    .execute();
  await changeRow(db, 'shop', id, { isDel: 1 });
};
