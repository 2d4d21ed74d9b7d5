import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityStatus, BudgetMode, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { addWeights, turnEpoch } from '../fair/epochs.ts';
import { holdActivity } from '../lock-activity.ts';
import { noteStock } from '../move-stock.ts';
import { noteLimits } from '../note-limits.ts';
import { noteTerms } from '../note-terms.ts';
import { requirePublished } from './publish-activity.ts';

/** A tier with its activity, whose draws are shut out until the transaction ends. */
const holdTier = async (db: Db, tierId: number) => {
  const found = await db.selectFrom('tier').where('id', '=', tierId).select('activityId').executeTakeFirst();
  const columns = ['firmId', 'status', 'budgetMode', 'budgetAmount'] as const;
  const activity = await holdActivity(db, found?.activityId ?? 0, columns);
  // Only now: it may have been changed while its activity was waited for.
  const tier = await db
    .selectFrom('tier')
    .where('id', '=', tierId)
    .select(['activityId', 'stockTotal', 'prizeType'])
    .executeTakeFirst();
  if (!tier) throw notFound();
  return { tier, activity };
};

/** Raises the stock of a tier. With 全额锁定 the budget has to cover it (62109). */
export const addStock = async (
  db: Db,
  { tierId, qty }: { tierId: number; qty: number },
  operatorId: number,
): Promise<Saved> => {
  const { tier, activity } = await holdTier(db, tierId);
  requirePublished(activity.status);
  if (tier.prizeType === PrizeType.none) throw invalid('tierId', '谢谢参与没有库存');
  if (tier.stockTotal + qty > 99_999_999) throw invalid('qty', '库存须为0-99999999的整数');
  await db
    .updateTable('tier')
    .set({ stockTotal: sql`stock_total + ${qty}`, remain: sql`remain + ${qty}` })
    .where('id', '=', tierId)
    .execute();
  await noteStock(db, [
    {
      firmId: activity.firmId,
      activityId: tier.activityId,
      tierId,
      kind: StockMoveKind.add,
      delta: qty,
      operatorId,
      remark: '追加库存',
    },
  ]);
  await noteTerms(db, { firmId: activity.firmId, activityId: tier.activityId });
  await requireCovered(db, tier.activityId, activity);
  return changeRow(db, 'activity', tier.activityId, {});
};

/** Refuses prizes that a fully locked budget would not cover (62109). */
export const requireCovered = async (
  db: Db,
  activityId: number,
  { budgetMode, budgetAmount }: { budgetMode: number; budgetAmount: number },
): Promise<void> => {
  if (budgetMode !== BudgetMode.full) return;
  const { most } = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .where('prizeType', '=', PrizeType.cash)
    .select(sql<number>`coalesce(sum(stock_total * amount_max), 0)::bigint`.as('most'))
    .executeTakeFirstOrThrow();
  if (most > budgetAmount) throw refuse(activityRefusals.budgetShort);
};

/** Stops giving out a tier of a paused activity, or goes on with it. */
export const switchTier = async (db: Db, { tierId, isOn }: { tierId: number; isOn: boolean }): Promise<null> => {
  const { tier, activity } = await holdTier(db, tierId);
  if (activity.status !== ActivityStatus.paused) throw refuse(activityRefusals.onlyPaused);
  if (tier.prizeType === PrizeType.none) throw invalid('tierId', '谢谢参与不能暂停发放');
  await db.updateTable('tier').set({ isOn }).where('id', '=', tierId).execute();
  await noteLimits(db, { firmId: activity.firmId, activityId: tier.activityId });
  await changeRow(db, 'activity', tier.activityId, {});
  return null;
};

/**
 * A new version of a published activity's odds. No prize may become less likely (62120); 62122 when `version` is not the newest. A new
 * period of seeds begins with it.
 */
export const raiseWeights = async (
  db: Db,
  masterKey: Buffer,
  {
    id,
    version,
    entries,
    reason,
  }: { id: number; version: number; entries: readonly { tierId: number; weight: number }[]; reason: string },
  operatorId: number,
): Promise<{ version: number; hash: string }> => {
  const { firmId, status, weightVersion } = await holdActivity(db, id, ['firmId', 'status', 'weightVersion']);
  requirePublished(status);
  if (version !== weightVersion) throw refuse(activityRefusals.staleWeights);
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .orderBy('tierNo')
    .select(['id', 'prizeType', 'weight'])
    .execute();
  const wanted = new Map(entries.map(({ tierId, weight }) => [tierId, weight]));
  if (entries.some(({ tierId }) => !tiers.some((tier) => tier.id === tierId && tier.prizeType !== PrizeType.none)))
    throw invalid('entries', '奖级不正确');
  const prized = tiers
    .filter(({ prizeType }) => prizeType !== PrizeType.none)
    .map((tier) => ({ ...tier, next: wanted.get(tier.id) ?? tier.weight }));
  if (prized.some(({ next, weight }) => next < weight)) throw refuse(activityRefusals.onlyBetter);
  if (prized.every(({ next, weight }) => next === weight)) throw invalid('entries', '没有提高任何奖级的概率');
  const sum = prized.reduce((total, { next }) => total + next, 0);
  if (sum > 1_000_000) throw invalid('entries', '中奖概率合计不能超过100%');
  const next = tiers.map(({ id: tierId, prizeType }) => ({
    tierId,
    weight: prizeType === PrizeType.none ? 1_000_000 - sum : prized.find((tier) => tier.id === tierId)!.next,
  }));
  for (const { tierId, weight } of next)
    await db.updateTable('tier').set({ weight }).where('id', '=', tierId).execute();
  const made = await addWeights(db, { firmId, activityId: id, entries: next, reason, createdBy: operatorId });
  await turnEpoch(db, masterKey, { firmId, activityId: id, weightVersion: made.version });
  await changeRow(db, 'activity', id, {});
  return made;
};
