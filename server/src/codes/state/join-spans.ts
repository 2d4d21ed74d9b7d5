import type { Db } from '../../kit/db/database.ts';
import { chunked, toRange } from './put-spans.ts';
import type { Run } from './ranges.ts';

/** Makes the first of some spans hold for all of them, as said by the latest operation. The caller holds the lock of their segment. */
export const joinSpans = async (
  db: Db,
  firmId: number,
  { ids: [first, ...others], seq, opId, ...run }: Run & { ids: readonly number[]; seq: number; opId: number },
): Promise<void> => {
  for (const chunk of chunked(others))
    await db.deleteFrom('codeSpan').where('firmId', '=', firmId).where('id', 'in', chunk).execute();
  await db
    .updateTable('codeSpan')
    .set({ span: toRange(run), seq, opId })
    .where('firmId', '=', firmId)
    .where('id', '=', first!)
    .execute();
};
