import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { requireEnabled } from '../../kit/db/rows.ts';

/** What other domains need of a product they bind codes to. */
export interface BoundProduct {
  id: number;
  firmId: number;
  storeName: string;
  unit: string;
  /** 14 digits, or null. */
  gtin: string | null;
  boxNum: number;
  caseNum: number;
}

/** The enabled product with this number; refuses 61012 when it is disabled, deleted or another firm's. */
export const requireProduct = async (db: Db, id: number): Promise<BoundProduct> => {
  const columns = ['id', 'firmId', 'storeName', 'unit', 'gtin', 'boxNum', 'caseNum'] as const;
  // Not locked: what binds codes to it counts them in this very row as its last step, which two at a time would wait for.
  return requireEnabled(db, 'product', id, columns, () => refuse(traceRefusals.productGone));
};

/** Remembers that boxes of a product exist, so that its pack ratio stays what they were packed by. */
export const keepPackRatio = async (db: Db, productId: number): Promise<void> => {
  await db
    .updateTable('product')
    .set({ hasBoxes: true })
    .where('id', '=', productId)
    .where('hasBoxes', '=', false)
    .execute();
};
