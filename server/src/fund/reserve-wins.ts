import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { lockBudget, type BudgetOf } from './budget.ts';

/** Cash somebody won: what it is for (a draw), and fen above 0. */
export interface Win {
  refId: number;
  amount: number;
}

/**
 * Reserves cash of one activity for those who won it (预占), in their order: one that no longer fits is left out, and a smaller one
 * after it may fit. Decided on the locked row of the budget, so that draws never overdraw it together, and written in one
 * statement with a ledger row for each. Answers the numbers of those that fitted, none where there is no open budget.
 */
export const reserveWins = async (
  db: Db,
  { refKind, wins, ...of }: BudgetOf & { refKind: string; wins: readonly Win[] },
  operatorId: number | null = null,
): Promise<ReadonlySet<number>> => {
  const budget = await lockBudget(db, of);
  let remain = budget && !budget.closedAt ? budget.remain : 0;
  const fitting = wins.filter(({ amount }) => {
    if (amount > remain) return false;
    remain -= amount;
    return true;
  });
  if (!budget || fitting.length === 0) return new Set();
  const total = fitting.reduce((sum, { amount }) => sum + amount, 0);
  const { firmId, activityId } = of;
  await sql`
    with won as (
      select * from unnest(
        ${fitting.map(({ refId }) => refId)}::bigint[],
        ${fitting.map(({ amount }) => amount)}::bigint[]
      ) with ordinality as won (ref_id, amount, place)
    ), taken as (
      update activity_budget set remain = remain - ${total}, reserved = reserved + ${total}, updated_at = now()
      where activity_id = ${activityId} and firm_id = ${firmId}
    )
    insert into fund_ledger (firm_id, pool_id, activity_id, type, avail, reserved, ref_kind, ref_id, operator_id)
    select ${firmId}::bigint, ${budget.poolId}::bigint, ${activityId}::bigint, ${sql.lit(LedgerType.reserve)}, -amount, amount,
      ${refKind}, ref_id, ${operatorId}::bigint
    from won order by place`.execute(db);
  return new Set(fitting.map(({ refId }) => refId));
};
