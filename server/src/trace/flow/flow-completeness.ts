import { Review } from '@zhuiyuan/contract/kit/review';
import type { Completeness } from '@zhuiyuan/contract/trace/flow/flow-row';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';

/** Which of the product's 必填流程 a lot has an audited, valid record of. Nothing for a lot that is not there. */
export const flowCompleteness = async (db: Db, lotId: number): Promise<Completeness | undefined> => {
  const lot = await live(db, 'lot')
    .innerJoin('product', 'product.id', 'lot.productId')
    .select('product.flowTypeIds')
    .where('lot.id', '=', lotId)
    .executeTakeFirst();
  if (!lot) return undefined;
  const needed = z.array(z.number()).parse(lot.flowTypeIds);
  if (needed.length === 0) return { need: 0, done: 0, missing: [] };
  const types = await live(db, 'flowType')
    .where('flowType.id', 'in', needed)
    .select((row) => [
      'flowType.name',
      row
        .exists(
          row
            .selectFrom('flow')
            .select('flow.id')
            .whereRef('flow.flowTypeId', '=', 'flowType.id')
            .where('flow.lotId', '=', lotId)
            .where('flow.audit', '=', Review.passed)
            .where('flow.voidAt', 'is', null),
        )
        .as('isDone'),
    ])
    .orderBy('flowType.sort')
    .orderBy('flowType.id')
    .execute();
  const missing = types.filter(({ isDone }) => !isDone).map(({ name }) => name);
  return { need: types.length, done: types.length - missing.length, missing };
};
