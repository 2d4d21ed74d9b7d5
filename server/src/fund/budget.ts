import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';

/** The budget of one activity of a firm. */
export interface BudgetOf {
  firmId: number;
  activityId: number;
}

/** The budget of an activity, locked until the transaction ends; nothing where it was never given money. */
export const lockBudget = (db: Db, { firmId, activityId }: BudgetOf) =>
  db
    .selectFrom('activityBudget')
    .select(['activityId', 'poolId', 'budget', 'remain', 'reserved', 'paid', 'released', 'closedAt'])
    .where('firmId', '=', firmId)
    .where('activityId', '=', activityId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Gives an activity `amount` fen, above 0, of a pool (划拨到活动): its first budget, or more of it, in the transaction that
 * publishes it or adds to it. Refuses 62412 where pool or merchant are disabled, 62434 of an activity that ended, and too low a
 * balance with 62405, at publishing with 62108. The pool is locked last.
 */
export const allocateBudget = async (
  db: Db,
  {
    firmId,
    activityId,
    poolId,
    amount,
    remark = '',
    isPublishing = false,
    idemKey = null,
  }: BudgetOf & { poolId: number; amount: number; remark?: string; isPublishing?: boolean; idemKey?: string | null },
  operatorId: number | null,
): Promise<{ remain: number; balance: number }> => {
  await db
    .insertInto('activityBudget')
    .values({ activityId, firmId, poolId })
    .onConflict((conflict) => conflict.column('activityId').doNothing())
    .execute();
  const budget = await lockBudget(db, { firmId, activityId });
  if (!budget) throw notFound();
  if (budget.closedAt) throw refuse(fundRefusals.budgetClosed);
  if (budget.poolId !== poolId) throw invalid('poolId', '活动已使用其他资金池');
  const pool = await live(db, 'pool')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .select(['pool.status', 'merchant.status as merchantStatus'])
    .where('pool.id', '=', poolId)
    .where('pool.firmId', '=', firmId)
    .executeTakeFirst();
  if (!pool) throw notFound();
  if (pool.status !== Enabled.on || pool.merchantStatus !== Enabled.on) throw refuse(fundRefusals.paused);
  const balance = await movePool(db, { firmId, poolId, amount: -amount });
  if (balance === undefined) {
    const { budgetShort, poolShort } = fundRefusals;
    throw isPublishing
      ? refuse(budgetShort)
      : refuse(poolShort, {}, { fields: [{ field: 'amount', message: poolShort[1] }] });
  }
  await db
    .updateTable('activityBudget')
    .set((row) => ({
      budget: row('budget', '+', amount),
      remain: row('remain', '+', amount),
      updatedAt: sql`now()`,
    }))
    .where('activityId', '=', activityId)
    .execute();
  await db
    .insertInto('fundLedger')
    .values({
      firmId,
      poolId,
      activityId,
      type: LedgerType.allocate,
      pool: -amount,
      avail: amount,
      balanceAfter: balance,
      operatorId,
      remark,
      idemKey,
      // With the activity itself: what was given later is told apart by its time.
      ...(isPublishing && { at: sql<string>`now()` }),
    })
    .execute();
  return { remain: budget.remain + amount, balance };
};

/**
 * Gives what an activity has not spent back to its pool (活动回收): `amount` fen, or all that remains. `closes` ends the budget in
 * the same transaction: nothing is won of it any more, and what is released later goes to the pool. Answers what went back, 0 where
 * nothing was left. Refuses more than what remains.
 */
export const returnBudget = async (
  db: Db,
  {
    firmId,
    activityId,
    amount,
    closes = false,
    remark = '',
  }: BudgetOf & { amount?: number; closes?: boolean; remark?: string },
  operatorId: number | null,
): Promise<{ returned: number }> => {
  const budget = await lockBudget(db, { firmId, activityId });
  if (!budget) return { returned: 0 };
  const returned = closes ? budget.remain : (amount ?? budget.remain);
  if (returned > budget.remain) throw invalid('amount', `回收金额不能大于活动剩余预算${moneyText(budget.remain)}元`);
  await db
    .updateTable('activityBudget')
    .set((row) => ({
      remain: row('remain', '-', returned),
      released: row('released', '+', returned),
      updatedAt: sql`now()`,
      ...(closes && { closedAt: row.fn.coalesce('closedAt', sql<string>`now()`) }),
    }))
    .where('activityId', '=', activityId)
    .where('firmId', '=', firmId)
    .execute();
  if (returned === 0) return { returned };
  const { poolId } = budget;
  const balance = await movePool(db, { firmId, poolId, amount: returned });
  if (balance === undefined) throw new Error(`pool ${poolId} of activity ${activityId} is gone`);
  await db
    .insertInto('fundLedger')
    .values({
      firmId,
      poolId,
      activityId,
      type: LedgerType.reclaim,
      pool: returned,
      avail: -returned,
      balanceAfter: balance,
      operatorId,
      remark,
    })
    .execute();
  return { returned };
};

/** Changes what is free in a pool by `amount` fen; nothing where it would fall below 0, or there is no such pool. Answers the new balance. */
export const movePool = async (
  db: Db,
  { firmId, poolId, amount }: { firmId: number; poolId: number; amount: number },
): Promise<number | undefined> => {
  const moved = await db
    .updateTable('pool')
    .set((row) => ({ balance: row('balance', '+', amount) }))
    .where('id', '=', poolId)
    .where('firmId', '=', firmId)
    .where('balance', '>=', -amount)
    .returning('balance')
    .executeTakeFirst();
  return moved?.balance;
};
