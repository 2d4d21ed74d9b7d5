import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { invalid } from '../../kit/refusal.ts';
import { lockChosenAgent } from '../../parties/lock-chosen.ts';

/** Who asks whom, until when. */
interface Ends {
  agentId: number;
  toAgentId?: number | null | undefined;
  expectDate?: string | null | undefined;
}

/**
 * Refuses a dealer who is disabled, a supplier who is neither the firm nor the dealer directly above, and a day that has passed; what
 * stays as it was `before` is not held against the present.
 */
export const checkNeed = async (db: Db, firmId: number, draft: Ends, before?: Ends): Promise<void> => {
  const sameAgent = before?.agentId === draft.agentId;
  if (!sameAgent) await lockChosenAgent(db, firmId, draft.agentId);
  const { toAgentId } = draft;
  if (toAgentId && !(sameAgent && before?.toAgentId === toAgentId)) {
    const above = await live(db, 'agent')
      .innerJoin('agent as above', (join) => join.onRef('above.id', '=', 'agent.pid'))
      .where('agent.id', '=', draft.agentId)
      .where('agent.firmId', '=', firmId)
      .where('above.isDel', '=', 0)
      .where('above.status', '=', Enabled.on)
      .select('above.id')
      .executeTakeFirst();
    if (above?.id !== toAgentId) throw invalid('toAgentId', '供货方只能是企业或上级经销商');
  }
  const { expectDate } = draft;
  if (expectDate && expectDate !== before?.expectDate && expectDate < shanghaiToday())
    throw invalid('expectDate', '期望到货日期不能早于今天');
};

/** The firm's next number of today: `SQ20261125-0001` of a request, `YH…` of an order. */
export const nextNeedNumber = (db: Db, firmId: number, kind: 'apply' | 'order'): Promise<string> => {
  const day = shanghaiToday().replaceAll('-', '');
  return kind === 'apply'
    ? nextNumber(db, { table: 'needApply', column: 'applyNo', prefix: `SQ${day}-`, digits: 4, firmId })
    : nextNumber(db, { table: 'needOrder', column: 'orderNo', prefix: `YH${day}-`, digits: 4, firmId });
};
