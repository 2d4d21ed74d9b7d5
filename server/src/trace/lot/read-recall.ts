import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { toGtin14 } from '@zhuiyuan/contract/kit/gs1';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

/** Whether the lot with this number of the product with this barcode is being recalled, and what its firm says. */
export const readRecall = async (
  db: Db,
  { gtin, lot }: { gtin: string; lot: string },
): Promise<{ recalled: boolean; text: string }> => {
  const found = await live(db, 'lot')
    .innerJoin('product', 'product.id', 'lot.productId')
    .where('product.gtin', '=', toGtin14(gtin))
    .where('product.isDel', '=', 0)
    .where('lot.lotNo', '=', lot)
    .where('lot.recallState', '=', RecallState.recalled)
    .select('lot.recallText')
    .limit(1)
    .executeTakeFirst();
  return { recalled: Boolean(found), text: found?.recallText ?? '' };
};
