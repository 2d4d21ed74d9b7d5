import { activityGaps, maxSpend, needsShops } from '@zhuiyuan/contract/campaign/activity/activity-gaps';
import { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import type { ActivityCheck } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import { ActivityStatus, EpochState, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import { allocateBudget, returnBudget } from '../../fund/budget.ts';
import type { Allocating } from '../../fund/pool/allocate-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { addWeights, closeEpoch, turnEpoch } from '../fair/epochs.ts';
import { hasShops } from '../has-shops.ts';
import { holdActivity, publishAlone } from '../lock-activity.ts';
import { noteActivity } from '../note-activity.ts';
import { noteAllStock } from '../move-stock.ts';
import { noteLimits } from '../note-limits.ts';
import { noteTerms } from '../note-terms.ts';
import { readPrizes, termsOf, toFacts, type Prizes } from './activity-parts.ts';
import { storedActivity } from './activity-writes.ts';
import { findConflicts } from './find-conflicts.ts';

const prizesOf = ({ tiers }: ActivityDraft): number[] => tiers.map(({ prizeId }) => prizeId);

/** Gaps, overlaps and the cost of an activity as it is typed; of the prizes as they are, or as `known` has them. */
export const checkActivity = async (
  db: Db,
  firmId: number,
  draft: ActivityDraft,
  activityId: number | null,
  known?: Prizes,
): Promise<ActivityCheck> => {
  const prizes = known ?? (await readPrizes(db, firmId, prizesOf(draft)));
  const facts = toFacts(prizes);
  const gaps = activityGaps(draft, facts, shanghaiNow());
  if (needsShops(draft.tiers, facts) && !draft.verifyAll && !(activityId !== null && (await hasShops(db, activityId))))
    gaps.push({ step: 4, field: 'verifyAll', message: activityRefusals.noShop[1] });
  gaps.push(...(await findLimits(db, firmId, draft, prizes)));
  const { startAt, endAt } = draft;
  const conflicts = startAt && endAt ? await findConflicts(db, firmId, { ...draft, startAt, endAt }, activityId) : [];
  const pool =
    draft.poolId === null
      ? undefined
      : await live(db, 'pool')
          .where('id', '=', draft.poolId)
          .where('firmId', '=', firmId)
          .select('balance')
          .executeTakeFirst();
  return { gaps, conflicts, maxSpend: maxSpend(draft.tiers, facts), poolBalance: pool?.balance ?? null };
};

/** Cash tiers whose amounts the merchant of the pool may not pay at once. */
const findLimits = async (db: Db, firmId: number, draft: ActivityDraft, prizes: Prizes) => {
  if (draft.poolId === null) return [];
  const merchant = await live(db, 'pool')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .where('pool.id', '=', draft.poolId)
    .where('pool.firmId', '=', firmId)
    .select(['merchant.singleMin', 'merchant.singleMax'])
    .executeTakeFirst();
  if (!merchant) return [];
  return draft.tiers.flatMap(({ prizeId }, row) => {
    const prize = prizes.get(prizeId);
    const isFit =
      prize?.prizeType !== PrizeType.cash ||
      (prize.amountMin >= merchant.singleMin && prize.amountMax <= merchant.singleMax);
    return isFit ? [] : [{ step: 3, field: `tiers.${row}.prizeId`, message: `第${row + 1}行：金额超出商户单笔限额` }];
  });
};

/**
 * Publishes a draft in one transaction: nothing may be missing and nothing overlap, the budget is locked, the terms of the prizes are
 * copied, the first version of the odds and the first period of seeds are made. Refuses 62111 of what is no draft, 62130 with the first
 * gap, 62110 with the first overlap, 62108 when the pool has too little.
 */
export const publishActivity = async (db: Db, masterKey: Buffer, id: number, operatorId: number): Promise<Saved> => {
  await publishAlone(db, id);
  const { firmId, status } = await holdActivity(db, id, ['firmId', 'status']);
  if (status !== ActivityStatus.draft) throw refuse(activityRefusals.onlyDraft);
  const draft = ActivityDraft.parse(await storedActivity(db, id));
  const prizes = await readPrizes(db, firmId, prizesOf(draft), { isLocked: true });
  const { gaps, conflicts } = await checkActivity(db, firmId, draft, id, prizes);
  if (gaps.length > 0)
    throw refuse(
      activityRefusals.gaps,
      { text: gaps.map(({ message }) => message).join('；') },
      { fields: gaps.map(({ field, message }) => ({ field, message })), gaps },
    );
  const [conflict] = conflicts;
  if (conflict) throw refuse(activityRefusals.overlaps, { name: conflict.actName }, { conflicts });
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .orderBy('tierNo')
    .select(['id', 'prizeId', 'weight', 'prizeType'])
    .execute();
  for (const tier of tiers)
    if (tier.prizeId !== null)
      await db.updateTable('tier').set(termsOf(prizes, tier.prizeId)).where('id', '=', tier.id).execute();
  await noteAllStock(db, { firmId, activityId: id, operatorId }, StockMoveKind.publish);
  await noteLimits(db, { firmId, activityId: id });
  await noteTerms(db, { firmId, activityId: id });
  const hasCash = draft.tiers.some(({ prizeId }) => prizes.get(prizeId)!.prizeType === PrizeType.cash);
  if (hasCash)
    await allocateBudget(
      db,
      { firmId, activityId: id, poolId: draft.poolId!, amount: draft.budgetAmount!, isPublishing: true },
      operatorId,
    );
  const weights = await addWeights(db, {
    firmId,
    activityId: id,
    entries: tiers.map(({ id: tierId, weight }) => ({ tierId, weight })),
    reason: '首次发布',
    createdBy: operatorId,
  });
  await turnEpoch(db, masterKey, { firmId, activityId: id, weightVersion: weights.version });
  const saved = await changeRow(db, 'activity', id, {
    status: sql`case when start_at > now() then ${sql.lit(ActivityStatus.planned)} else ${sql.lit(ActivityStatus.running)} end::smallint`,
    publishedAt: sql`now()`,
    ...(hasCash ? {} : { budgetAmount: 0 }),
  });
  await noteActivity(db, { firmId, activityId: id, operatorId });
  return saved;
};

/** An activity that is held, with what the clock says of it: it begins at its time, before the job writes that down. */
const holdNow = async (db: Db, id: number) => {
  const { firmId, status } = await holdActivity(db, id, ['firmId', 'status']);
  const { isBegun } = await db
    .selectFrom('activity')
    .where('id', '=', id)
    .select(sql<boolean>`coalesce(start_at <= clock_timestamp(), false)`.as('isBegun'))
    .executeTakeFirstOrThrow();
  return { firmId, status: status === ActivityStatus.planned && isBegun ? ActivityStatus.running : status };
};

/**
 * Takes back an activity that has not begun; it is a draft again and its budget goes back to the pool. One that has begun has given out
 * tickets, which draw under the tiers it had: it is not taken back. 62112 where somebody drew.
 */
export const withdrawActivity = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const { firmId, status } = await holdNow(db, id);
  if (status !== ActivityStatus.planned) throw refuse(activityRefusals.onlyPlanned);
  const drawn = await db.selectFrom('draw').where('activityId', '=', id).select('id').limit(1).executeTakeFirst();
  if (drawn) throw refuse(activityRefusals.hasDraws);
  await returnBudget(db, { firmId, activityId: id, remark: '撤回活动' }, operatorId);
  await closeEpoch(db, id);
  await noteAllStock(db, { firmId, activityId: id, operatorId }, StockMoveKind.withdraw);
  return changeRow(db, 'activity', id, { status: ActivityStatus.draft, publishedAt: null });
};

/** Stops an activity's draws: none commits after this has answered. */
export const pauseActivity = async (db: Db, id: number): Promise<Saved> => {
  const { status } = await holdNow(db, id);
  if (status !== ActivityStatus.running) throw refuse(activityRefusals.onlyRunning);
  return changeRow(db, 'activity', id, { status: ActivityStatus.paused });
};

/**
 * Lets a paused activity go on, under a fresh seed where the one before was not the promised one. Every tier has to be on again, and what
 * else is published since must not overlap.
 */
export const resumeActivity = async (db: Db, masterKey: Buffer, id: number): Promise<Saved> => {
  await publishAlone(db, id);
  const row = await holdActivity(db, id, ['firmId', 'status', 'endAt', 'weightVersion']);
  if (row.status !== ActivityStatus.paused) throw refuse(activityRefusals.notPaused);
  if (row.endAt! <= shanghaiNow()) throw refuse(activityRefusals.pastEnd);
  const off = await db
    .selectFrom('tier')
    .where('activityId', '=', id)
    .where('isOn', '=', false)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (off) throw refuse(activityRefusals.tierOff);
  const period = await db
    .selectFrom('seedEpoch')
    .where('activityId', '=', id)
    .where('state', '=', EpochState.open)
    .select('id')
    .executeTakeFirst();
  if (!period)
    await turnEpoch(db, masterKey, { firmId: row.firmId, activityId: id, weightVersion: row.weightVersion! });
  return changeRow(db, 'activity', id, { status: ActivityStatus.running });
};

/**
 * Ends a published activity: its draws stop, its period of seeds is closed, and what its budget has left goes back to the pool in the
 * same transaction; what is released later follows.
 */
export const endActivity = async (
  db: Db,
  id: number,
  { reason, text = '' }: { reason: 'TIME' | 'MANUAL' | 'SOLD_OUT'; text?: string },
  operatorId: number | null,
): Promise<Saved> => {
  const { firmId, status } = await holdNow(db, id);
  const mayEnd: readonly number[] = [ActivityStatus.running, ActivityStatus.paused];
  if (!mayEnd.includes(status) && !(reason === 'TIME' && status === ActivityStatus.planned))
    throw refuse(activityRefusals.cannotEnd);
  await closeEpoch(db, id);
  await returnBudget(db, { firmId, activityId: id, closes: true, remark: '活动结束' }, operatorId);
  return changeRow(db, 'activity', id, {
    status: ActivityStatus.ended,
    endedAt: sql`now()`,
    endReason: reason,
    endText: text,
  });
};

const published: ReadonlySet<number> = new Set([ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused]);

/** Refuses what is a draft, or has ended. */
export const requirePublished = (status: number): void => {
  if (!published.has(status))
    throw refuse(status === ActivityStatus.draft ? activityRefusals.notPublished : activityRefusals.isEnded);
};

/** Gives a running activity more budget of its pool, fen; in all never more than its form takes. */
export const addBudget = async (
  db: Db,
  { id, amount }: { id: number; amount: number },
  operatorId: number,
  { remark = '追加预算', idemKey = null }: { remark?: string; idemKey?: string | null } = {},
): Promise<Saved> => {
  const { firmId, status, poolId, budgetAmount } = await holdActivity(db, id, [
    'firmId',
    'status',
    'poolId',
    'budgetAmount',
  ]);
  requirePublished(status);
  if (poolId === null) throw refuse(activityRefusals.noPayer);
  if (!ActivityDraft.shape.budgetAmount.safeParse(budgetAmount + amount).success)
    throw invalid('amount', '追加后活动预算不能超过999999999.99元');
  await allocateBudget(db, { firmId, activityId: id, poolId, amount, remark, idemKey }, operatorId);
  const saved = await changeRow(db, 'activity', id, { budgetAmount: sql`budget_amount + ${amount}` });
  await noteActivity(db, { firmId, activityId: id, operatorId });
  return saved;
};

/** Books what a person gives an activity of its pool, where the activity is one of these. */
export const allocateToActivity = async (
  db: Db,
  { activityId, amount, operatorId, idemKey }: Allocating,
): Promise<void> => {
  const own = await live(db, 'activity').where('id', '=', activityId).select('id').executeTakeFirst();
  if (own) await addBudget(db, { id: activityId, amount }, operatorId, { remark: '资金池划拨', idemKey });
};
