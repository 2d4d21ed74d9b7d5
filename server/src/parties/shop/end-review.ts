import { Review } from '@zhuiyuan/contract/kit/review';
import type { Db } from '../../kit/db/database.ts';

/** A reviewed shop did its first business: 已完成. Any other stays as it is. */
export const endReview = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('shop')
    .set({ audit: Review.done })
    .where('id', '=', id)
    .where('audit', '=', Review.passed)
    .execute();
};
