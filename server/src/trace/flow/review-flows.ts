import { Review } from '@zhuiyuan/contract/kit/review';
import { flowRefusals } from '@zhuiyuan/contract/trace/flow/flow-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { eachRow } from '../../kit/each-row.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { appendToChain } from './flow-chain.ts';
import { lockFlow } from './flow-writes.ts';

/** Passes (1) records into the chains of their lots, or sends them back (2); those that are not waiting are named. 404 when none of them is there. */
export const reviewFlows = async (
  db: Db,
  { ids, audit, remark }: { ids: number[]; audit: typeof Review.passed | typeof Review.rejected; remark: string },
  operatorId: number,
) => {
  const rows = await live(db, 'flow')
    .select(['id', 'lotId'])
    .where('id', 'in', ids)
    // the order in which chains are locked, and the order records join them
    .orderBy('lotId')
    .orderBy('occurAt')
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw notFound();
  const lotIds = new Map(rows.map(({ id, lotId }) => [id, lotId]));
  return eachRow(lotIds.keys(), async (id) => {
    if (audit === Review.passed) {
      await appendToChain(db, id, lotIds.get(id)!, operatorId);
      return;
    }
    const flow = await lockFlow(db, id);
    if (flow.audit !== Review.waiting) throw refuse(flowRefusals.notWaiting);
    await changeRow(db, 'flow', id, {
      audit: Review.rejected,
      auditBy: operatorId,
      auditAt: sql<string>`now()`,
      auditRemark: remark,
    });
  });
};
