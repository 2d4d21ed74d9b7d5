import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { Db } from '../../kit/db/database.ts';
import { endReview } from '../../parties/shop/end-review.ts';
import type { Doc } from '../document/lock-docs.ts';

/** A shop that signs for goods the first time has begun its business. */
export const completeShop = async (db: Db, { toKind, toId }: Pick<Doc, 'toKind' | 'toId'>): Promise<void> => {
  if (toKind === Holder.shop) await endReview(db, toId);
};
