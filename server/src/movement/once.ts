import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { createHash } from 'node:crypto';
import type { Db } from '../kit/db/database.ts';
import { refuse } from '../kit/refusal.ts';

/**
 * Carries out a request of which the same may be sent again: under the same key it answers what it answered at first. The same key
 * with another content is refused (61097); a refused request leaves no key, for its transaction leaves nothing. Two at the same
 * moment wait for each other. Without a key it is simply carried out.
 */
export const once = async <T extends object | null>(
  db: Db,
  { firmId, idemKey, request }: { firmId: number; idemKey: string | undefined; request: unknown },
  work: () => Promise<T>,
): Promise<T> => {
  if (!idemKey) return work();
  const reqHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const begun = await db
    .insertInto('moveRequest')
    .values({ firmId, idemKey, reqHash })
    .onConflict((conflict) => conflict.columns(['firmId', 'idemKey']).doNothing())
    .returning('idemKey')
    .executeTakeFirst();
  if (!begun) {
    const former = await db
      .selectFrom('moveRequest')
      .where('firmId', '=', firmId)
      .where('idemKey', '=', idemKey)
      .select(['reqHash', 'result'])
      .executeTakeFirstOrThrow();
    if (former.reqHash.trim() !== reqHash) throw refuse(codeRefusals.idemOther);
    return former.result as T;
  }
  const result = await work();
  await db
    .updateTable('moveRequest')
    .set({ result: JSON.stringify(result) })
    .where('firmId', '=', firmId)
    .where('idemKey', '=', idemKey)
    .execute();
  return result;
};
